package io.firn.model;

import java.util.List;
import java.util.Map;

/** A blob of a statistics file, as table metadata lists it. */
public record BlobMetadata(
    String type,
    long snapshotId,
    long sequenceNumber,
    List<Integer> fields,
    Map<String, String> properties) {}
