package io.firn.codec.json;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.firn.error.InvalidInputException;
import io.firn.model.NameMapping;
import io.firn.model.NameMapping.MappedField;
import io.firn.types.Field;
import io.firn.types.ListType;
import io.firn.types.MapType;
import io.firn.types.Schema;
import io.firn.types.SimpleType;
import io.firn.types.StructType;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.apache.iceberg.SchemaParser;
import org.apache.iceberg.mapping.MappingUtil;
import org.apache.iceberg.mapping.NameMappingParser;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("iceberg-oracle")
final class NameMappingTest {
  private static final Schema SCHEMA =
      Schema.of(
          Field.required(1, "id", SimpleType.LONG),
          Field.optional(
              2,
              "points",
              new ListType(3, true, StructType.of(Field.optional(4, "x", SimpleType.DOUBLE)))),
          Field.optional(
              5, "tags", new MapType(6, SimpleType.STRING, 7, false, SimpleType.STRING)));

  @Test
  void mappingOfASchemaIsThatOfIceberg() {
    String theirs =
        NameMappingParser.toJson(
            MappingUtil.create(SchemaParser.fromJson(SchemaJson.write(SCHEMA))));
    assertEquals(NameMapping.of(SCHEMA), NameMappingJson.parse(theirs));
    String ours = NameMappingJson.write(NameMapping.of(SCHEMA));
    assertEquals(theirs, NameMappingParser.toJson(NameMappingParser.fromJson(ours)));
  }

  @Test
  void fieldsAreFoundByPath() {
    NameMapping mapping =
        NameMappingJson.parse(
            """
            [{"field-id":1,"names":["id","record_id"]},{"names":["gone"]},
             {"field-id":2,"names":["points"],"fields":[{"field-id":3,"names":["element"],
               "fields":[{"field-id":4,"names":["x"]}]}]}]
            """);
    assertEquals(OptionalInt.of(1), mapping.field("record_id").orElseThrow().id());
    assertEquals(
        OptionalInt.of(4), mapping.field(List.of("points", "element", "x")).orElseThrow().id());
    assertEquals(Optional.empty(), mapping.field(List.of("points", "x")));
    assertEquals(OptionalInt.empty(), mapping.field("gone").orElseThrow().id());
    assertEquals(Optional.empty(), mapping.field("ID"));
  }

  @Test
  void evolutionKeepsOldNamesAndMovesTakenOnes() {
    NameMapping mapping = NameMapping.of(SCHEMA);
    Schema renamed =
        Schema.of(
            Field.required(1, "key", SimpleType.LONG),
            Field.optional(8, "id", SimpleType.STRING),
            Field.optional(
                2,
                "points",
                new ListType(
                    3,
                    true,
                    StructType.of(
                        Field.optional(4, "x", SimpleType.DOUBLE),
                        Field.optional(9, "y", SimpleType.DOUBLE)))));
    NameMapping evolved = mapping.evolvedTo(renamed);
    assertEquals(OptionalInt.of(1), evolved.field("key").orElseThrow().id());
    assertEquals(OptionalInt.of(8), evolved.field("id").orElseThrow().id());
    assertEquals(
        OptionalInt.of(9), evolved.field(List.of("points", "element", "y")).orElseThrow().id());
    assertEquals(OptionalInt.of(5), evolved.field("tags").orElseThrow().id(), "dropped column");
    Schema again = Schema.of(Field.required(1, "number", SimpleType.LONG));
    MappedField one = evolved.evolvedTo(again).field("number").orElseThrow();
    assertEquals(List.of("key", "number"), one.names().stream().sorted().toList());
  }

  @Test
  void textThatIsNoMappingIsRefused() {
    for (String text : List.of("", "{}", "[1]", "[{\"names\":\"a\"}]", "[{\"field-id\":\"1\"}]")) {
      assertThrows(InvalidInputException.class, () -> NameMappingJson.parse(text), text);
    }
  }
}
