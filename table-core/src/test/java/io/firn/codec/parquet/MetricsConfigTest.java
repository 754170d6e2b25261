package io.firn.codec.parquet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.firn.codec.oracle.IcebergModel;
import io.firn.error.InvalidInputException;
import io.firn.types.Field;
import io.firn.types.ListType;
import io.firn.types.MapType;
import io.firn.types.Schema;
import io.firn.types.SimpleType;
import io.firn.types.StructType;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.MetricsModes;
import org.apache.iceberg.SortOrder;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Which columns get which stats. */
@Tag("iceberg-oracle")
final class MetricsConfigTest {
  private static final Schema SCHEMA =
      Schema.of(
          Field.optional(
              1,
              "a",
              StructType.of(
                  Field.optional(2, "b", SimpleType.INT),
                  Field.optional(
                      3, "c", StructType.of(Field.optional(4, "d", SimpleType.STRING))))),
          Field.optional(5, "e", SimpleType.INT),
          Field.optional(6, "f", new ListType(7, false, SimpleType.STRING)),
          Field.optional(8, "g", SimpleType.STRING),
          Field.optional(
              9,
              "h",
              new MapType(
                  10,
                  SimpleType.STRING,
                  11,
                  false,
                  StructType.of(Field.optional(12, "i", SimpleType.LONG)))),
          Field.optional(13, "j", SimpleType.LONG));

  @Test
  void modesAreThoseOfIceberg() {
    for (int limit = 0; limit <= 9; limit++) {
      check(Map.of("write.metadata.metrics.max-inferred-column-defaults", "" + limit));
    }
    for (String mode : List.of("none", "counts", "Truncate(4)", "full")) {
      check(Map.of("write.metadata.metrics.default", mode));
      check(
          Map.of(
              "write.metadata.metrics.default",
              mode,
              "write.metadata.metrics.column.e",
              "none",
              "write.metadata.metrics.column.a.c.d",
              "full",
              "write.metadata.metrics.max-inferred-column-defaults",
              "2",
              "write.metadata.metrics.column.f.element",
              "counts"));
    }
  }

  private static void check(Map<String, String> properties) {
    org.apache.iceberg.Schema iceberg = IcebergModel.schema(SCHEMA);
    SortOrder order = SortOrder.builderFor(iceberg).asc("e").desc("a.b").build();
    for (boolean sorted : new boolean[] {false, true}) {
      org.apache.iceberg.MetricsConfig expected =
          org.apache.iceberg.MetricsConfig.from(
              properties, iceberg, sorted ? order : SortOrder.unsorted());
      MetricsConfig actual =
          MetricsConfig.of(SCHEMA, properties, sorted ? new int[] {5, 2} : new int[0]);
      Map<String, String> expectedModes = new HashMap<>();
      Map<String, String> actualModes = new HashMap<>();
      for (int id : List.of(2, 4, 5, 7, 8, 10, 12, 13)) {
        String name = SCHEMA.fullName(id).orElseThrow();
        MetricsModes.MetricsMode mode = expected.columnMode(iceberg.findColumnName(id));
        expectedModes.put(name, mode.toString());
        actualModes.put(name, text(actual.mode(id)));
      }
      assertEquals(expectedModes, actualModes, properties + ", sorted " + sorted);
    }
  }

  private static String text(MetricsMode mode) {
    if (mode instanceof MetricsMode.Truncate truncate) {
      return "truncate(" + truncate.length() + ")";
    }
    return mode instanceof MetricsMode.None
        ? "none"
        : mode instanceof MetricsMode.Counts ? "counts" : "full";
  }

  @Test
  void wrongModesAreRefusedByName() {
    InvalidInputException e =
        assertThrows(
            InvalidInputException.class,
            () ->
                MetricsConfig.of(
                    SCHEMA, Map.of("write.metadata.metrics.column.e", "truncate(0)"), new int[0]));
    assertTrue(e.getMessage().contains("write.metadata.metrics.column.e"), e.getMessage());
    assertTrue(e.getMessage().contains("truncate(0)"), e.getMessage());
  }
}
