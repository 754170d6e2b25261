package io.firn.codec.json;

import io.firn.model.TableMetadata;
import java.util.Comparator;
import java.util.Map;

/** Writes the metadata object in format version 2 or 3. */
final class MetadataWriter {
  private static final long NO_SNAPSHOT = -1;

  private MetadataWriter() {}

  static void write(JsonOut out, TableMetadata metadata) {
    UnknownFields unknown = new UnknownFields(metadata.unknownFields());
    out.object(
        () -> {
          writeHead(out, metadata);
          writeLayout(out, metadata, unknown);
          out.textMap("properties", metadata.properties());
          writeHistory(out, metadata, unknown);
          writeFiles(out, metadata, unknown);
          unknown.write(out, "");
        });
  }

  private static void writeHead(JsonOut out, TableMetadata metadata) {
    out.number("format-version", metadata.formatVersion());
    out.text("table-uuid", metadata.tableUuid().toString());
    out.text("location", metadata.location());
    out.number("last-sequence-number", metadata.lastSequenceNumber());
    out.number("last-updated-ms", metadata.lastUpdatedMillis());
    out.number("last-column-id", metadata.lastColumnId());
    if (metadata.formatVersion() >= 3) {
      out.number("next-row-id", metadata.nextRowId());
    }
  }

  private static void writeLayout(JsonOut out, TableMetadata metadata, UnknownFields unknown) {
    out.number("current-schema-id", metadata.currentSchemaId());
    out.array("schemas", metadata.schemas(), s -> SchemaJson.write(out, s, unknown));
    out.number("default-spec-id", metadata.defaultSpecId());
    out.array("partition-specs", metadata.partitionSpecs(), s -> SpecJson.write(out, s, unknown));
    out.number("last-partition-id", metadata.lastPartitionId());
    out.number("default-sort-order-id", metadata.defaultSortOrderId());
    out.array("sort-orders", metadata.sortOrders(), o -> SortOrderJson.write(out, o, unknown));
  }

  private static void writeHistory(JsonOut out, TableMetadata metadata, UnknownFields unknown) {
    if (metadata.currentSnapshotId().isPresent()) {
      out.number("current-snapshot-id", metadata.currentSnapshotId());
    } else if (metadata.formatVersion() < 3) {
      out.number("current-snapshot-id", NO_SNAPSHOT);
    }
    out.object(
        "refs",
        () ->
            metadata.refs().entrySet().stream()
                .sorted(Comparator.comparing(Map.Entry::getKey))
                .forEach(e -> RefJson.write(out, e.getKey(), e.getValue(), unknown)));
    out.array("snapshots", metadata.snapshots(), s -> SnapshotJson.write(out, s, unknown));
    out.array("snapshot-log", metadata.snapshotLog(), e -> LogJson.write(out, e, unknown));
    out.array("metadata-log", metadata.metadataLog(), e -> LogJson.write(out, e, unknown));
  }

  private static void writeFiles(JsonOut out, TableMetadata metadata, UnknownFields unknown) {
    out.array("statistics", metadata.statistics(), f -> StatisticsJson.write(out, f, unknown));
    out.array(
        "partition-statistics",
        metadata.partitionStatistics(),
        f -> StatisticsJson.writePartition(out, f, unknown));
    if (!metadata.encryptionKeys().isEmpty()) {
      out.array(
          "encryption-keys",
          metadata.encryptionKeys(),
          k -> EncryptedKeyJson.write(out, k, unknown));
    }
  }
}
