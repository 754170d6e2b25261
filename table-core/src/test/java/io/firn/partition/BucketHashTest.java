package io.firn.partition;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.firn.error.InvalidInputException;
import io.firn.types.DecimalType;
import io.firn.types.FixedType;
import io.firn.types.PrimitiveType;
import io.firn.types.SimpleType;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** The spec's table of 32-bit hashes (Appendix B). */
class BucketHashTest {
  private static final long MICROS =
      LocalDateTime.parse("2017-11-16T22:31:08").toEpochSecond(ZoneOffset.UTC) * 1_000_000L;

  @Test
  void hashesAreTheOnesOfTheSpec() {
    assertEquals(2017239379, hash(SimpleType.INT, 34));
    assertEquals(2017239379, hash(SimpleType.LONG, 34L));
    assertEquals(-500754589, hash(new DecimalType(9, 2), new BigDecimal("14.20")));
    assertEquals(
        -653330422, hash(SimpleType.DATE, (int) LocalDate.parse("2017-11-16").toEpochDay()));
    assertEquals(
        -662762989, hash(SimpleType.TIME, LocalTime.parse("22:31:08").toNanoOfDay() / 1000));
    assertEquals(-2047944441, hash(SimpleType.TIMESTAMP, MICROS));
    assertEquals(-2047944441, hash(SimpleType.TIMESTAMPTZ, MICROS));
    assertEquals(-1207196810, hash(SimpleType.TIMESTAMP, MICROS + 1));
    assertEquals(-2047944441, hash(SimpleType.TIMESTAMP_NS, MICROS * 1000));
    assertEquals(-1207196810, hash(SimpleType.TIMESTAMPTZ_NS, MICROS * 1000 + 1001));
    assertEquals(1210000089, hash(SimpleType.STRING, "iceberg"));
    assertEquals(
        1488055340, hash(SimpleType.UUID, UUID.fromString("f79c3e09-677c-4bbd-a479-3f349cb785e7")));
    assertEquals(-188683207, hash(new FixedType(4), ByteBuffer.wrap(new byte[] {0, 1, 2, 3})));
    assertEquals(-188683207, hash(SimpleType.BINARY, ByteBuffer.wrap(new byte[] {0, 1, 2, 3})));
  }

  @Test
  void bucketsAreTheHashWithoutItsSignModuloTheirNumber() {
    assertEquals(1210000089 % 16, new BucketTransform(16).bind(SimpleType.STRING).apply("iceberg"));
    assertEquals(
        (-500754589 & Integer.MAX_VALUE) % 7,
        new BucketTransform(7).bind(new DecimalType(9, 2)).apply(new BigDecimal("14.20")));
    assertNull(new BucketTransform(16).bind(SimpleType.INT).apply(null));
  }

  @Test
  void onlyTheSpecsTypesHaveBuckets() {
    assertThrows(InvalidInputException.class, () -> new BucketTransform(4).bind(SimpleType.DOUBLE));
    assertThrows(
        InvalidInputException.class, () -> new BucketTransform(4).bind(SimpleType.BOOLEAN));
  }

  private static int hash(PrimitiveType type, Object value) {
    return BucketTransform.hash(type).applyAsInt(value);
  }
}
