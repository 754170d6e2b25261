package io.firn.io;

/**
 * One listed file: absolute location, length in bytes, time of last change in milliseconds since
 * the epoch.
 */
public record FileEntry(String location, long length, long modifiedMillis) {}
