package io.firn.spark.function;

import io.firn.error.InvalidInputException;
import org.apache.spark.sql.types.ByteType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.IntegerType;
import org.apache.spark.sql.types.ShortType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructType;

/** Checks of what a function is called with; Spark shows the messages as analysis errors. */
final class Arguments {
  private Arguments() {}

  static void requireCount(String function, String signature, StructType input, int count) {
    if (input.size() != count) {
      throw new UnsupportedOperationException(
          "Wrong number of arguments: " + function + " is called as " + signature);
    }
  }

  /** The width or number of buckets. */
  static void requireWidth(String signature, StructType input) {
    DataType type = input.fields()[0].dataType();
    if (!isInt(type)) {
      throw new UnsupportedOperationException(
          "The first argument of " + signature + " must be an int, not " + type.catalogString());
    }
  }

  /**
   * @throws InvalidInputException if the value of the parameter is not positive
   */
  static void requirePositive(String parameter, int value) {
    if (value <= 0) {
      throw new InvalidInputException("The " + parameter + " must be positive, not " + value);
    }
  }

  /** The type that values of this one are computed with: tinyint and smallint as int. */
  static DataType widened(DataType type) {
    if (isInt(type)) {
      return DataTypes.IntegerType;
    }
    return type instanceof StringType ? DataTypes.StringType : type;
  }

  static UnsupportedOperationException unsupported(String signature, DataType type) {
    return new UnsupportedOperationException(
        signature + " does not take values of type " + type.catalogString());
  }

  private static boolean isInt(DataType type) {
    return type instanceof ByteType || type instanceof ShortType || type instanceof IntegerType;
  }
}
