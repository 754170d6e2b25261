package io.firn.model;

import io.firn.types.StructValue;
import java.util.OptionalLong;

/**
 * What the live files of one partition come to (spec: Partition Statistics File). {@code partition}
 * has the shape of the union of all specs. Counts of position deletes include those in deletion
 * vectors, {@code positionDeleteFileCount} does not. {@code lastUpdatedAt} in milliseconds since
 * the epoch.
 */
public record PartitionStats(
    StructValue partition,
    int specId,
    long dataRecordCount,
    int dataFileCount,
    long totalDataFileSizeInBytes,
    long positionDeleteRecordCount,
    int positionDeleteFileCount,
    int dvCount,
    long equalityDeleteRecordCount,
    int equalityDeleteFileCount,
    OptionalLong totalRecordCount,
    OptionalLong lastUpdatedAt,
    OptionalLong lastUpdatedSnapshotId) {}
