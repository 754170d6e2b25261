package io.firn.spark.write;

import org.apache.spark.sql.connector.write.WriterCommitMessage;

/**
 * The files that one task wrote, as {@code DataFileBytes}, and where it put carried rows, as {@code
 * RowMapPartBytes}; nothing if it did not keep that.
 */
public final class TaskFiles implements WriterCommitMessage {
  private static final long serialVersionUID = 1L;

  static final byte[] NO_ROW_MAP = {};

  private final byte[] files;
  private final byte[] rowMap;

  public TaskFiles(byte[] files, byte[] rowMap) {
    this.files = files;
    this.rowMap = rowMap;
  }

  public byte[] files() {
    return files;
  }

  byte[] rowMap() {
    return rowMap;
  }
}
