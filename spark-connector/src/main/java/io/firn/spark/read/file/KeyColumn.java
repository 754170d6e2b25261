package io.firn.spark.read.file;

import io.firn.types.DecimalType;
import io.firn.types.SimpleType;
import io.firn.types.Type;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.unsafe.types.UTF8String;
import org.jspecify.annotations.Nullable;

/**
 * One column of the keys of equality deletes. Values of a delete file and of a data file come out
 * as equal objects when the spec says that they are equal: null equals null, NaN equals NaN, and
 * -0.0 does not equal 0.0.
 */
record KeyColumn(Type type) {

  /** The value of a delete file's row, in Firn's form (see {@link Type}). */
  @Nullable Object ofDelete(@Nullable Object value) {
    return type == SimpleType.STRING || type == SimpleType.UUID
        ? value == null ? null : UTF8String.fromString(value.toString())
        : value;
  }

  /** The value of a data file's row; valid until the next batch. */
  @Nullable Object ofRow(ColumnVector vector, int row) {
    if (vector.isNullAt(row)) {
      return null;
    }
    if (type instanceof SimpleType simple) {
      return switch (simple) {
        case BOOLEAN -> vector.getBoolean(row);
        case INT, DATE -> vector.getInt(row);
        case LONG, TIME, TIMESTAMP, TIMESTAMPTZ, TIMESTAMP_NS, TIMESTAMPTZ_NS ->
            vector.getLong(row);
        case FLOAT -> vector.getFloat(row);
        case DOUBLE -> vector.getDouble(row);
        case STRING, UUID -> vector.getUTF8String(row);
        case BINARY -> ByteBuffer.wrap(vector.getBinary(row));
        case UNKNOWN -> null;
      };
    }
    if (type instanceof DecimalType decimal) {
      BigDecimal value =
          vector.getDecimal(row, decimal.precision(), decimal.scale()).toJavaBigDecimal();
      return value;
    }
    return ByteBuffer.wrap(vector.getBinary(row));
  }
}
