package io.firn.scan;

import io.firn.error.UnsupportedFeatureException;
import io.firn.model.DataFile;
import io.firn.model.FileFormat;
import io.firn.model.Snapshot;

/** Refuses what a scan would have to read but cannot: encrypted files, and data not in Parquet. */
public final class ReadableFiles {
  private ReadableFiles() {}

  /**
   * @throws UnsupportedFeatureException if the snapshot's manifest list is encrypted
   */
  public static void require(Snapshot snapshot) {
    if (snapshot.keyId().isPresent()) {
      throw new UnsupportedFeatureException(
          "Cannot read snapshot "
              + snapshot.snapshotId()
              + ": its manifest list is encrypted, and encrypted tables are not supported");
    }
  }

  /**
   * @throws UnsupportedFeatureException if the file is encrypted or in a format that is not read
   */
  public static void require(DataFile file) {
    if (file.keyMetadata().isPresent()) {
      throw new UnsupportedFeatureException(
          "Cannot read "
              + file.filePath()
              + ": it is encrypted, and encrypted tables are not supported");
    }
    if (file.fileFormat() != FileFormat.PARQUET && !file.isDeletionVector()) {
      throw new UnsupportedFeatureException(
          "Cannot read "
              + file.filePath()
              + ": it is in "
              + file.fileFormat()
              + " format, only Parquet is supported");
    }
  }
}
