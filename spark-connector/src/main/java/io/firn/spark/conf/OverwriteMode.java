package io.firn.spark.conf;

/**
 * What overwriting everything means: {@code DYNAMIC} replaces only the partitions that get rows
 * (option {@code overwrite-mode}).
 */
public enum OverwriteMode {
  STATIC,
  DYNAMIC
}
