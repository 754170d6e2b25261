package io.firn.spark.conf;

/** How DELETE, UPDATE and MERGE change rows ({@code write.delete.mode} and the like). */
public enum RowLevelMode {
  COPY_ON_WRITE,
  MERGE_ON_READ
}
