package io.firn.operation;

import io.firn.codec.avro.ManifestProjection;
import io.firn.codec.avro.ManifestReader;
import io.firn.model.EntryStatus;
import io.firn.model.ManifestEntry;
import io.firn.model.ManifestFile;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * Counts the files and rows of manifests whose list does not say: those of old v1 lists. A list of
 * version 2 needs the counts.
 */
final class MissingCounts {
  private final ManifestFactory factory;

  MissingCounts(ManifestFactory factory) {
    this.factory = factory;
  }

  List<ManifestFile> fill(List<ManifestFile> manifests) {
    return manifests.stream().map(m -> isComplete(m) ? m : count(m)).toList();
  }

  private static boolean isComplete(ManifestFile manifest) {
    return manifest.addedFilesCount().isPresent()
        && manifest.existingFilesCount().isPresent()
        && manifest.deletedFilesCount().isPresent()
        && manifest.addedRowsCount().isPresent()
        && manifest.existingRowsCount().isPresent()
        && manifest.deletedRowsCount().isPresent();
  }

  private ManifestFile count(ManifestFile manifest) {
    int[] files = new int[EntryStatus.values().length];
    long[] rows = new long[EntryStatus.values().length];
    try (ManifestReader reader = factory.open(manifest, ManifestProjection.noStats())) {
      for (ManifestEntry entry : reader) {
        files[entry.status().ordinal()]++;
        rows[entry.status().ordinal()] += entry.file().recordCount();
      }
    }
    return new ManifestFile(
        manifest.manifestPath(),
        manifest.manifestLength(),
        manifest.partitionSpecId(),
        manifest.content(),
        manifest.sequenceNumber(),
        manifest.minSequenceNumber(),
        manifest.addedSnapshotId(),
        OptionalInt.of(files[EntryStatus.ADDED.ordinal()]),
        OptionalInt.of(files[EntryStatus.EXISTING.ordinal()]),
        OptionalInt.of(files[EntryStatus.DELETED.ordinal()]),
        OptionalLong.of(rows[EntryStatus.ADDED.ordinal()]),
        OptionalLong.of(rows[EntryStatus.EXISTING.ordinal()]),
        OptionalLong.of(rows[EntryStatus.DELETED.ordinal()]),
        manifest.partitions(),
        manifest.keyMetadata(),
        manifest.firstRowId());
  }
}
