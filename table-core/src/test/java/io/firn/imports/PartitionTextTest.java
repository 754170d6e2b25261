package io.firn.imports;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.firn.error.InvalidInputException;
import io.firn.partition.IdentityTransform;
import io.firn.partition.PartitionField;
import io.firn.partition.PartitionSpec;
import io.firn.types.DecimalType;
import io.firn.types.Field;
import io.firn.types.PrimitiveType;
import io.firn.types.Schema;
import io.firn.types.SimpleType;
import io.firn.types.StructValue;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

final class PartitionTextTest {

  private static PartitionText text(PrimitiveType type) {
    Schema schema = Schema.of(Field.optional(1, "P", type));
    PartitionSpec spec =
        new PartitionSpec(
            0, List.of(new PartitionField(List.of(1), 1000, "P", IdentityTransform.IDENTITY)));
    return new PartitionText("lake.db.t", schema, spec, ZoneId.of("Europe/Berlin"));
  }

  private static Object value(PrimitiveType type, String text) {
    return text(type).values(directory(Optional.of(text))).at(0);
  }

  private static SourceDirectory directory(Optional<String> text) {
    return new SourceDirectory("/d/p=x", Map.of("p", text), List.of());
  }

  @Test
  void textsAreValuesOfTheColumnsType() {
    assertEquals(true, value(SimpleType.BOOLEAN, "TRUE"));
    assertEquals(-7, value(SimpleType.INT, "-7"));
    assertEquals(7L, value(SimpleType.LONG, "7"));
    assertEquals(1.5f, value(SimpleType.FLOAT, "1.5"));
    assertEquals(Double.NaN, value(SimpleType.DOUBLE, "NaN"));
    assertEquals(new BigDecimal("1.50"), value(new DecimalType(4, 2), "1.5"));
    assertEquals("", value(SimpleType.STRING, ""));
    assertEquals(ByteBuffer.wrap(new byte[] {'a'}), value(SimpleType.BINARY, "a"));
    assertEquals(
        UUID.fromString("00000000-0000-0001-0000-000000000002"),
        value(SimpleType.UUID, "00000000-0000-0001-0000-000000000002"));
    assertEquals(-1, value(SimpleType.DATE, "1969-12-31"));
    assertEquals(1_500_000L, value(SimpleType.TIMESTAMP, "1970-01-01 00:00:01.5"));
    assertEquals(-3_600_000_000L, value(SimpleType.TIMESTAMPTZ, "1970-01-01 00:00:00"));
    assertEquals(0L, value(SimpleType.TIMESTAMP, "1970-01-01"));
  }

  @Test
  void nullTextIsNull() {
    assertEquals(
        StructValue.of(new Object[] {null}),
        text(SimpleType.INT).values(directory(Optional.empty())));
    assertEquals(Optional.empty(), SourceDirectory.value("__HIVE_DEFAULT_PARTITION__"));
  }

  @Test
  void textThatIsNoValueIsRefusedWithItsPlace() {
    for (PrimitiveType type :
        List.of(SimpleType.INT, SimpleType.DATE, SimpleType.BOOLEAN, new DecimalType(2, 1))) {
      InvalidInputException e =
          assertThrows(InvalidInputException.class, () -> value(type, "12.34"));
      assertEquals(
          "Cannot use '12.34' of /d/p=x as partition value of lake.db.t: column P is " + type,
          e.getMessage());
    }
  }

  @Test
  void filterComparesValuesAndNotTexts() {
    StructValue seven = StructValue.of(7);
    assertTrue(text(SimpleType.INT).matches(seven, Map.of("P", "07")));
    assertFalse(text(SimpleType.INT).matches(seven, Map.of("P", "8")));
    assertTrue(text(SimpleType.INT).matches(seven, Map.of()));
    assertFalse(
        text(SimpleType.INT).matches(StructValue.of(new Object[] {null}), Map.of("P", "8")));
  }
}
