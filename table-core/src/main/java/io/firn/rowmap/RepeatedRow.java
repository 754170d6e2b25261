package io.firn.rowmap;

/** A row of a data file, by its position, that a rewrite wrote more than once. */
public record RepeatedRow(String path, long position) {}
