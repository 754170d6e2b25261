package io.firn.codec.parquet.columns;

import io.firn.deletes.PositionSet;
import java.util.Arrays;
import java.util.Optional;

/**
 * Which rows of a row group go to the new file, as runs of rows. Rows count from the row group's
 * first one, which is at a position of its file.
 */
final class LiveRows {
  private final long position;
  private final long rowsInGroup;
  private long[] ends = new long[2];
  private int size;
  private long count;

  private LiveRows(long position, long rowsInGroup) {
    this.position = position;
    this.rowsInGroup = rowsInGroup;
  }

  /** Takes runs. */
  interface Runs {
    void run(long from, long to);
  }

  /** Those from {@code from} on and before {@code to} that are not deleted. */
  static LiveRows of(
      long position, long rowsInGroup, long from, long to, Optional<PositionSet> deleted) {
    LiveRows live = new LiveRows(position, rowsInGroup);
    long[] next = {from};
    if (deleted.isPresent()) {
      deleted
          .get()
          .forEachInRange(
              position + from,
              position + to,
              gone -> {
                live.add(next[0], gone - position);
                next[0] = gone - position + 1;
              });
    }
    live.add(next[0], to);
    return live;
  }

  private void add(long from, long to) {
    if (from == to) {
      return;
    }
    if (size == ends.length) {
      ends = Arrays.copyOf(ends, size * 2);
    }
    ends[size] = from;
    ends[size + 1] = to;
    size += 2;
    count += to - from;
  }

  long count() {
    return count;
  }

  /** Position in the file of the row group's first row. */
  long position() {
    return position;
  }

  long rowsInGroup() {
    return rowsInGroup;
  }

  boolean isAll() {
    return count == rowsInGroup;
  }

  void forEachRun(Runs runs) {
    for (int i = 0; i < size; i += 2) {
      runs.run(ends[i], ends[i + 1]);
    }
  }

  Cursor cursor() {
    return new Cursor();
  }

  /** Looks at one row after the other. */
  final class Cursor {
    private int at;

    /** Rows must ascend. */
    boolean isLive(long row) {
      while (at < size && row >= ends[at + 1]) {
        at += 2;
      }
      return at < size && row >= ends[at];
    }
  }
}
