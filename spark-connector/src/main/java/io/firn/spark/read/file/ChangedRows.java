package io.firn.spark.read.file;

import io.firn.spark.read.vector.FlagVector;
import io.firn.spark.read.vector.RowSelection;
import org.apache.spark.sql.vectorized.ColumnVector;

/**
 * The rows of a data file that are deleted since other deletes apply, and those that are back. A
 * row that both old and new deletes delete has not changed.
 */
record ChangedRows(RowDeletes landed, RowDeletes lifted) {

  /**
   * Fills the selection with the changed rows of a batch among those that {@code unchanged} leaves,
   * and flags those that are back; returns how many were selected.
   */
  int select(
      int rows,
      ColumnVector positions,
      RowDeletes unchanged,
      RowSelection selection,
      FlagVector back) {
    if (landed.noneIn(rows, positions) && lifted.noneIn(rows, positions)) {
      return 0;
    }
    selection.clear(rows);
    back.clear(rows);
    for (int row = 0; row < rows; row++) {
      boolean isLifted = lifted.isDeleted(row, positions);
      boolean changed = landed.isDeleted(row, positions) != isLifted;
      if (changed && !unchanged.isDeleted(row, positions)) {
        selection.add(row);
        if (isLifted) {
          back.set(row);
        }
      }
    }
    return selection.size();
  }
}
