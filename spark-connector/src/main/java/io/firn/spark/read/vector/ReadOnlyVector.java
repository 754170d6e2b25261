package io.firn.spark.read.vector;

import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.sql.vectorized.ColumnarArray;
import org.apache.spark.sql.vectorized.ColumnarMap;
import org.apache.spark.unsafe.types.UTF8String;

/**
 * The part that all vectors of this package share: Spark wants a method a type, of which a vector
 * has one or two. The memory belongs to the file's reader, so closing does nothing.
 */
abstract class ReadOnlyVector extends ColumnVector {

  ReadOnlyVector(DataType type) {
    super(type);
  }

  @Override
  public void close() {}

  @Override
  public void closeIfFreeable() {}

  @Override
  public boolean hasNull() {
    return true;
  }

  @Override
  public int numNulls() {
    throw absent("a count of nulls");
  }

  @Override
  public boolean getBoolean(int rowId) {
    throw absent("booleans");
  }

  @Override
  public byte getByte(int rowId) {
    throw absent("bytes");
  }

  @Override
  public short getShort(int rowId) {
    throw absent("shorts");
  }

  @Override
  public int getInt(int rowId) {
    throw absent("ints");
  }

  @Override
  public long getLong(int rowId) {
    throw absent("longs");
  }

  @Override
  public float getFloat(int rowId) {
    throw absent("floats");
  }

  @Override
  public double getDouble(int rowId) {
    throw absent("doubles");
  }

  @Override
  public ColumnarArray getArray(int rowId) {
    throw absent("arrays");
  }

  @Override
  public ColumnarMap getMap(int rowId) {
    throw absent("maps");
  }

  @Override
  public Decimal getDecimal(int rowId, int precision, int scale) {
    throw absent("decimals");
  }

  @Override
  public UTF8String getUTF8String(int rowId) {
    throw absent("strings");
  }

  @Override
  public byte[] getBinary(int rowId) {
    throw absent("binary values");
  }

  @Override
  public ColumnVector getChild(int ordinal) {
    throw absent("children");
  }

  private UnsupportedOperationException absent(String what) {
    return new UnsupportedOperationException("A vector of " + type + " has no " + what);
  }
}
