package io.firn.spark.read.file;

import io.firn.spark.conf.DeleteCache;

/**
 * How files are read: rows of a full batch, where Spark's vectors live, whether a scan of {@code
 * _deleted} has the deleted rows, and what deletes are kept.
 */
public record ReaderSettings(
    int batchSize, Memory memory, DeletedRows deletedRows, DeleteCache deleteCache) {

  /** With deleted rows for those who ask for {@code _deleted}. */
  public ReaderSettings(int batchSize, Memory memory, DeleteCache deleteCache) {
    this(batchSize, memory, DeletedRows.FLAGGED_WHEN_ASKED, deleteCache);
  }

  /** Where the vectors live. */
  public enum Memory {
    ON_HEAP,
    OFF_HEAP
  }

  /** What becomes of deleted rows. */
  public enum DeletedRows {
    /** They are there when the scan has the column {@code _deleted}. */
    FLAGGED_WHEN_ASKED,
    ALWAYS_LEFT_OUT
  }
}
