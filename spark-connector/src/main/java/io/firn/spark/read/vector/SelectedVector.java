package io.firn.spark.read.vector;

import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.types.VariantType;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.sql.vectorized.ColumnarArray;
import org.apache.spark.sql.vectorized.ColumnarMap;
import org.apache.spark.unsafe.types.UTF8String;

/** The selected rows of another vector. */
public final class SelectedVector extends ReadOnlyVector {
  private final ColumnVector all;
  private final RowSelection selection;
  private final List<ColumnVector> children = new ArrayList<>();

  /** Follows the selection: a later change of it shows here. */
  public SelectedVector(ColumnVector all, RowSelection selection) {
    super(all.dataType());
    this.all = all;
    this.selection = selection;
    for (int i = 0; i < childrenByRow(); i++) {
      children.add(new SelectedVector(all.getChild(i), selection));
    }
  }

  /** Children of arrays and maps are numbered by element, so they stay as they are. */
  private int childrenByRow() {
    if (type instanceof StructType struct) {
      return struct.fields().length;
    }
    return type instanceof VariantType ? 2 : 0;
  }

  @Override
  public boolean hasNull() {
    return all.hasNull();
  }

  @Override
  public boolean isNullAt(int rowId) {
    return all.isNullAt(selection.row(rowId));
  }

  @Override
  public boolean getBoolean(int rowId) {
    return all.getBoolean(selection.row(rowId));
  }

  @Override
  public byte getByte(int rowId) {
    return all.getByte(selection.row(rowId));
  }

  @Override
  public short getShort(int rowId) {
    return all.getShort(selection.row(rowId));
  }

  @Override
  public int getInt(int rowId) {
    return all.getInt(selection.row(rowId));
  }

  @Override
  public long getLong(int rowId) {
    return all.getLong(selection.row(rowId));
  }

  @Override
  public float getFloat(int rowId) {
    return all.getFloat(selection.row(rowId));
  }

  @Override
  public double getDouble(int rowId) {
    return all.getDouble(selection.row(rowId));
  }

  @Override
  public ColumnarArray getArray(int rowId) {
    return all.getArray(selection.row(rowId));
  }

  @Override
  public ColumnarMap getMap(int rowId) {
    return all.getMap(selection.row(rowId));
  }

  @Override
  public Decimal getDecimal(int rowId, int precision, int scale) {
    return all.getDecimal(selection.row(rowId), precision, scale);
  }

  @Override
  public UTF8String getUTF8String(int rowId) {
    return all.getUTF8String(selection.row(rowId));
  }

  @Override
  public byte[] getBinary(int rowId) {
    return all.getBinary(selection.row(rowId));
  }

  @Override
  public ColumnVector getChild(int ordinal) {
    boolean byElement = type instanceof ArrayType || type instanceof MapType;
    return byElement ? all.getChild(ordinal) : children.get(ordinal);
  }
}
