package io.firn.spark.read;

/** What the rows of a scan are for, which decides what a filter may leave out. */
public enum ScanPurpose {
  /** Rows that do not match the filter may be left out; Spark tests the rest again. */
  QUERY,
  /** As {@link #QUERY}, of the rows that commits inserted and deleted, never of others. */
  CHANGES,
  /**
   * Files that cannot have a matching row may be left out, but of the others every row is wanted,
   * since rows that do not match are carried over into the rewritten files.
   */
  WHOLE_FILES
}
