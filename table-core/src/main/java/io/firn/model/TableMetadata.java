package io.firn.model;

import io.firn.error.NotFoundException;
import io.firn.partition.PartitionSpec;
import io.firn.types.Schema;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.UUID;

/**
 * The whole state of a table at one commit (spec: Table Metadata). Immutable; a commit makes the
 * next one with {@link MetadataBuilder}.
 *
 * <p>{@code unknownFields} keeps JSON that this version does not know, so that a newer writer's
 * fields survive. A key is the path of the object that holds the field, made of the spec's names
 * and of ids, and the field's name, each escaped as in a JSON pointer: {@code /new-field}, {@code
 * /snapshots/3051729675574597004/new-field}, {@code /schemas/0/fields/7/new-field}, {@code
 * /refs/main/new-field}.
 */
public record TableMetadata(
    int formatVersion,
    UUID tableUuid,
    String location,
    long lastSequenceNumber,
    long lastUpdatedMillis,
    int lastColumnId,
    List<Schema> schemas,
    int currentSchemaId,
    List<PartitionSpec> partitionSpecs,
    int defaultSpecId,
    int lastPartitionId,
    List<SortOrder> sortOrders,
    int defaultSortOrderId,
    Map<String, String> properties,
    OptionalLong currentSnapshotId,
    List<Snapshot> snapshots,
    List<SnapshotLogEntry> snapshotLog,
    List<MetadataLogEntry> metadataLog,
    Map<String, SnapshotRef> refs,
    List<StatisticsFile> statistics,
    List<PartitionStatisticsFile> partitionStatistics,
    long nextRowId,
    List<EncryptedKey> encryptionKeys,
    Map<String, String> unknownFields) {

  public static final int MIN_SUPPORTED_VERSION = 1;
  public static final int MAX_SUPPORTED_VERSION = 3;
  public static final int DEFAULT_VERSION = 2;

  public Schema schema() {
    return schema(currentSchemaId).orElseThrow();
  }

  public Optional<Schema> schema(int schemaId) {
    return schemas.stream().filter(s -> s.schemaId() == schemaId).findFirst();
  }

  public PartitionSpec spec() {
    return spec(defaultSpecId).orElseThrow();
  }

  public Optional<PartitionSpec> spec(int specId) {
    return partitionSpecs.stream().filter(s -> s.specId() == specId).findFirst();
  }

  public SortOrder sortOrder() {
    return sortOrder(defaultSortOrderId).orElseThrow();
  }

  public Optional<SortOrder> sortOrder(int orderId) {
    return sortOrders.stream().filter(o -> o.orderId() == orderId).findFirst();
  }

  public Optional<Snapshot> currentSnapshot() {
    return currentSnapshotId.isPresent()
        ? snapshot(currentSnapshotId.getAsLong())
        : Optional.empty();
  }

  public Optional<Snapshot> snapshot(long snapshotId) {
    return snapshots.stream().filter(s -> s.snapshotId() == snapshotId).findFirst();
  }

  public Optional<SnapshotRef> ref(String name) {
    return Optional.ofNullable(refs.get(name));
  }

  /** The head of a branch or tag; {@code main} of a table without snapshots is empty. */
  public Optional<Snapshot> refSnapshot(String name) {
    return ref(name).flatMap(r -> snapshot(r.snapshotId()));
  }

  /** The snapshot of that id, or a {@link NotFoundException} that names the table location. */
  public Snapshot requireSnapshot(long snapshotId) {
    return snapshot(snapshotId)
        .orElseThrow(
            () ->
                new NotFoundException(
                    "Cannot find snapshot " + snapshotId + " of the table at " + location));
  }

  /**
   * The schema that a snapshot was written with; the current one when the snapshot does not say.
   */
  public Schema schemaOf(Snapshot snapshot) {
    OptionalInt id = snapshot.schemaId();
    return id.isPresent() ? schema(id.getAsInt()).orElse(schema()) : schema();
  }

  /** The snapshot that was current at the time, by the snapshot log; empty before the first one. */
  public Optional<Snapshot> snapshotAsOf(long timestampMillis) {
    Optional<SnapshotLogEntry> found = Optional.empty();
    for (SnapshotLogEntry entry : snapshotLog) {
      if (entry.timestampMillis() <= timestampMillis) {
        found = Optional.of(entry);
      }
    }
    return found.flatMap(e -> snapshot(e.snapshotId()));
  }

  /** The same table with other snapshots and another log of them. */
  public TableMetadata withHistory(
      List<Snapshot> newSnapshots, List<SnapshotLogEntry> newSnapshotLog) {
    return new TableMetadata(
        formatVersion,
        tableUuid,
        location,
        lastSequenceNumber,
        lastUpdatedMillis,
        lastColumnId,
        schemas,
        currentSchemaId,
        partitionSpecs,
        defaultSpecId,
        lastPartitionId,
        sortOrders,
        defaultSortOrderId,
        properties,
        currentSnapshotId,
        newSnapshots,
        newSnapshotLog,
        metadataLog,
        refs,
        statistics,
        partitionStatistics,
        nextRowId,
        encryptionKeys,
        unknownFields);
  }

  public TableMetadata withUnknownFields(Map<String, String> newUnknownFields) {
    return new TableMetadata(
        formatVersion,
        tableUuid,
        location,
        lastSequenceNumber,
        lastUpdatedMillis,
        lastColumnId,
        schemas,
        currentSchemaId,
        partitionSpecs,
        defaultSpecId,
        lastPartitionId,
        sortOrders,
        defaultSortOrderId,
        properties,
        currentSnapshotId,
        snapshots,
        snapshotLog,
        metadataLog,
        refs,
        statistics,
        partitionStatistics,
        nextRowId,
        encryptionKeys,
        newUnknownFields);
  }
}
