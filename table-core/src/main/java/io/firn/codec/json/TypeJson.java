package io.firn.codec.json;

import com.fasterxml.jackson.databind.JsonNode;
import io.firn.error.UnsupportedFeatureException;
import io.firn.types.Field;
import io.firn.types.ListType;
import io.firn.types.MapType;
import io.firn.types.StructType;
import io.firn.types.Type;
import java.util.Map;
import java.util.Optional;

/**
 * Types and fields as JSON (spec: Schemas, JSON serialization). Unknown attributes of a field are
 * kept under {@code <fields path>/<field id>}, those of its nested type under {@code .../type}.
 */
final class TypeJson {
  private final String fieldsPath;
  private final Map<String, String> unknown;

  /** {@code unknown} receives the unknown fields under {@code fieldsPath}. */
  TypeJson(String fieldsPath, Map<String, String> unknown) {
    this.fieldsPath = fieldsPath;
    this.unknown = unknown;
  }

  StructType readStruct(JsonObject object) {
    String pointer = object.pointer();
    return wrap(pointer, () -> new StructType(object.objects("fields", this::readField)));
  }

  private Field readField(JsonObject object) {
    int id = object.intValue("id");
    String name = object.text("name");
    Type type = readType(object.pointerTo("type"), object.required("type"), id, name);
    Field field =
        new Field(
            id,
            name,
            object.booleanValue("required"),
            type,
            object.optionalText("doc"),
            readDefault(object, "initial-default", type),
            readDefault(object, "write-default", type));
    object.keepRest(fieldsPath + "/" + id, unknown);
    return field;
  }

  private static Optional<Object> readDefault(JsonObject object, String name, Type type) {
    return object
        .optional(name)
        .map(node -> SingleValueJson.read(object.pointerTo(name), type, node));
  }

  private Type readType(String pointer, JsonNode node, int fieldId, String fieldName) {
    if (node.isTextual()) {
      return wrap(pointer, () -> readName(node.textValue(), fieldName));
    }
    JsonObject object = JsonObject.of(pointer, node);
    String kind = object.text("type");
    Type type =
        switch (kind) {
          case "struct" -> readStruct(object);
          case "list" -> readList(object);
          case "map" -> readMap(object);
          default ->
              throw new UnsupportedFeatureException(
                  "Unknown type '" + kind + "' of column " + fieldName);
        };
    object.keepRest(fieldsPath + "/" + fieldId + "/type", unknown);
    return type;
  }

  private static Type readName(String text, String fieldName) {
    try {
      return TypeNames.parse(text);
    } catch (UnsupportedFeatureException e) {
      throw new UnsupportedFeatureException(e.getMessage() + " of column " + fieldName, e);
    }
  }

  private Type readList(JsonObject object) {
    int elementId = object.intValue("element-id");
    return new ListType(
        elementId,
        object.booleanValue("element-required"),
        readType(object.pointerTo("element"), object.required("element"), elementId, "element"));
  }

  private Type readMap(JsonObject object) {
    int keyId = object.intValue("key-id");
    int valueId = object.intValue("value-id");
    return new MapType(
        keyId,
        readType(object.pointerTo("key"), object.required("key"), keyId, "key"),
        valueId,
        object.booleanValue("value-required"),
        readType(object.pointerTo("value"), object.required("value"), valueId, "value"));
  }

  private static <T> T wrap(String pointer, java.util.function.Supplier<T> supplier) {
    try {
      return supplier.get();
    } catch (IllegalArgumentException e) {
      throw new JsonShapeException(pointer, String.valueOf(e.getMessage()), e);
    }
  }

  /** Writes the {@code fields} of a struct. */
  static void writeFields(JsonOut out, StructType struct, String path, UnknownFields unknown) {
    out.array("fields", struct.fields(), field -> writeField(out, field, path, unknown));
  }

  private static void writeField(JsonOut out, Field field, String path, UnknownFields unknown) {
    out.object(
        () -> {
          out.number("id", field.id());
          out.text("name", field.name());
          out.bool("required", field.required());
          writeType(out, "type", field.id(), field.type(), path, unknown);
          out.text("doc", field.doc());
          writeDefault(out, "initial-default", field.type(), field.initialDefault());
          writeDefault(out, "write-default", field.type(), field.writeDefault());
          unknown.write(out, path + "/" + field.id());
        });
  }

  private static void writeDefault(JsonOut out, String name, Type type, Optional<Object> value) {
    if (value.isPresent()) {
      out.name(name);
      SingleValueJson.write(out, type, value.get());
    }
  }

  private static void writeType(
      JsonOut out, String name, int fieldId, Type type, String path, UnknownFields unknown) {
    if (!type.isNested()) {
      out.text(name, type.toString());
      return;
    }
    out.object(
        name,
        () -> {
          if (type instanceof StructType struct) {
            out.text("type", "struct");
            writeFields(out, struct, path, unknown);
          } else if (type instanceof ListType list) {
            out.text("type", "list");
            out.number("element-id", list.elementId());
            out.bool("element-required", list.elementRequired());
            writeType(out, "element", list.elementId(), list.elementType(), path, unknown);
          } else if (type instanceof MapType map) {
            writeMap(out, map, path, unknown);
          }
          unknown.write(out, path + "/" + fieldId + "/type");
        });
  }

  private static void writeMap(JsonOut out, MapType map, String path, UnknownFields unknown) {
    out.text("type", "map");
    out.number("key-id", map.keyId());
    writeType(out, "key", map.keyId(), map.keyType(), path, unknown);
    out.number("value-id", map.valueId());
    out.bool("value-required", map.valueRequired());
    writeType(out, "value", map.valueId(), map.valueType(), path, unknown);
  }
}
