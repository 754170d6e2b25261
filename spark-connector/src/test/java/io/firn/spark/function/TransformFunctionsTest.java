package io.firn.spark.function;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.firn.error.InvalidInputException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import org.apache.spark.sql.connector.catalog.functions.BoundFunction;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.types.UTF8String;
import org.junit.jupiter.api.Test;

class TransformFunctionsTest {

  /** The hashes are those of the spec's appendix B: 34 as int and long is 2017239379, and so on. */
  @Test
  void bucketsAreThoseOfTheSpec() {
    assertEquals(2017239379 % 16, Bucket.invoke(16, 34));
    assertEquals(2017239379 % 16, Bucket.invoke(16, 34L));
    assertEquals((-500754589 & Integer.MAX_VALUE) % 16, Bucket.invoke(16, decimal("14.20")));
    assertEquals(1210000089 % 16, Bucket.invoke(16, UTF8String.fromString("iceberg")));
    assertEquals((-188683207 & Integer.MAX_VALUE) % 16, Bucket.invoke(16, new byte[] {0, 1, 2, 3}));
    assertEquals((-653330422 & Integer.MAX_VALUE) % 16, Bucket.invoke(16, 17486));
    assertNull(Bucket.invoke(16, (UTF8String) null));
    assertNull(Bucket.invoke(16, (Decimal) null));
  }

  @Test
  void truncationRoundsDownAndCutsCodePoints() {
    assertEquals(-10, Truncate.invoke(10, -1));
    assertEquals(10L, Truncate.invoke(10, 19L));
    assertEquals(new BigDecimal("10.50"), Truncate.invoke(50, decimal("10.65")).toJavaBigDecimal());
    assertEquals(
        UTF8String.fromString("a\uD83D\uDE00"),
        Truncate.invoke(2, UTF8String.fromString("a\uD83D\uDE00b")));
    assertArrayEquals(new byte[] {1, 2}, Truncate.invoke(2, new byte[] {1, 2, 3}));
    assertNull(Truncate.invoke(2, (byte[]) null));
  }

  @Test
  void timesCountFromTheEpochAlsoBeforeIt() {
    long micros = 1510871468000000L; // 2017-11-16T22:31:08
    assertEquals(47, Years.invoke(micros));
    assertEquals(574, Months.invoke(micros));
    assertEquals(17486, Days.invoke(micros));
    assertEquals(419686, Hours.invoke(micros));
    assertEquals(-1, Years.invoke(-1L));
    assertEquals(-1, Days.invoke(-1L));
    assertEquals(47, Years.invoke(17486));
    assertEquals(17486, Days.invoke(17486));
  }

  @Test
  void canonicalNamesAreStable() {
    assertEquals(
        "iceberg.bucket(bigint)", bind("bucket", DataTypes.IntegerType, DataTypes.LongType));
    assertEquals("iceberg.bucket(int)", bind("bucket", DataTypes.ShortType, DataTypes.ByteType));
    assertEquals("iceberg.days(timestamp)", bind("days", DataTypes.TimestampType));
    assertEquals(
        "iceberg.truncate(string)", bind("truncate", DataTypes.IntegerType, DataTypes.StringType));
  }

  @Test
  void wrongArgumentsAreRefused() {
    assertRefused(
        "bucket(numBuckets, value) does not take values of type double",
        "bucket",
        DataTypes.IntegerType,
        DataTypes.DoubleType);
    assertRefused("hours(time) does not take values of type date", "hours", DataTypes.DateType);
    assertRefused(
        "Wrong number of arguments: years is called as years(time)",
        "years",
        DataTypes.DateType,
        DataTypes.DateType);
    assertRefused(
        "The first argument of truncate(width, value) must be an int, not string",
        "truncate",
        DataTypes.StringType,
        DataTypes.StringType);
    assertEquals(
        "The numBuckets of bucket must be positive, not 0",
        assertThrows(InvalidInputException.class, () -> Bucket.invoke(0, 1)).getMessage());
    assertEquals(
        "The width of truncate must be positive, not -1",
        assertThrows(
                InvalidInputException.class,
                () -> Truncate.invoke(-1, "a".getBytes(StandardCharsets.UTF_8)))
            .getMessage());
  }

  @Test
  void versionIsThatOfTheBuild() {
    assertTrue(Version.invoke().toString().matches("Firn \\d+\\.\\d+.*"));
  }

  private static void assertRefused(String message, String function, DataType... types) {
    UnsupportedOperationException e =
        assertThrows(UnsupportedOperationException.class, () -> bind(function, types));
    assertEquals(message, e.getMessage());
  }

  private static String bind(String function, DataType... types) {
    StructType input = new StructType();
    for (int i = 0; i < types.length; i++) {
      input = input.add("arg" + i, types[i]);
    }
    BoundFunction bound = SystemFunctions.find(function).orElseThrow().bind(input);
    return bound.canonicalName();
  }

  private static Decimal decimal(String text) {
    BigDecimal value = new BigDecimal(text);
    return Decimal.apply(value, value.precision(), value.scale());
  }
}
