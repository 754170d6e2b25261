package io.firn.spark.read.vector;

import org.apache.spark.sql.execution.vectorized.WritableColumnVector;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.sql.vectorized.ColumnarMap;

/** Maps of another vector with converted keys and values. */
public final class MapVector extends ReadOnlyVector {
  private final WritableColumnVector maps;
  private final ColumnVector keys;
  private final ColumnVector values;

  public MapVector(
      DataType type, WritableColumnVector maps, ColumnVector keys, ColumnVector values) {
    super(type);
    this.maps = maps;
    this.keys = keys;
    this.values = values;
  }

  @Override
  public boolean hasNull() {
    return maps.hasNull();
  }

  @Override
  public boolean isNullAt(int rowId) {
    return maps.isNullAt(rowId);
  }

  @Override
  public ColumnarMap getMap(int rowId) {
    return new ColumnarMap(keys, values, maps.getArrayOffset(rowId), maps.getArrayLength(rowId));
  }

  @Override
  public ColumnVector getChild(int ordinal) {
    return ordinal == 0 ? keys : values;
  }
}
