package io.firn.delta;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.firn.codec.delta.DeltaMetadata;
import io.firn.codec.json.NameMappingJson;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class SchemaHistoryTest {
  private final NavigableMap<Long, DeltaMetadata> definitions = new TreeMap<>();

  @Test
  void aColumnHasOneIdOverTheWholeHistory() {
    define(0, "none", column("a", "integer", ""), column("b", "string", ""));
    define(3, "none", column("c", "string", ""), column("a", "long", ""));
    SchemaHistory history = history();
    assertEquals(0, history.firstVersion());
    assertEquals(
        "struct<2: a: optional int, 3: b: optional string>",
        history.at(2).schema().struct().toString());
    assertEquals(
        "struct<1: c: optional string, 2: a: optional long>",
        history.at(3).schema().struct().toString());
    assertEquals(
        "[{\"field-id\":1,\"names\":[\"c\"]},{\"field-id\":2,\"names\":[\"a\"]},"
            + "{\"field-id\":3,\"names\":[\"b\"]}]",
        NameMappingJson.write(history.names()).replace(" ", ""));
  }

  @Test
  void idsOfDeltaHoldForFilesFromBeforeToo() {
    define(0, "none", column("a", "integer", ""), column("b", "string", ""));
    define(
        2, "name", column("x", "integer", mapped(7, "a")), column("b", "string", mapped(5, "b")));
    assertEquals(
        "struct<7: a: optional int, 5: b: optional string>",
        history().at(0).schema().struct().toString());
  }

  @Test
  void theHistoryBeginsAfterATypeThatOldFilesCannotBeReadAs() {
    define(0, "none", column("a", "string", ""));
    define(4, "none", column("a", "integer", ""));
    define(6, "none", column("a", "long", ""));
    assertEquals(4, history().firstVersion());
    assertEquals(Optional.of("a: string became int"), history().cut());
  }

  @Test
  void theHistoryBeginsAfterOtherIds() {
    define(0, "name", column("a", "integer", mapped(1, "a")));
    define(4, "name", column("a", "integer", mapped(2, "a")));
    assertEquals(4, history().firstVersion());
    assertEquals(Optional.of("the column a had another field id"), history().cut());
  }

  private SchemaHistory history() {
    return new SchemaHistory("/t", definitions);
  }

  private void define(long version, String mode, String... columns) {
    definitions.put(
        version,
        new DeltaMetadata(
            "parquet",
            ("{'type':'struct','fields':[" + String.join(",", columns) + "]}").replace('\'', '"'),
            List.of(),
            Map.of("delta.columnMapping.mode", mode)));
  }

  private static String column(String name, String type, String metadata) {
    return "{'name':'%s','type':'%s','nullable':true,'metadata':{%s}}"
        .formatted(name, type, metadata);
  }

  private static String mapped(int id, String physicalName) {
    return "'delta.columnMapping.id':%d,'delta.columnMapping.physicalName':'%s'"
        .formatted(id, physicalName);
  }
}
