package io.firn.model;

/** When a snapshot became current, in milliseconds since the epoch. */
public record SnapshotLogEntry(long timestampMillis, long snapshotId) {}
