package io.firn.spark.rowlevel;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.connector.write.WriterCommitMessage;

/** The files that one task of a merge-on-read statement wrote and outdated, as bytes. */
final class DeltaFiles implements WriterCommitMessage {
  private static final long serialVersionUID = 1L;

  private final ArrayList<NewFiles> dataFiles;
  private final byte[] deleteFiles;
  private final byte[] replacedDeletes;
  private final String[] referencedDataFiles;

  DeltaFiles(
      List<NewFiles> dataFiles,
      byte[] deleteFiles,
      byte[] replacedDeletes,
      String[] referencedDataFiles) {
    this.dataFiles = new ArrayList<>(dataFiles);
    this.deleteFiles = deleteFiles;
    this.replacedDeletes = replacedDeletes;
    this.referencedDataFiles = referencedDataFiles;
  }

  List<NewFiles> dataFiles() {
    return dataFiles;
  }

  /** Data files of new rows, and the path of the old file if they all are changed rows of it. */
  static final class NewFiles implements Serializable {
    private static final long serialVersionUID = 1L;

    private final byte[] files;
    private final String oldFile;

    /** {@code oldFile} is empty if there is none. */
    NewFiles(byte[] files, String oldFile) {
      this.files = files;
      this.oldFile = oldFile;
    }

    byte[] files() {
      return files;
    }

    String oldFile() {
      return oldFile;
    }
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
