package io.firn.spark.rowlevel;

import org.apache.spark.sql.connector.write.WriterCommitMessage;

/** The files that one task of a merge-on-read statement wrote and outdated, as bytes. */
final class DeltaFiles implements WriterCommitMessage {
  private static final long serialVersionUID = 1L;

  private final byte[] dataFiles;
  private final byte[] deleteFiles;
  private final byte[] replacedDeletes;
  private final String[] referencedDataFiles;

  DeltaFiles(
      byte[] dataFiles, byte[] deleteFiles, byte[] replacedDeletes, String[] referencedDataFiles) {
    this.dataFiles = dataFiles;
    this.deleteFiles = deleteFiles;
    this.replacedDeletes = replacedDeletes;
    this.referencedDataFiles = referencedDataFiles;
  }

  byte[] dataFiles() {
    return dataFiles;
  }

  byte[] deleteFiles() {
    return deleteFiles;
  }

  /** Earlier delete files whose deletes the new ones have taken in. */
  byte[] replacedDeletes() {
    return replacedDeletes;
  }

  /** The data files whose rows the new deletes name. */
  String[] referencedDataFiles() {
    return referencedDataFiles;
  }
}
