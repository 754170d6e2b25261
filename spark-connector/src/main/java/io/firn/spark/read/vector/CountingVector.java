package io.firn.spark.read.vector;

import org.apache.spark.sql.types.DataTypes;

/** The positions of a batch's rows when no file is read: {@code start}, {@code start + 1}, ... */
public final class CountingVector extends ReadOnlyVector {
  private long start;

  public CountingVector() {
    super(DataTypes.LongType);
  }

  /** Moves to the next batch. */
  public void startAt(long newStart) {
    start = newStart;
  }

  @Override
  public boolean hasNull() {
    return false;
  }

  @Override
  public boolean isNullAt(int rowId) {
    return false;
  }

  @Override
  public long getLong(int rowId) {
    return start + rowId;
  }
}
