package io.firn.spark.conf;

/** What one v2 position delete file covers ({@code write.delete.granularity}). */
public enum DeleteGranularity {
  FILE,
  PARTITION
}
