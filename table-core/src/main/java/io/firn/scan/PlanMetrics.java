package io.firn.scan;

import io.firn.model.DataFile;
import io.firn.model.FileContent;
import io.firn.model.ManifestContent;
import io.firn.model.ManifestFile;
import java.util.List;

/** Adds up what planning looked at. Not thread-safe. */
public final class PlanMetrics {
  private final long startNanos = System.nanoTime();
  private long dataManifests;
  private long deleteManifests;
  private long scannedDataManifests;
  private long scannedDeleteManifests;
  private long resultDeleteFiles;
  private long skippedDataFiles;
  private long skippedDeleteFiles;
  private long fileBytes;
  private long deleteBytes;
  private long equalityDeletes;
  private long positionDeletes;
  private long deletionVectors;

  public void sawManifest(ManifestFile manifest) {
    if (manifest.content() == ManifestContent.DATA) {
      dataManifests++;
    } else {
      deleteManifests++;
    }
  }

  public void willRead(long data, long deletes) {
    scannedDataManifests = data;
    scannedDeleteManifests = deletes;
  }

  public void skippedDataFiles(long count) {
    skippedDataFiles += count;
  }

  public void skippedDeleteFiles(long count) {
    skippedDeleteFiles += count;
  }

  public void indexed(DataFile delete) {
    if (delete.content() == FileContent.EQUALITY_DELETES) {
      equalityDeletes++;
    } else if (delete.isDeletionVector()) {
      deletionVectors++;
    } else {
      positionDeletes++;
    }
  }

  public ScanMetrics of(List<FileTask> tasks) {
    for (FileTask task : tasks) {
      fileBytes += task.file().fileSizeInBytes();
      resultDeleteFiles += task.positionDeletes().size() + task.equalityDeletes().size();
      task.positionDeletes().forEach(this::addDeleteBytes);
      task.equalityDeletes().forEach(this::addDeleteBytes);
    }
    return new ScanMetrics(
        (System.nanoTime() - startNanos) / 1_000_000,
        dataManifests,
        deleteManifests,
        scannedDataManifests,
        dataManifests - scannedDataManifests,
        scannedDeleteManifests,
        deleteManifests - scannedDeleteManifests,
        tasks.size(),
        skippedDataFiles,
        resultDeleteFiles,
        skippedDeleteFiles,
        fileBytes,
        deleteBytes,
        equalityDeletes,
        positionDeletes,
        deletionVectors);
  }

  private void addDeleteBytes(DataFile delete) {
    deleteBytes += delete.contentSizeInBytes().orElse(delete.fileSizeInBytes());
  }
}
