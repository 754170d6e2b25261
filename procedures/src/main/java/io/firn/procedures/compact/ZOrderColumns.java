package io.firn.procedures.compact;

import io.firn.error.InvalidInputException;
import io.firn.maintenance.ShuffleOptions;
import io.firn.maintenance.ZOrderValue;
import io.firn.spark.convert.SparkTypes;
import io.firn.types.Field;
import io.firn.types.Schema;
import java.io.Serializable;
import java.util.List;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.BinaryType;
import org.apache.spark.sql.types.BooleanType;
import org.apache.spark.sql.types.ByteType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DateType;
import org.apache.spark.sql.types.DoubleType;
import org.apache.spark.sql.types.FloatType;
import org.apache.spark.sql.types.IntegerType;
import org.apache.spark.sql.types.LongType;
import org.apache.spark.sql.types.ShortType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.TimestampType;
import org.jspecify.annotations.Nullable;

/** Takes the z-order value of one Spark row after the other. Timestamps count in seconds. */
final class ZOrderColumns implements Serializable {
  private static final long serialVersionUID = 1L;
  private static final long MICROS_PER_SECOND = 1_000_000;

  private final ColumnPath[] paths;
  private final DataType[] types;
  private final int varLengthContribution;
  private final int maxOutputSize;
  private transient @Nullable ZOrderValue value;

  ZOrderColumns(Schema schema, List<Integer> fieldIds, ShuffleOptions options) {
    paths = new ColumnPath[fieldIds.size()];
    types = new DataType[fieldIds.size()];
    for (int i = 0; i < paths.length; i++) {
      Field field = schema.field(fieldIds.get(i)).orElseThrow();
      paths[i] = ColumnPath.of(schema, field.id()).orElseThrow();
      types[i] = SparkTypes.toSpark(field.type(), field.name());
    }
    varLengthContribution = options.varLengthContribution();
    maxOutputSize = options.maxOutputSize();
  }

  /**
   * Refuses a column whose values have no such bytes.
   *
   * @throws InvalidInputException if it is one
   */
  static void requireUsable(Field column) {
    DataType type = SparkTypes.toSpark(column.type(), column.name());
    if (!isWholeNumber(type)
        && !hasVariableLength(type)
        && !(type instanceof FloatType)
        && !(type instanceof DoubleType)
        && !(type instanceof BooleanType)) {
      throw new InvalidInputException(
          "Cannot use column %s of type %s in ZOrdering, the type is unsupported"
              .formatted(column.name(), type.simpleString()));
    }
  }

  private static boolean isWholeNumber(DataType type) {
    return type instanceof ByteType
        || type instanceof ShortType
        || type instanceof IntegerType
        || type instanceof LongType
        || type instanceof DateType
        || type instanceof TimestampType;
  }

  private static boolean hasVariableLength(DataType type) {
    return type instanceof StringType || type instanceof BinaryType;
  }

  byte[] valueOf(InternalRow row) {
    ZOrderValue current = value;
    if (current == null) {
      current = new ZOrderValue(widths(), maxOutputSize);
      value = current;
    }
    for (int i = 0; i < paths.length; i++) {
      InternalRow struct = paths[i].structIn(row);
      int ordinal = paths[i].lastOrdinal();
      if (struct == null || struct.isNullAt(ordinal)) {
        current.setNull(i);
      } else {
        set(current, i, struct, ordinal);
      }
    }
    return current.interleaved();
  }

  private int[] widths() {
    int[] widths = new int[types.length];
    for (int i = 0; i < widths.length; i++) {
      widths[i] = hasVariableLength(types[i]) ? varLengthContribution : ZOrderValue.NUMBER_BYTES;
    }
    return widths;
  }

  private void set(ZOrderValue to, int column, InternalRow row, int ordinal) {
    DataType type = types[column];
    if (type instanceof LongType) {
      to.setNumber(column, row.getLong(ordinal));
    } else if (type instanceof TimestampType) {
      to.setNumber(column, Math.floorDiv(row.getLong(ordinal), MICROS_PER_SECOND));
    } else if (type instanceof IntegerType || type instanceof DateType) {
      to.setNumber(column, (long) row.getInt(ordinal));
    } else if (type instanceof ShortType) {
      to.setNumber(column, (long) row.getShort(ordinal));
    } else if (type instanceof ByteType) {
      to.setNumber(column, (long) row.getByte(ordinal));
    } else if (type instanceof DoubleType) {
      to.setNumber(column, row.getDouble(ordinal));
    } else if (type instanceof FloatType) {
      to.setNumber(column, (double) row.getFloat(ordinal));
    } else if (type instanceof BooleanType) {
      to.setBoolean(column, row.getBoolean(ordinal));
    } else if (type instanceof StringType) {
      to.setText(column, row.getUTF8String(ordinal).getBytes());
    } else {
      to.setBinary(column, row.getBinary(ordinal));
    }
  }
}
