package io.firn.scan;

/** A byte range of a file task, cut at split offsets. Offsets and lengths in bytes. */
public record SplitTask(FileTask task, long start, long length) {}
