package io.firn.model;

/** A previous metadata file and its time, in milliseconds since the epoch. */
public record MetadataLogEntry(long timestampMillis, String metadataFile) {}
