package io.firn.partition;

import io.firn.types.StructValue;

/**
 * One partition of a table: a tuple of a spec. Equal tuples of different specs are different
 * partitions.
 */
public record PartitionKey(int specId, StructValue partition) {}
