package io.firn.codec.delta;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.firn.error.CorruptFileException;
import io.firn.error.UnsupportedFeatureException;
import io.firn.model.NameMapping;
import io.firn.model.NameMapping.MappedField;
import io.firn.types.DecimalType;
import io.firn.types.Field;
import io.firn.types.ListType;
import io.firn.types.MapType;
import io.firn.types.Schema;
import io.firn.types.SimpleType;
import io.firn.types.StructType;
import io.firn.types.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads a schema in Delta's JSON (Delta protocol: Schema Serialization Format). */
final class SchemaReader {
  private static final JsonMapper MAPPER = JsonMapper.builder().build();
  private static final Pattern DECIMAL = Pattern.compile("decimal\\((\\d+),\\s*(\\d+)\\)");
  private static final String ID = "delta.columnMapping.id";
  private static final String PHYSICAL_NAME = "delta.columnMapping.physicalName";
  private static final String NESTED_IDS = "delta.columnMapping.nested.ids";

  private static final Map<String, Type> SIMPLE_TYPES =
      Map.ofEntries(
          Map.entry("string", SimpleType.STRING),
          Map.entry("long", SimpleType.LONG),
          Map.entry("integer", SimpleType.INT),
          Map.entry("short", SimpleType.INT),
          Map.entry("byte", SimpleType.INT),
          Map.entry("float", SimpleType.FLOAT),
          Map.entry("double", SimpleType.DOUBLE),
          Map.entry("boolean", SimpleType.BOOLEAN),
          Map.entry("binary", SimpleType.BINARY),
          Map.entry("date", SimpleType.DATE),
          Map.entry("timestamp", SimpleType.TIMESTAMPTZ),
          Map.entry("timestamp_ntz", SimpleType.TIMESTAMP));

  private final String table;
  private final ColumnMapping mapping;
  private final DeltaSchema.FieldIds ids;

  SchemaReader(String table, ColumnMapping mapping, DeltaSchema.FieldIds ids) {
    this.table = table;
    this.mapping = mapping;
    this.ids = ids;
  }

  DeltaSchema read(DeltaMetadata metadata) {
    JsonNode json;
    try {
      json = MAPPER.readTree(metadata.schemaString());
    } catch (JsonProcessingException e) {
      throw new CorruptFileException(
          table, -1, "the schema in the Delta log is no JSON: " + e.getOriginalMessage(), e);
    }
    Mapped root;
    try {
      root = struct(json, List.of(), "");
    } catch (IllegalArgumentException e) {
      throw new CorruptFileException(
          table, -1, "the schema in the Delta log: " + e.getMessage(), e);
    }
    Schema schema = new Schema(0, (StructType) root.type(), Set.of());
    return new DeltaSchema(
        schema, mapping, root.names(), partitionColumns(metadata, schema, root.names()));
  }

  private List<DeltaSchema.PartitionColumn> partitionColumns(
      DeltaMetadata metadata, Schema schema, NameMapping names) {
    List<DeltaSchema.PartitionColumn> columns = new ArrayList<>();
    for (String name : metadata.partitionColumns()) {
      Field field =
          schema
              .struct()
              .fieldIgnoringCase(name)
              .orElseThrow(
                  () ->
                      new CorruptFileException(
                          table, -1, "no column " + name + ", by which the log partitions"));
      int position = schema.fields().indexOf(field);
      String physical = names.fields().get(position).names().iterator().next();
      columns.add(new DeltaSchema.PartitionColumn(field.id(), physical));
    }
    return columns;
  }

  /** A type, and the names of the fields in it. */
  private record Mapped(Type type, NameMapping names) {}

  /** What field ids of list and map parts come from: the struct field around them. */
  private record Around(JsonNode nestedIds, List<String> names) {
    static Around field(JsonNode metadata, String physicalName) {
      return new Around(metadata.path(NESTED_IDS), List.of(physicalName));
    }

    Around part(String name) {
      return new Around(nestedIds, with(names, name));
    }

    JsonNode id() {
      return nestedIds.path(String.join(".", names));
    }
  }

  private Mapped struct(JsonNode struct, List<String> path, String shown) {
    if (!struct.path("fields").isArray()) {
      throw corrupt(shown, struct);
    }
    List<Field> fields = new ArrayList<>();
    List<MappedField> names = new ArrayList<>();
    for (JsonNode json : struct.get("fields")) {
      String name = json.path("name").asText();
      String column = shown.isEmpty() ? name : shown + "." + name;
      JsonNode metadata = json.path("metadata");
      refuseCollations(metadata, column);
      String physical =
          mapping == ColumnMapping.NONE ? name : metadata.path(PHYSICAL_NAME).asText(name);
      List<String> fieldPath = with(path, physical);
      int id = id(fieldPath, mapping == ColumnMapping.NONE ? json.path("") : metadata.path(ID));
      Mapped type = type(json.path("type"), fieldPath, column, Around.field(metadata, physical));
      boolean required = !json.path("nullable").asBoolean(true);
      Optional<String> doc = Optional.ofNullable(metadata.path("comment").textValue());
      fields.add(new Field(id, name, required, type.type()).withDoc(doc));
      names.add(new MappedField(Set.of(physical), OptionalInt.of(id), type.names()));
    }
    return new Mapped(new StructType(fields), new NameMapping(names));
  }

  private Mapped type(JsonNode type, List<String> path, String shown, Around around) {
    if (type.isTextual()) {
      return new Mapped(primitive(type.textValue(), shown), NameMapping.empty());
    }
    return switch (type.path("type").asText()) {
      case "struct" -> struct(type, path, shown);
      case "array" -> array(type, path, shown, around.part("element"));
      case "map" -> map(type, path, shown, around.part("key"), around.part("value"));
      default -> throw corrupt(shown, type);
    };
  }

  private Mapped array(JsonNode type, List<String> path, String shown, Around around) {
    List<String> elementPath = with(path, "element");
    int id = id(elementPath, around.id());
    Mapped element = type(type.path("elementType"), elementPath, shown + ".element", around);
    boolean required = !type.path("containsNull").asBoolean(true);
    return new Mapped(
        new ListType(id, required, element.type()),
        new NameMapping(
            List.of(new MappedField(Set.of("element"), OptionalInt.of(id), element.names()))));
  }

  private Mapped map(JsonNode type, List<String> path, String shown, Around key, Around value) {
    List<String> keyPath = with(path, "key");
    List<String> valuePath = with(path, "value");
    int keyId = id(keyPath, key.id());
    int valueId = id(valuePath, value.id());
    Mapped keys = type(type.path("keyType"), keyPath, shown + ".key", key);
    Mapped values = type(type.path("valueType"), valuePath, shown + ".value", value);
    boolean required = !type.path("valueContainsNull").asBoolean(true);
    return new Mapped(
        new MapType(keyId, keys.type(), valueId, required, values.type()),
        new NameMapping(
            List.of(
                new MappedField(Set.of("key"), OptionalInt.of(keyId), keys.names()),
                new MappedField(Set.of("value"), OptionalInt.of(valueId), values.names()))));
  }

  private int id(List<String> path, JsonNode given) {
    boolean isGiven = mapping != ColumnMapping.NONE && given.canConvertToInt();
    return isGiven ? ids.given(path, given.intValue()) : ids.missing(path);
  }

  private Type primitive(String name, String shown) {
    Type simple = SIMPLE_TYPES.get(name);
    if (simple != null) {
      return simple;
    }
    Matcher decimal = DECIMAL.matcher(name);
    if (decimal.matches()) {
      return new DecimalType(
          Integer.parseInt(decimal.group(1)), Integer.parseInt(decimal.group(2)));
    }
    throw new UnsupportedFeatureException(
        "Cannot read the Delta table " + table + ": the column " + shown + " is of type " + name);
  }

  private void refuseCollations(JsonNode metadata, String shown) {
    if (metadata.has("__COLLATIONS")) {
      throw new UnsupportedFeatureException(
          "Cannot read the Delta table " + table + ": the column " + shown + " uses collations");
    }
  }

  private CorruptFileException corrupt(String shown, JsonNode json) {
    String what = shown.isEmpty() ? "the table" : "the column " + shown;
    return new CorruptFileException(
        table, -1, "no Delta type of " + what + " in the schema of the log: " + json);
  }

  private static List<String> with(List<String> path, String name) {
    List<String> longer = new ArrayList<>(path);
    longer.add(name);
    return List.copyOf(longer);
  }
}
