package io.firn.spark.rewrite;

import java.io.Serializable;
import org.apache.spark.sql.connector.write.WriterCommitMessage;

/** The files that one task of {@link FileCopies} wrote. */
final class CopiedFiles implements Serializable {
  private static final long serialVersionUID = 1L;

  private final WriterCommitMessage files;
  private final boolean tookNewRows;

  CopiedFiles(WriterCommitMessage files, boolean tookNewRows) {
    this.files = files;
    this.tookNewRows = tookNewRows;
  }

  WriterCommitMessage files() {
    return files;
  }

  /** Whether the rows of the group's new files are in them, too. */
  boolean tookNewRows() {
    return tookNewRows;
  }
}
