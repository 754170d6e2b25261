package io.firn.spark.read.file;

import io.firn.spark.conf.DeleteCache;

/** How files are read: rows of a full batch, where Spark's vectors live, what deletes are kept. */
public record ReaderSettings(int batchSize, Memory memory, DeleteCache deleteCache) {

  /** Where the vectors live. */
  public enum Memory {
    ON_HEAP,
    OFF_HEAP
  }
}
