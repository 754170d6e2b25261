package io.firn.spark.read.vector;

import java.util.List;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.vectorized.ColumnVector;

/** Structs that are null where another vector is, with fields of their own. */
public final class StructVector extends ReadOnlyVector {
  private final ColumnVector nulls;
  private final ColumnVector[] fields;

  public StructVector(DataType type, ColumnVector nulls, List<ColumnVector> fields) {
    super(type);
    this.nulls = nulls;
    this.fields = fields.toArray(new ColumnVector[0]);
  }

  @Override
  public boolean hasNull() {
    return nulls.hasNull();
  }

  @Override
  public boolean isNullAt(int rowId) {
    return nulls.isNullAt(rowId);
  }

  @Override
  public ColumnVector getChild(int ordinal) {
    return fields[ordinal];
  }
}
