package io.firn.rowmap;

/** A data file that a rewrite wrote. */
public record TargetFile(String path, long recordCount) {
  public TargetFile {
    if (recordCount < 0) {
      throw new IllegalArgumentException(path + " has " + recordCount + " rows");
    }
  }
}
