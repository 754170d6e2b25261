package io.firn.spark.read.vector;

import org.apache.spark.sql.execution.vectorized.WritableColumnVector;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.sql.vectorized.ColumnarArray;

/** Lists of another vector with converted elements. */
public final class ListVector extends ReadOnlyVector {
  private final WritableColumnVector lists;
  private final ColumnVector elements;

  public ListVector(DataType type, WritableColumnVector lists, ColumnVector elements) {
    super(type);
    this.lists = lists;
    this.elements = elements;
  }

  @Override
  public boolean hasNull() {
    return lists.hasNull();
  }

  @Override
  public boolean isNullAt(int rowId) {
    return lists.isNullAt(rowId);
  }

  @Override
  public ColumnarArray getArray(int rowId) {
    return new ColumnarArray(elements, lists.getArrayOffset(rowId), lists.getArrayLength(rowId));
  }

  @Override
  public ColumnVector getChild(int ordinal) {
    return elements;
  }
}
