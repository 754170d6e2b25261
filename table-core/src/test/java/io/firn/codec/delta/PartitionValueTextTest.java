package io.firn.codec.delta;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.firn.error.CorruptFileException;
import io.firn.types.DecimalType;
import io.firn.types.SimpleType;
import io.firn.types.Type;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.time.ZoneId;
import org.junit.jupiter.api.Test;

class PartitionValueTextTest {
  private final PartitionValueText texts = new PartitionValueText(ZoneId.of("Europe/Zurich"));

  @Test
  void textsBecomeValues() {
    assertEquals("a b", parse(SimpleType.STRING, "a b"));
    assertEquals(-7, parse(SimpleType.INT, "-7"));
    assertEquals(7L, parse(SimpleType.LONG, "7"));
    assertEquals(Float.NaN, parse(SimpleType.FLOAT, "NaN"));
    assertEquals(1.5, parse(SimpleType.DOUBLE, "1.5"));
    assertEquals(true, parse(SimpleType.BOOLEAN, "true"));
    assertEquals(new BigDecimal("1.50"), parse(new DecimalType(5, 2), "1.5"));
    assertEquals(ByteBuffer.wrap(new byte[] {1, 2}), parse(SimpleType.BINARY, "\u0001\u0002"));
    assertEquals(-1, parse(SimpleType.DATE, "1969-12-31"));
  }

  @Test
  void timesWithoutOffsetAreLocal() {
    assertEquals(-3_600_000_000L + 1, parse(SimpleType.TIMESTAMPTZ, "1970-01-01 00:00:00.000001"));
    assertEquals(1L, parse(SimpleType.TIMESTAMPTZ, "1970-01-01T00:00:00.000001Z"));
    assertEquals(0L, parse(SimpleType.TIMESTAMPTZ, "1970-01-01 02:00:00+02:00"));
    assertEquals(1L, parse(SimpleType.TIMESTAMP, "1970-01-01 00:00:00.000001"));
  }

  @Test
  void noTextAndEmptyTextAreNull() {
    assertNull(texts.parse(SimpleType.STRING, "", "f"));
    assertNull(texts.parse(SimpleType.STRING, null, "f"));
  }

  @Test
  void whatIsNoValueIsCorrupt() {
    CorruptFileException e =
        assertThrows(CorruptFileException.class, () -> texts.parse(SimpleType.INT, "x", "f"));
    assertEquals(
        "Corrupt file f: the Delta log has the partition value 'x', no int", e.getMessage());
    assertThrows(CorruptFileException.class, () -> texts.parse(SimpleType.DATE, "2020", "f"));
    assertThrows(CorruptFileException.class, () -> texts.parse(SimpleType.BOOLEAN, "1", "f"));
    assertThrows(CorruptFileException.class, () -> texts.parse(new DecimalType(5, 1), "1.25", "f"));
  }

  private Object parse(Type type, String text) {
    return texts.parse(type, text, "f");
  }
}
