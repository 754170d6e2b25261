package io.firn.model;

/**
 * Identity of a file in a snapshot: its path, and the offset of the vector in it (-1 for files that
 * are used whole).
 */
public record FileKey(String filePath, long contentOffset) {}
