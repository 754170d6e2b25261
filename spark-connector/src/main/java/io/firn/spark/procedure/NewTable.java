package io.firn.spark.procedure;

import io.firn.table.Table;

/** A table that a procedure is about to create. */
public interface NewTable {

  /** The table as it will be; what is committed to it is done when it is created. */
  Table table();

  /**
   * Creates the table with all that was committed to it, at once.
   *
   * @throws org.apache.spark.sql.catalyst.analysis.TableAlreadyExistsException if somebody was
   *     faster
   */
  Table create();

  /** Removes what preparing the table left; for one that was not created. */
  void abandon();
}
