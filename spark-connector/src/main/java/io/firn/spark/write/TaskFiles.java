package io.firn.spark.write;

import org.apache.spark.sql.connector.write.WriterCommitMessage;

/** The files that one task wrote, as {@code DataFileBytes}. */
public final class TaskFiles implements WriterCommitMessage {
  private static final long serialVersionUID = 1L;

  private final byte[] files;

  public TaskFiles(byte[] files) {
    this.files = files;
  }

  public byte[] files() {
    return files;
  }
}
