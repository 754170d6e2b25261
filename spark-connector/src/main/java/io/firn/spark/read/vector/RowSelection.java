package io.firn.spark.read.vector;

/** Which rows of the current batch are left, ascending; set anew for each batch. */
public final class RowSelection {
  private int[] rows = new int[0];
  private int size;
  private int next;

  /** Forgets all rows and makes room for {@code capacity} of them. */
  public void clear(int capacity) {
    if (rows.length < capacity) {
      rows = new int[capacity];
    }
    size = 0;
    next = 0;
  }

  public void add(int row) {
    rows[size] = row;
    size++;
    next = row + 1;
  }

  /** Adds all rows that follow the last one that was added or skipped, up to {@code end}. */
  public void addUpTo(int end) {
    for (int row = next; row < end; row++) {
      rows[size] = row;
      size++;
    }
    next = end;
  }

  /** Leaves out the row that follows the last one that was added or skipped. */
  public void skip() {
    next++;
  }

  public int size() {
    return size;
  }

  /** The row of the batch behind the {@code index}th row that is left. */
  public int row(int index) {
    return rows[index];
  }
}
