package io.firn.spark.read.vector;

import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.vectorized.ColumnVector;

/**
 * A row lineage column: what the file says, and {@code base}, plus the row's position if there are
 * positions, where it says nothing (spec: Row Lineage).
 */
public final class InheritedLongVector extends ReadOnlyVector {
  private final ColumnVector stored;
  private final long base;
  private final ColumnVector offsets;

  /** {@code stored} holds nulls only for a file without the column; offsets are never null. */
  public InheritedLongVector(ColumnVector stored, long base, ColumnVector offsets) {
    super(DataTypes.LongType);
    this.stored = stored;
    this.base = base;
    this.offsets = offsets;
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
    return stored.isNullAt(rowId) ? base + offsets.getLong(rowId) : stored.getLong(rowId);
  }
}
