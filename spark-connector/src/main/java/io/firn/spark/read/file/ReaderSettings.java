package io.firn.spark.read.file;

/** How files are read: rows of a full batch, and where Spark's vectors live. */
public record ReaderSettings(int batchSize, Memory memory) {

  /** Where the vectors live. */
  public enum Memory {
    ON_HEAP,
    OFF_HEAP
  }
}
