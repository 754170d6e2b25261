package io.firn.spark.metadata;

import io.firn.codec.avro.ManifestProjection;
import io.firn.codec.avro.ManifestReader;
import io.firn.io.Storage;
import io.firn.model.DataFile;
import io.firn.model.FileContent;
import io.firn.model.ManifestEntry;
import io.firn.model.ManifestFile;
import io.firn.model.Snapshot;
import io.firn.model.TableMetadata;
import io.firn.partition.PartitionKey;
import io.firn.partition.PartitionUnion;
import io.firn.scan.SnapshotManifests;
import io.firn.types.SimpleType;
import io.firn.types.StructValue;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The rows of {@code partitions}: one a spec and partition of the snapshot, added up over its
 * manifests one after the other. Memory grows with the number of partitions, not of files.
 */
final class PartitionRows {
  private final TableMetadata metadata;
  private final PartitionUnion union;
  private final Map<PartitionKey, Sums> partitions = new LinkedHashMap<>();

  private PartitionRows(TableMetadata metadata, PartitionUnion union) {
    this.metadata = metadata;
    this.union = union;
  }

  static MetadataRows<?> of(
      TableMetadata metadata, TableFacts facts, Storage storage, Optional<Snapshot> snapshot) {
    PartitionRows rows = new PartitionRows(metadata, facts.partitionUnion());
    if (snapshot.isPresent()) {
      for (ManifestFile manifest : SnapshotManifests.read(storage, snapshot.get())) {
        if (manifest.mayHaveLiveFiles()) {
          rows.add(storage, manifest);
        }
      }
    }
    return new MetadataRows<>(sumsColumns(facts), List.copyOf(rows.partitions.values()));
  }

  private void add(Storage storage, ManifestFile manifest) {
    var file = storage.newInputFile(manifest.manifestPath(), manifest.manifestLength());
    try (ManifestReader entries =
        ManifestReader.open(file, manifest, ManifestProjection.noStats())) {
      for (ManifestEntry entry : entries) {
        if (entry.isLive()) {
          StructValue partition = FileColumns.partition(union, entry.file());
          Sums sums =
              partitions.computeIfAbsent(
                  new PartitionKey(entry.file().specId(), partition), Sums::new);
          sums.add(entry.file());
          snapshot(entry.snapshotId()).ifPresent(sums::updated);
        }
      }
    }
  }

  private Optional<Snapshot> snapshot(OptionalLong id) {
    return id.isPresent() ? metadata.snapshot(id.getAsLong()) : Optional.empty();
  }

  static Columns<?> columns(TableFacts facts) {
    return sumsColumns(facts);
  }

  private static Columns<Sums> sumsColumns(TableFacts facts) {
    Columns.Builder<Sums> columns = Columns.builder();
    PartitionUnion union = facts.partitionUnion();
    if (!union.type().fields().isEmpty()) {
      columns
          .required("partition", union.type(), sums -> sums.key.partition())
          .required("spec_id", SimpleType.INT, sums -> sums.key.specId());
    }
    return columns
        .required("record_count", SimpleType.LONG, sums -> sums.recordCount)
        .required("file_count", SimpleType.INT, sums -> sums.fileCount)
        .required("total_data_file_size_in_bytes", SimpleType.LONG, sums -> sums.fileSize)
        .required("position_delete_record_count", SimpleType.LONG, sums -> sums.positionDeleteCount)
        .required("position_delete_file_count", SimpleType.INT, sums -> sums.positionDeleteFiles)
        .required("equality_delete_record_count", SimpleType.LONG, sums -> sums.equalityDeleteCount)
        .required("equality_delete_file_count", SimpleType.INT, sums -> sums.equalityDeleteFiles)
        .optional(
            "last_updated_at",
            SimpleType.TIMESTAMPTZ,
            sums -> Values.orNull(sums.lastUpdated.map(s -> Values.micros(s.timestampMillis()))))
        .optional(
            "last_updated_snapshot_id",
            SimpleType.LONG,
            sums -> Values.orNull(sums.lastUpdated.map(Snapshot::snapshotId)))
        .build();
  }

  /** What one partition adds up to. */
  private static final class Sums {
    private final PartitionKey key;
    private long recordCount;
    private int fileCount;
    private long fileSize;
    private long positionDeleteCount;
    private int positionDeleteFiles;
    private long equalityDeleteCount;
    private int equalityDeleteFiles;
    private Optional<Snapshot> lastUpdated = Optional.empty();

    Sums(PartitionKey key) {
      this.key = key;
    }

    void add(DataFile file) {
      if (file.content() == FileContent.DATA) {
        recordCount += file.recordCount();
        fileCount++;
        fileSize += file.fileSizeInBytes();
      } else if (file.content() == FileContent.POSITION_DELETES) {
        positionDeleteCount += file.recordCount();
        positionDeleteFiles++;
      } else {
        equalityDeleteCount += file.recordCount();
        equalityDeleteFiles++;
      }
    }

    void updated(Snapshot snapshot) {
      boolean newer =
          lastUpdated.isEmpty() || snapshot.timestampMillis() > lastUpdated.get().timestampMillis();
      if (newer) {
        lastUpdated = Optional.of(snapshot);
      }
    }
  }
}
