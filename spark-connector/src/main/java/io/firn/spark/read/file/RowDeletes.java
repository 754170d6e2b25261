package io.firn.spark.read.file;

import io.firn.deletes.PositionSet;
import io.firn.spark.read.vector.FlagVector;
import io.firn.spark.read.vector.RowSelection;
import java.util.List;
import java.util.Optional;
import java.util.function.LongConsumer;
import org.apache.spark.sql.vectorized.ColumnVector;

/** The deletes of one data file, as a test of the rows of its batches. */
final class RowDeletes {
  private final Optional<PositionSet> positions;
  private final List<EqualityDeletes.RowTest> equality;

  RowDeletes(Optional<PositionSet> positions, List<EqualityDeletes.RowTest> equality) {
    this.positions = positions;
    this.equality = List.copyOf(equality);
  }

  boolean isEmpty() {
    return positions.isEmpty() && equality.isEmpty();
  }

  /** Fills the selection with the rows that are left; returns how many those are. */
  int select(int rows, ColumnVector rowPositions, RowSelection selection) {
    if (noneIn(rows, rowPositions)) {
      return rows;
    }
    selection.clear(rows);
    long first = rowPositions.getLong(0);
    boolean gapless = rowPositions.getLong(rows - 1) - first == rows - 1;
    if (equality.isEmpty() && positions.isPresent() && gapless) {
      positions.get().forEachInRange(first, first + rows, new Gaps(first, selection));
      selection.addUpTo(rows);
      return selection.size();
    }
    for (int row = 0; row < rows; row++) {
      if (!isDeleted(row, rowPositions)) {
        selection.add(row);
      }
    }
    return selection.size();
  }

  /** Selects the rows between one deleted position and the next; they come ascending. */
  private record Gaps(long first, RowSelection selection) implements LongConsumer {
    @Override
    public void accept(long deleted) {
      selection.addUpTo((int) (deleted - first));
      selection.skip();
    }
  }

  /** Sets the flag of each deleted row; returns how many rows are not deleted. */
  int flag(int rows, ColumnVector rowPositions, FlagVector flags) {
    flags.clear(rows);
    if (noneIn(rows, rowPositions)) {
      return rows;
    }
    int live = rows;
    for (int row = 0; row < rows; row++) {
      if (isDeleted(row, rowPositions)) {
        flags.set(row);
        live--;
      }
    }
    return live;
  }

  /** Positions ascend within a batch, so its ends tell whether any of them can be deleted. */
  boolean noneIn(int rows, ColumnVector rowPositions) {
    return equality.isEmpty()
        && (positions.isEmpty()
            || rows == 0
            || !positions
                .get()
                .intersects(rowPositions.getLong(0), rowPositions.getLong(rows - 1) + 1));
  }

  boolean isDeleted(int row, ColumnVector rowPositions) {
    if (positions.isPresent() && positions.get().contains(rowPositions.getLong(row))) {
      return true;
    }
    for (EqualityDeletes.RowTest test : equality) {
      if (test.isDeleted(row)) {
        return true;
      }
    }
    return false;
  }
}
