package io.firn.codec.delta;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.firn.error.CorruptFileException;
import io.firn.error.FirnException;
import io.firn.error.UnsupportedFeatureException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DeltaSchemaTest {

  /** Ids from 100 on for fields that have none. */
  private static final class Counter implements DeltaSchema.FieldIds {
    private final Map<List<String>, Integer> ids = new HashMap<>();

    @Override
    public int given(List<String> path, int id) {
      return id;
    }

    @Override
    public int missing(List<String> path) {
      return ids.computeIfAbsent(path, p -> 100 + ids.size());
    }
  }

  @Test
  void typesAreIcebergs() {
    DeltaSchema schema =
        read(
            "none",
            List.of("P"),
            field("b", "'byte'", ""),
            field("s", "'short'", ""),
            field("d", "'decimal(9,2)'", "'comment':'money'"),
            field("t", "'timestamp'", ""),
            field("n", "'timestamp_ntz'", ""),
            "{'name':'p','type':'string','nullable':false,'metadata':{}}",
            field("a", "{'type':'array','elementType':'long','containsNull':false}", ""),
            field(
                "m",
                "{'type':'map','keyType':'string','valueType':"
                    + struct(field("x", "'double'", ""))
                    + ",'valueContainsNull':true}",
                ""));
    assertEquals(
        "struct<100: b: optional int, 101: s: optional int, 102: d: optional decimal(9, 2),"
            + " 103: t: optional timestamptz, 104: n: optional timestamp,"
            + " 105: p: required string, 106: a: optional list<long>,"
            + " 108: m: optional map<string, struct<111: x: optional double>>>",
        schema.schema().struct().toString());
    assertEquals("money", schema.schema().field("d").orElseThrow().doc().orElseThrow());
    assertEquals(List.of(new DeltaSchema.PartitionColumn(105, "p")), schema.partitionColumns());
  }

  @Test
  void mappedColumnsHaveTheirOwnIdsAndNames() {
    String nested =
        "'delta.columnMapping.nested.ids':{'col-1.element':7,'col-1.element.element':8}";
    DeltaSchema schema =
        read(
            "name",
            List.of(),
            field(
                "shown",
                "{'type':'array','containsNull':true,'elementType':"
                    + "{'type':'array','elementType':'long','containsNull':true}}",
                "'delta.columnMapping.id':3,'delta.columnMapping.physicalName':'col-1'," + nested));
    assertEquals(
        "struct<3: shown: optional list<list<long>>>", schema.schema().struct().toString());
    assertEquals(List.of(3, 7, 8), List.copyOf(schema.schema().fieldsById().keySet()));
    assertEquals("col-1", schema.names().fields().get(0).names().iterator().next());
  }

  @Test
  void whatIcebergHasNotIsRefused() {
    assertMessage(
        UnsupportedFeatureException.class,
        "Cannot read the Delta table /t: the column v is of type variant",
        field("v", "'variant'", ""));
    assertMessage(
        UnsupportedFeatureException.class,
        "Cannot read the Delta table /t: the column c.x uses collations",
        field("c", struct(field("x", "'string'", "'__COLLATIONS':{'x':'spark.UTF8_LCASE'}")), ""));
    assertMessage(
        CorruptFileException.class,
        "Corrupt file /t: no Delta type of the column u in the schema of the log:"
            + " {\"type\":\"udt\"}",
        field("u", "{'type':'udt'}", ""));
  }

  private static String field(String name, String type, String metadata) {
    return "{'name':'"
        + name
        + "','type':"
        + type
        + ",'nullable':true,'metadata':{"
        + metadata
        + "}}";
  }

  private static String struct(String... fields) {
    return "{'type':'struct','fields':[" + String.join(",", fields) + "]}";
  }

  private static DeltaSchema read(String mode, List<String> partitions, String... fields) {
    DeltaMetadata metadata =
        new DeltaMetadata(
            "parquet",
            struct(fields).replace('\'', '"'),
            partitions,
            Map.of("delta.columnMapping.mode", mode));
    return DeltaSchema.of("/t", metadata, new Counter());
  }

  private static void assertMessage(
      Class<? extends FirnException> kind, String message, String field) {
    assertEquals(message, assertThrows(kind, () -> read("none", List.of(), field)).getMessage());
  }
}
