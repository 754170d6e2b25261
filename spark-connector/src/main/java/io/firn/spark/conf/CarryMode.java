package io.firn.spark.conf;

/**
 * How the rows that a copy-on-write statement leaves as they are get into the new files ({@code
 * write.copy-on-write.carry-mode}).
 */
public enum CarryMode {
  /** Files are copied, column by column, without the rows that the statement deletes. */
  COLUMNS,
  /** Every row goes through Spark, which spreads and sorts the rows as it is told. */
  ROWS
}
