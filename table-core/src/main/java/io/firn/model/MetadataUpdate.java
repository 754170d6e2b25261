package io.firn.model;

import io.firn.partition.PartitionSpec;
import io.firn.types.Schema;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/**
 * One step of a change (the REST specification's table updates). {@link MetadataBuilder} carries
 * them out.
 */
public sealed interface MetadataUpdate {
  /** Stands for "the one that this change added last" in the {@code Set} updates below. */
  int LAST_ADDED = -1;

  record AssignUuid(UUID uuid) implements MetadataUpdate {}

  record UpgradeFormatVersion(int formatVersion) implements MetadataUpdate {}

  /** The schema's own id is ignored: an equal schema is reused, another gets the next id. */
  record AddSchema(Schema schema) implements MetadataUpdate {}

  record SetCurrentSchema(int schemaId) implements MetadataUpdate {}

  record AddSpec(PartitionSpec spec) implements MetadataUpdate {}

  record SetDefaultSpec(int specId) implements MetadataUpdate {}

  record AddSortOrder(SortOrder sortOrder) implements MetadataUpdate {}

  record SetDefaultSortOrder(int sortOrderId) implements MetadataUpdate {}

  record AddSnapshot(Snapshot snapshot) implements MetadataUpdate {}

  record SetSnapshotRef(String name, SnapshotRef ref) implements MetadataUpdate {}

  record RemoveSnapshots(Set<Long> snapshotIds) implements MetadataUpdate {}

  record RemoveSnapshotRef(String name) implements MetadataUpdate {}

  record SetLocation(String location) implements MetadataUpdate {}

  record SetProperties(Map<String, String> properties) implements MetadataUpdate {}

  record RemoveProperties(Set<String> keys) implements MetadataUpdate {}

  record SetStatistics(StatisticsFile statistics) implements MetadataUpdate {}

  record RemoveStatistics(long snapshotId) implements MetadataUpdate {}

  record SetPartitionStatistics(PartitionStatisticsFile statistics) implements MetadataUpdate {}

  record RemovePartitionStatistics(long snapshotId) implements MetadataUpdate {}

  record RemovePartitionSpecs(Set<Integer> specIds) implements MetadataUpdate {}

  record RemoveSchemas(Set<Integer> schemaIds) implements MetadataUpdate {}

  record AddEncryptionKey(EncryptedKey key) implements MetadataUpdate {}

  record RemoveEncryptionKey(String keyId) implements MetadataUpdate {}
}
