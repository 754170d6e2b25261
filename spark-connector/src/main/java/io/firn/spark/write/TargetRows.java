package io.firn.spark.write;

import io.firn.rowmap.RowMapPart;
import io.firn.rowmap.RunCursor;

/** Follows the rows of one data file after the other and notes which of them are carried. */
final class TargetRows {
  private final CarriedRows carried;
  private final RunCursor cursor;

  TargetRows(CarriedRows carried, RowMapPart part) {
    this.carried = carried;
    this.cursor = new RunCursor(part);
  }

  /** The rows that follow go to this file. */
  void begin(String location) {
    cursor.begin(location);
  }

  /** The task's current row was written. */
  void written() {
    if (carried.isCarried()) {
      cursor.carried(carried.source(), carried.position());
      carried.checkSize();
    } else {
      cursor.newRow();
    }
  }

  /** The file is complete. */
  void finish() {
    cursor.finishRun();
  }
}
