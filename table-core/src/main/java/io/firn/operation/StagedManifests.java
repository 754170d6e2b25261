package io.firn.operation;

import io.firn.io.Storage;
import io.firn.model.ManifestFile;
import java.util.List;

/**
 * Manifests of new data files that were written before the commit that adds them. Their entries
 * name no snapshot: they inherit the one of the commit.
 */
public final class StagedManifests {
  private final List<ManifestFile> manifests;
  private final SummaryBuilder counts;
  private final long fileCount;

  StagedManifests(List<ManifestFile> manifests, SummaryBuilder counts, long fileCount) {
    this.manifests = List.copyOf(manifests);
    this.counts = counts;
    this.fileCount = fileCount;
  }

  /** Number of data files. */
  public long fileCount() {
    return fileCount;
  }

  List<String> locations() {
    return manifests.stream().map(ManifestFile::manifestPath).toList();
  }

  SummaryBuilder counts() {
    return counts;
  }

  /** The manifests as the snapshot adds them. */
  List<ManifestFile> of(long snapshotId) {
    return manifests.stream().map(manifest -> of(manifest, snapshotId)).toList();
  }

  private static ManifestFile of(ManifestFile manifest, long snapshotId) {
    return new ManifestFile(
        manifest.manifestPath(),
        manifest.manifestLength(),
        manifest.partitionSpecId(),
        manifest.content(),
        manifest.sequenceNumber(),
        manifest.minSequenceNumber(),
        snapshotId,
        manifest.addedFilesCount(),
        manifest.existingFilesCount(),
        manifest.deletedFilesCount(),
        manifest.addedRowsCount(),
        manifest.existingRowsCount(),
        manifest.deletedRowsCount(),
        manifest.partitions(),
        manifest.keyMetadata(),
        manifest.firstRowId());
  }

  /** Deletes them; for manifests that no commit was tried with. */
  public void discard(Storage storage) {
    storage.deleteAll(locations());
  }
}
