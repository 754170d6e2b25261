package io.firn.spark.read.file;

import io.firn.spark.convert.SparkTypes;
import io.firn.types.SimpleType;
import io.firn.types.Type;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.DecimalLogicalTypeAnnotation;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;

/** Spark's types for columns inside a reader, where more is possible than in a result. */
final class StoredTypes {
  private StoredTypes() {}

  /** As {@link SparkTypes}, but times and nanosecond timestamps are longs: they serve as keys. */
  static DataType sparkType(Type type, String path) {
    boolean isLong =
        type == SimpleType.TIME
            || type == SimpleType.TIMESTAMP_NS
            || type == SimpleType.TIMESTAMPTZ_NS;
    return isLong ? DataTypes.LongType : SparkTypes.toSpark(type, path);
  }

  /** A type that Spark's reader can surely read the column with. */
  static DataType natural(PrimitiveType stored) {
    LogicalTypeAnnotation annotation = stored.getLogicalTypeAnnotation();
    if (annotation instanceof DecimalLogicalTypeAnnotation decimal) {
      return DataTypes.createDecimalType(decimal.getPrecision(), decimal.getScale());
    }
    return switch (stored.getPrimitiveTypeName()) {
      case BOOLEAN -> DataTypes.BooleanType;
      case INT32 -> DataTypes.IntegerType;
      case INT64 -> DataTypes.LongType;
      case FLOAT -> DataTypes.FloatType;
      case DOUBLE -> DataTypes.DoubleType;
      case INT96 -> DataTypes.TimestampType;
      case BINARY, FIXED_LEN_BYTE_ARRAY -> DataTypes.BinaryType;
    };
  }

  /** Roughly how many bytes a value takes; only the order matters. */
  static int width(PrimitiveType stored) {
    return switch (stored.getPrimitiveTypeName()) {
      case BOOLEAN -> 1;
      case INT32, FLOAT -> 4;
      case INT64, DOUBLE -> 8;
      case INT96 -> 12;
      case FIXED_LEN_BYTE_ARRAY -> stored.getTypeLength();
      case BINARY -> 1 << 16;
    };
  }
}
