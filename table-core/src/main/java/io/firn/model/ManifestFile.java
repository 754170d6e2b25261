package io.firn.model;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * A manifest as a manifest list names it (spec: Manifest Lists). Counts are empty in old v1 lists.
 * {@code partitions} is empty when the list has no summaries.
 */
public record ManifestFile(
    String manifestPath,
    long manifestLength,
    int partitionSpecId,
    ManifestContent content,
    long sequenceNumber,
    long minSequenceNumber,
    long addedSnapshotId,
    OptionalInt addedFilesCount,
    OptionalInt existingFilesCount,
    OptionalInt deletedFilesCount,
    OptionalLong addedRowsCount,
    OptionalLong existingRowsCount,
    OptionalLong deletedRowsCount,
    Optional<List<FieldSummary>> partitions,
    Optional<ByteBuffer> keyMetadata,
    OptionalLong firstRowId) {

  /** False only when the counts say that all entries are deleted ones. */
  public boolean mayHaveLiveFiles() {
    return addedFilesCount.orElse(1) > 0 || existingFilesCount.orElse(1) > 0;
  }
}
