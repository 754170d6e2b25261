package io.firn.spark.function;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import org.apache.spark.sql.connector.catalog.functions.ScalarFunction;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.unsafe.types.UTF8String;
import org.jspecify.annotations.Nullable;

/** The truncate transform for values of one type; see {@link Bucket} for how Spark calls it. */
public record Truncate(DataType valueType) implements ScalarFunction<Object> {
  private static final String WIDTH = "width of truncate";

  @Override
  public String name() {
    return "truncate";
  }

  @Override
  public DataType[] inputTypes() {
    return new DataType[] {DataTypes.IntegerType, valueType};
  }

  @Override
  public DataType resultType() {
    return valueType;
  }

  @Override
  public String canonicalName() {
    return "iceberg.truncate(" + valueType.catalogString() + ")";
  }

  public static int invoke(int width, int value) {
    Arguments.requirePositive(WIDTH, width);
    return value - Math.floorMod(value, width);
  }

  public static long invoke(int width, long value) {
    Arguments.requirePositive(WIDTH, width);
    return value - Math.floorMod(value, (long) width);
  }

  public static @Nullable Decimal invoke(int width, @Nullable Decimal value) {
    Arguments.requirePositive(WIDTH, width);
    if (value == null) {
      return null;
    }
    BigDecimal decimal = value.toJavaBigDecimal();
    BigInteger unscaled = decimal.unscaledValue();
    BigInteger truncated = unscaled.subtract(unscaled.mod(BigInteger.valueOf(width)));
    return Decimal.apply(
        new BigDecimal(truncated, decimal.scale()), value.precision(), value.scale());
  }

  /** Cuts to code points. */
  public static @Nullable UTF8String invoke(int width, @Nullable UTF8String value) {
    Arguments.requirePositive(WIDTH, width);
    return value == null ? null : value.substring(0, width);
  }

  public static byte @Nullable [] invoke(int width, byte @Nullable [] value) {
    Arguments.requirePositive(WIDTH, width);
    return value == null || value.length <= width ? value : Arrays.copyOf(value, width);
  }
}
