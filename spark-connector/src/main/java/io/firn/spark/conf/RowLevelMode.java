package io.firn.spark.conf;

/** How DELETE, UPDATE and MERGE change rows ({@code write.delete.mode} and the like). */
public enum RowLevelMode {
  COPY_ON_WRITE("copy-on-write"),
  MERGE_ON_READ("merge-on-read");

  private final String text;

  RowLevelMode(String text) {
    this.text = text;
  }

  /** The mode as table properties name it. */
  public String text() {
    return text;
  }
}
