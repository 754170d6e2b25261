package io.firn.procedures.sketch;

import io.firn.error.UnsupportedFeatureException;
import java.io.Serializable;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import org.apache.datasketches.theta.UpdateSketch;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.BinaryType;
import org.apache.spark.sql.types.BooleanType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DateType;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.DoubleType;
import org.apache.spark.sql.types.FloatType;
import org.apache.spark.sql.types.IntegerType;
import org.apache.spark.sql.types.LongType;
import org.apache.spark.sql.types.NullType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.TimestampNTZType;
import org.apache.spark.sql.types.TimestampType;
import org.apache.spark.unsafe.types.UTF8String;

/**
 * How a value of a column gets into its sketch: by its bytes (spec: Binary single-value
 * serialization) in the type that Spark reads it in, so that a uuid counts by its text, as in
 * Apache Iceberg's connector.
 */
interface ColumnValue extends Serializable {

  /** Adds the value at the position, which is not null. */
  void addTo(UpdateSketch sketch, InternalRow row, int position);

  /**
   * @throws UnsupportedFeatureException if values of the type have no bytes
   */
  static ColumnValue of(DataType type) {
    if (type instanceof BooleanType) {
      return (sketch, row, i) -> sketch.update(new byte[] {(byte) (row.getBoolean(i) ? 1 : 0)});
    }
    if (type instanceof IntegerType || type instanceof DateType) {
      return (sketch, row, i) -> sketch.update(bytes(4).putInt(0, row.getInt(i)).array());
    }
    if (type instanceof LongType
        || type instanceof TimestampType
        || type instanceof TimestampNTZType) {
      return (sketch, row, i) -> sketch.update(bytes(8).putLong(0, row.getLong(i)).array());
    }
    if (type instanceof FloatType) {
      return (sketch, row, i) -> sketch.update(bytes(4).putFloat(0, row.getFloat(i)).array());
    }
    if (type instanceof DoubleType) {
      return (sketch, row, i) -> sketch.update(bytes(8).putDouble(0, row.getDouble(i)).array());
    }
    if (type instanceof StringType) {
      return (sketch, row, i) -> sketch.update(utf8(row.getUTF8String(i)));
    }
    if (type instanceof BinaryType) {
      return (sketch, row, i) -> sketch.update(row.getBinary(i));
    }
    if (type instanceof DecimalType decimal) {
      return (sketch, row, i) ->
          sketch.update(
              row.getDecimal(i, decimal.precision(), decimal.scale())
                  .toJavaBigDecimal()
                  .unscaledValue()
                  .toByteArray());
    }
    if (type instanceof NullType) {
      return (sketch, row, i) -> {};
    }
    throw new UnsupportedFeatureException(
        "Cannot compute a sketch of values of Spark's type " + type.simpleString());
  }

  private static ByteBuffer bytes(int count) {
    return ByteBuffer.allocate(count).order(ByteOrder.LITTLE_ENDIAN);
  }

  /** Bytes that are no text count as what they are read as. */
  private static byte[] utf8(UTF8String text) {
    return text.isValid() ? text.getBytes() : text.toString().getBytes(StandardCharsets.UTF_8);
  }
}
