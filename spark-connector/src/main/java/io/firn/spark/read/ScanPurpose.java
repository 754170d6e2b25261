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
  WHOLE_FILES,
  /**
   * As {@link #WHOLE_FILES}, and a file is read by one task, for writers that get the rows from
   * that task: cut, one file would become many.
   */
  UNCUT_FILES;

  /** Whether rows that do not match the filter are wanted, too. */
  boolean carriesRows() {
    return this == WHOLE_FILES || this == UNCUT_FILES;
  }
}
