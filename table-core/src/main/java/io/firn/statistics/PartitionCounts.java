package io.firn.statistics;

import io.firn.model.DataFile;
import io.firn.model.PartitionStats;
import io.firn.model.Snapshot;
import io.firn.types.StructValue;
import java.util.Optional;
import java.util.OptionalLong;

/** The counts of one partition while they are added up. Not thread-safe. */
final class PartitionCounts {
  private long dataRecords;
  private int dataFiles;
  private long dataBytes;
  private long positionDeletes;
  private int positionDeleteFiles;
  private int vectors;
  private long equalityDeletes;
  private int equalityDeleteFiles;
  private OptionalLong totalRecords = OptionalLong.empty();
  private OptionalLong updatedAt = OptionalLong.empty();
  private OptionalLong updatedBy = OptionalLong.empty();

  void added(DataFile file) {
    count(file, 1);
  }

  void removed(DataFile file) {
    count(file, -1);
  }

  private void count(DataFile file, int sign) {
    switch (file.content()) {
      case DATA -> {
        dataRecords += sign * file.recordCount();
        dataFiles += sign;
        dataBytes += sign * file.fileSizeInBytes();
      }
      case POSITION_DELETES -> {
        positionDeletes += sign * file.recordCount();
        if (file.isDeletionVector()) {
          vectors += sign;
        } else {
          positionDeleteFiles += sign;
        }
      }
      case EQUALITY_DELETES -> {
        equalityDeletes += sign * file.recordCount();
        equalityDeleteFiles += sign;
      }
    }
  }

  /** A snapshot that has expired is nobody any more. */
  void touchedBy(Optional<Snapshot> snapshot) {
    snapshot.ifPresent(
        s -> update(OptionalLong.of(s.timestampMillis()), OptionalLong.of(s.snapshotId())));
  }

  private void update(OptionalLong atMillis, OptionalLong snapshotId) {
    if (atMillis.isPresent()
        && (updatedAt.isEmpty() || updatedAt.getAsLong() < atMillis.getAsLong())) {
      updatedAt = atMillis;
      updatedBy = snapshotId;
    }
  }

  /** What an earlier file says; its total of records holds only as long as nothing changes. */
  static PartitionCounts from(PartitionStats stats) {
    PartitionCounts counts = new PartitionCounts();
    counts.dataRecords = stats.dataRecordCount();
    counts.dataFiles = stats.dataFileCount();
    counts.dataBytes = stats.totalDataFileSizeInBytes();
    counts.positionDeletes = stats.positionDeleteRecordCount();
    counts.positionDeleteFiles = stats.positionDeleteFileCount();
    counts.vectors = stats.dvCount();
    counts.equalityDeletes = stats.equalityDeleteRecordCount();
    counts.equalityDeleteFiles = stats.equalityDeleteFileCount();
    counts.totalRecords = stats.totalRecordCount();
    counts.updatedAt = stats.lastUpdatedAt();
    counts.updatedBy = stats.lastUpdatedSnapshotId();
    return counts;
  }

  PartitionCounts plus(PartitionCounts more) {
    dataRecords += more.dataRecords;
    dataFiles += more.dataFiles;
    dataBytes += more.dataBytes;
    positionDeletes += more.positionDeletes;
    positionDeleteFiles += more.positionDeleteFiles;
    vectors += more.vectors;
    equalityDeletes += more.equalityDeletes;
    equalityDeleteFiles += more.equalityDeleteFiles;
    totalRecords = OptionalLong.empty();
    update(more.updatedAt, more.updatedBy);
    return this;
  }

  PartitionStats of(StructValue partition, int specId) {
    return new PartitionStats(
        partition,
        specId,
        dataRecords,
        dataFiles,
        dataBytes,
        positionDeletes,
        positionDeleteFiles,
        vectors,
        equalityDeletes,
        equalityDeleteFiles,
        totalRecords,
        updatedAt,
        updatedBy);
  }
}
