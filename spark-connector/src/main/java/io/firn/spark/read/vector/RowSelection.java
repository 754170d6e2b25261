package io.firn.spark.read.vector;

/** Which rows of the current batch are left, in order; set anew for each batch. */
public final class RowSelection {
  private int[] rows = new int[0];
  private int size;

  /** Forgets all rows and makes room for {@code capacity} of them. */
  public void clear(int capacity) {
    if (rows.length < capacity) {
      rows = new int[capacity];
    }
    size = 0;
  }

  public void add(int row) {
    rows[size] = row;
    size++;
  }

  public int size() {
    return size;
  }

  /** The row of the batch behind the {@code index}th row that is left. */
  public int row(int index) {
    return rows[index];
  }
}
