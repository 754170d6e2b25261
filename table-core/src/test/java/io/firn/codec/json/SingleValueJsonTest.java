package io.firn.codec.json;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.firn.codec.oracle.RandomValues;
import io.firn.codec.oracle.TestTables;
import io.firn.error.InvalidInputException;
import io.firn.types.DecimalType;
import io.firn.types.Field;
import io.firn.types.FixedType;
import io.firn.types.GeometryType;
import io.firn.types.ListType;
import io.firn.types.MapType;
import io.firn.types.Schema;
import io.firn.types.SimpleType;
import io.firn.types.StructType;
import io.firn.types.StructValue;
import io.firn.types.Type;
import io.firn.types.VariantType;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.apache.iceberg.SchemaParser;
import org.apache.iceberg.SingleValueParser;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("iceberg-oracle")
final class SingleValueJsonTest {
  private static final StructType POINT =
      StructType.of(
          Field.required(5, "x", SimpleType.INT), Field.optional(6, "y", SimpleType.STRING));

  @Test
  void valuesLookAsTheSpecSays() {
    assertJson("true", SimpleType.BOOLEAN, true);
    assertJson("34", SimpleType.INT, 34);
    assertJson("-9223372036854775808", SimpleType.LONG, Long.MIN_VALUE);
    assertJson("1.5", SimpleType.FLOAT, 1.5f);
    assertJson("-0.0", SimpleType.DOUBLE, -0.0);
    assertJson("\"14.20\"", new DecimalType(9, 2), new BigDecimal("14.20"));
    assertJson("\"2017-11-16\"", SimpleType.DATE, 17486);
    assertJson("\"22:31:08.123456\"", SimpleType.TIME, 81068123456L);
    assertJson("\"22:31:00\"", SimpleType.TIME, 81060000000L);
    assertJson("\"2017-11-16T22:31:08.123456\"", SimpleType.TIMESTAMP, 1510871468123456L);
    assertJson("\"2017-11-16T22:31:08.123456+00:00\"", SimpleType.TIMESTAMPTZ, 1510871468123456L);
    assertJson("\"2017-11-16T22:31:00\"", SimpleType.TIMESTAMP, 1510871460000000L);
    assertJson("\"2017-11-16T22:31:08.123456789\"", SimpleType.TIMESTAMP_NS, 1510871468123456789L);
    assertJson(
        "\"2017-11-16T22:31:08.123456789+00:00\"", SimpleType.TIMESTAMPTZ_NS, 1510871468123456789L);
    assertJson("\"1969-12-31T23:59:59.999999\"", SimpleType.TIMESTAMP, -1L);
    assertJson("\"a\\\"b\"", SimpleType.STRING, "a\"b");
    assertJson(
        "\"f79c3e09-677c-4bbd-a479-3f349cb785e7\"",
        SimpleType.UUID,
        UUID.fromString("f79c3e09-677c-4bbd-a479-3f349cb785e7"));
    ByteBuffer bytes = ByteBuffer.wrap(new byte[] {0, 1, 2, (byte) 0xff});
    assertJson("\"000102FF\"", new FixedType(4), bytes);
    assertJson("\"000102FF\"", SimpleType.BINARY, bytes);
    assertJson("{\"5\":1,\"6\":\"a\"}", POINT, StructValue.of(1, "a"));
    assertJson("{\"5\":1}", POINT, StructValue.of(1, null));
    assertJson("[1,2,3]", new ListType(1, true, SimpleType.INT), List.of(1, 2, 3));
    Map<String, Integer> map = new LinkedHashMap<>();
    map.put("a", 1);
    map.put("b", null);
    assertJson(
        "{\"keys\":[\"a\",\"b\"],\"values\":[1,null]}",
        new MapType(1, SimpleType.STRING, 2, false, SimpleType.INT),
        map);
  }

  private static void assertJson(String json, Type type, Object value) {
    assertEquals(json, SingleValueJson.write(type, value));
    assertEquals(Optional.of(value), SingleValueJson.parse(type, json));
  }

  @Test
  void nullIsNoValue() {
    assertEquals(Optional.empty(), SingleValueJson.parse(SimpleType.INT, "null"));
    assertEquals(Optional.empty(), SingleValueJson.parse(VariantType.VARIANT, "null"));
    assertEquals(Optional.empty(), SingleValueJson.parse(SimpleType.UNKNOWN, "null"));
  }

  @Test
  void valuesOfAnotherTypeAreRefused() {
    Map<Type, List<String>> wrong = new LinkedHashMap<>();
    wrong.put(SimpleType.BOOLEAN, List.of("1", "\"true\""));
    wrong.put(SimpleType.INT, List.of("2147483648", "1.0", "\"1\""));
    wrong.put(SimpleType.LONG, List.of("9223372036854775808", "1e3"));
    wrong.put(SimpleType.FLOAT, List.of("\"1\"", "1e39"));
    wrong.put(SimpleType.DOUBLE, List.of("1e400", "NaN"));
    wrong.put(
        new DecimalType(4, 2), List.of("\"1.234\"", "\"1.2\"", "\"123.45\"", "1.23", "\"x\""));
    wrong.put(SimpleType.DATE, List.of("\"2017-13-01\"", "17486", "\"2017-02-30\""));
    wrong.put(SimpleType.TIME, List.of("\"24:00:00\"", "\"10\""));
    wrong.put(SimpleType.TIMESTAMP, List.of("\"2017-11-16T22:31:08+00:00\"", "\"2017-11-16\""));
    wrong.put(
        SimpleType.TIMESTAMPTZ,
        List.of("\"2017-11-16T22:31:08\"", "\"2017-11-16T22:31:08+01:00\""));
    wrong.put(SimpleType.TIMESTAMP_NS, List.of("\"2300-01-01T00:00:00\""));
    wrong.put(SimpleType.STRING, List.of("1", "[\"a\"]"));
    wrong.put(SimpleType.UUID, List.of("\"f79c3e09\"", "1"));
    wrong.put(new FixedType(2), List.of("\"00\"", "\"0\"", "\"zzzz\""));
    wrong.put(SimpleType.BINARY, List.of("\"0\"", "\"zz\""));
    wrong.put(SimpleType.UNKNOWN, List.of("1"));
    wrong.put(VariantType.VARIANT, List.of("{}"));
    wrong.put(new GeometryType(GeometryType.DEFAULT_CRS), List.of("\"POINT (1 2)\""));
    wrong.put(POINT, List.of("[1]", "{\"5\":\"x\"}"));
    wrong.put(new ListType(1, true, SimpleType.INT), List.of("{}", "[\"x\"]"));
    wrong.put(
        new MapType(1, SimpleType.STRING, 2, false, SimpleType.INT),
        List.of("{\"keys\":[\"a\"],\"values\":[]}", "{\"keys\":[null],\"values\":[1]}"));
    wrong.forEach(
        (type, texts) ->
            texts.forEach(
                text ->
                    assertThrows(
                        InvalidInputException.class,
                        () -> SingleValueJson.parse(type, text),
                        type + " " + text)));
  }

  @Test
  void randomValuesAreTheSameInIceberg() throws Exception {
    RandomValues values = new RandomValues(42);
    ObjectMapper mapper = new ObjectMapper();
    List<Type> types = new ArrayList<>(TestTables.primitives(3));
    types.add(SimpleType.TIMESTAMP_NS);
    types.add(SimpleType.TIMESTAMPTZ_NS);
    types.add(new ListType(1, false, SimpleType.TIMESTAMPTZ));
    types.add(new MapType(1, SimpleType.STRING, 2, true, new DecimalType(20, 7)));
    types.add(
        new StructType(
            List.of(
                Field.required(1, "p", POINT),
                Field.optional(2, "l", new ListType(3, false, SimpleType.UUID)))));
    int compared = 0;
    for (int i = 0; i < 4_000; i++) {
      Type type = types.get(i % types.size());
      Object value = values.value(type);
      boolean finite =
          !(value instanceof Float f && !Float.isFinite(f))
              && !(value instanceof Double d && !Double.isFinite(d));
      if (finite) {
        String ours = SingleValueJson.write(type, value);
        assertEquals(Optional.of(value), SingleValueJson.parse(type, ours), "seed 42, " + ours);
        org.apache.iceberg.types.Type theirType = icebergType(type);
        String theirs =
            SingleValueParser.toJson(theirType, SingleValueParser.fromJson(theirType, ours));
        assertEquals(mapper.readTree(theirs), mapper.readTree(ours), "seed 42, " + type);
        assertEquals(Optional.of(value), SingleValueJson.parse(type, theirs), theirs);
        compared++;
      }
    }
    assertTrue(compared > 3_000, "compared " + compared);
  }

  private static org.apache.iceberg.types.Type icebergType(Type type) {
    Schema schema = Schema.of(Field.optional(1000, "v", type));
    return SchemaParser.fromJson(SchemaJson.write(schema)).columns().get(0).type();
  }
}
