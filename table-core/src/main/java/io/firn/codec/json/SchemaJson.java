package io.firn.codec.json;

import io.firn.error.InvalidInputException;
import io.firn.error.UnsupportedFeatureException;
import io.firn.types.Schema;
import io.firn.types.StructType;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Schemas as JSON (spec: Schemas). */
public final class SchemaJson {
  private SchemaJson() {}

  public static String write(Schema schema) {
    return JsonOut.text(out -> write(out, schema, UnknownFields.none()));
  }

  /**
   * Reads a schema; one without an id has id 0.
   *
   * @throws InvalidInputException if the text is not a schema
   * @throws UnsupportedFeatureException if a column has a type that this version does not know
   */
  public static Schema parse(String json) {
    return JsonText.readText(
        "a schema", json, node -> read(JsonObject.root(node), new HashMap<>()));
  }

  static void write(JsonOut out, Schema schema, UnknownFields unknown) {
    String path = path(schema.schemaId());
    out.object(
        () -> {
          out.text("type", "struct");
          out.number("schema-id", schema.schemaId());
          if (!schema.identifierFieldIds().isEmpty()) {
            out.array("identifier-field-ids", schema.identifierFieldIds(), out::number);
          }
          TypeJson.writeFields(out, schema.struct(), path + "/fields", unknown);
          unknown.write(out, path);
        });
  }

  static Schema read(JsonObject object, Map<String, String> unknown) {
    String type = object.text("type");
    if (!type.equals("struct")) {
      throw new JsonShapeException(
          object.pointerTo("type"), "a schema is a struct, not a '" + type + "'");
    }
    int schemaId = object.optionalInt("schema-id").orElse(0);
    String path = path(schemaId);
    StructType struct = new TypeJson(path + "/fields", unknown).readStruct(object);
    Set<Integer> identifiers =
        new HashSet<>(object.elements("identifier-field-ids", JsonObject::intOf));
    object.keepRest(path, unknown);
    try {
      return new Schema(schemaId, struct, identifiers);
    } catch (IllegalArgumentException e) {
      throw new JsonShapeException(object.pointer(), String.valueOf(e.getMessage()), e);
    }
  }

  private static String path(int schemaId) {
    return "/schemas/" + schemaId;
  }
}
