package io.firn.spark.metadata;

import io.firn.model.MetadataLogEntry;
import io.firn.model.Snapshot;
import io.firn.model.SnapshotLogEntry;
import io.firn.model.SnapshotRef;
import io.firn.model.TableMetadata;
import io.firn.table.Table;
import io.firn.types.MapType;
import io.firn.types.SimpleType;
import io.firn.types.Type;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The tables that the metadata file alone fills. */
final class SnapshotTables {
  private static final Type SUMMARY = new MapType(0, SimpleType.STRING, 0, true, SimpleType.STRING);

  private SnapshotTables() {}

  static MetadataRows<?> snapshots(TableMetadata metadata) {
    Columns<Snapshot> columns =
        Columns.<Snapshot>builder()
            .required(
                "committed_at", SimpleType.TIMESTAMPTZ, s -> Values.micros(s.timestampMillis()))
            .required("snapshot_id", SimpleType.LONG, Snapshot::snapshotId)
            .optional("parent_id", SimpleType.LONG, s -> Values.orNull(s.parentSnapshotId()))
            .optional("operation", SimpleType.STRING, s -> Values.orNull(s.operation()))
            .optional("manifest_list", SimpleType.STRING, s -> Values.orNull(s.manifestList()))
            .optional("summary", SUMMARY, SnapshotTables::summary)
            .build();
    return new MetadataRows<>(columns, metadata.snapshots());
  }

  /** The operation has a column of its own. */
  private static @Nullable Object summary(Snapshot snapshot) {
    Map<String, String> summary = new HashMap<>(snapshot.summary());
    summary.remove(Snapshot.OPERATION_KEY);
    return summary.isEmpty() ? null : summary;
  }

  static MetadataRows<?> history(TableMetadata metadata) {
    Set<Long> ancestors = ancestors(metadata);
    Columns<SnapshotLogEntry> columns =
        Columns.<SnapshotLogEntry>builder()
            .required(
                "made_current_at", SimpleType.TIMESTAMPTZ, e -> Values.micros(e.timestampMillis()))
            .required("snapshot_id", SimpleType.LONG, SnapshotLogEntry::snapshotId)
            .optional("parent_id", SimpleType.LONG, e -> parent(metadata, e.snapshotId()))
            .required(
                "is_current_ancestor", SimpleType.BOOLEAN, e -> ancestors.contains(e.snapshotId()))
            .build();
    return new MetadataRows<>(columns, metadata.snapshotLog());
  }

  private static @Nullable Object parent(TableMetadata metadata, long snapshotId) {
    return metadata
        .snapshot(snapshotId)
        .map(Snapshot::parentSnapshotId)
        .map(Values::orNull)
        .orElse(null);
  }

  private static Set<Long> ancestors(TableMetadata metadata) {
    Set<Long> ids = new HashSet<>();
    Optional<Snapshot> next = metadata.currentSnapshot();
    while (next.isPresent() && ids.add(next.get().snapshotId())) {
      OptionalLong parent = next.get().parentSnapshotId();
      next = parent.isPresent() ? metadata.snapshot(parent.getAsLong()) : Optional.empty();
    }
    return ids;
  }

  static MetadataRows<?> refs(TableMetadata metadata) {
    Columns<Map.Entry<String, SnapshotRef>> columns =
        Columns.<Map.Entry<String, SnapshotRef>>builder()
            .required("name", SimpleType.STRING, Map.Entry::getKey)
            .required("type", SimpleType.STRING, e -> e.getValue().type().name())
            .required("snapshot_id", SimpleType.LONG, e -> e.getValue().snapshotId())
            .optional(
                "max_reference_age_in_ms",
                SimpleType.LONG,
                e -> Values.orNull(e.getValue().maxRefAgeMillis()))
            .optional(
                "min_snapshots_to_keep",
                SimpleType.INT,
                e -> Values.orNull(e.getValue().minSnapshotsToKeep()))
            .optional(
                "max_snapshot_age_in_ms",
                SimpleType.LONG,
                e -> Values.orNull(e.getValue().maxSnapshotAgeMillis()))
            .build();
    return new MetadataRows<>(columns, List.copyOf(metadata.refs().entrySet()));
  }

  static MetadataRows<?> metadataLogEntries(Table table) {
    TableMetadata metadata = table.metadata();
    List<MetadataLogEntry> entries = new ArrayList<>(metadata.metadataLog());
    table
        .state()
        .metadataLocation()
        .ifPresent(file -> entries.add(new MetadataLogEntry(metadata.lastUpdatedMillis(), file)));
    Columns<MetadataLogEntry> columns =
        Columns.<MetadataLogEntry>builder()
            .required("timestamp", SimpleType.TIMESTAMPTZ, e -> Values.micros(e.timestampMillis()))
            .required("file", SimpleType.STRING, MetadataLogEntry::metadataFile)
            .optional("latest_snapshot_id", SimpleType.LONG, e -> latestId(metadata, e))
            .optional(
                "latest_schema_id",
                SimpleType.INT,
                e -> latest(metadata, e).map(s -> Values.orNull(s.schemaId())).orElse(null))
            .optional(
                "latest_sequence_number",
                SimpleType.LONG,
                e -> latest(metadata, e).map(s -> (Object) s.sequenceNumber()).orElse(null))
            .build();
    return new MetadataRows<>(columns, entries);
  }

  /** By the log, so that it is known for snapshots that have expired. */
  private static @Nullable Object latestId(TableMetadata metadata, MetadataLogEntry entry) {
    Long id = null;
    for (SnapshotLogEntry log : metadata.snapshotLog()) {
      if (log.timestampMillis() <= entry.timestampMillis()) {
        id = log.snapshotId();
      }
    }
    return id;
  }

  private static Optional<Snapshot> latest(TableMetadata metadata, MetadataLogEntry entry) {
    return metadata.snapshotAsOf(entry.timestampMillis());
  }
}
