package io.firn.codec.json;

import com.fasterxml.jackson.databind.JsonNode;
import io.firn.error.InvalidInputException;
import io.firn.partition.PartitionField;
import io.firn.partition.PartitionSpec;
import io.firn.partition.Transform;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Partition specs as JSON (spec: Partition Specs). */
public final class SpecJson {
  private SpecJson() {}

  /** The array of fields alone, as manifests have it. */
  public static String writeFields(PartitionSpec spec) {
    return JsonOut.text(
        out ->
            out.array(
                () -> spec.fields().forEach(f -> writeField(out, f, "", UnknownFields.none()))));
  }

  /**
   * Reads an array of fields. Fields without ids, as old v1 writers left them, are numbered from
   * 1000.
   *
   * @throws InvalidInputException if the text is not such an array
   */
  public static PartitionSpec parseFields(int specId, String json) {
    return JsonText.readText(
        "partition fields", json, node -> readFields(specId, "", node, new HashMap<>()));
  }

  static void write(JsonOut out, PartitionSpec spec, UnknownFields unknown) {
    String path = path(spec.specId());
    out.object(
        () -> {
          out.number("spec-id", spec.specId());
          out.array("fields", spec.fields(), field -> writeField(out, field, path, unknown));
          unknown.write(out, path);
        });
  }

  static PartitionSpec read(JsonObject object, Map<String, String> unknown) {
    int specId = object.intValue("spec-id");
    PartitionSpec spec =
        readFields(specId, object.pointerTo("fields"), object.required("fields"), unknown);
    object.keepRest(path(specId), unknown);
    return spec;
  }

  /** {@code node} is the bare array of fields. */
  static PartitionSpec readFields(
      int specId, String pointer, JsonNode node, Map<String, String> unknown) {
    List<PartitionField> fields = new ArrayList<>();
    JsonObject.elementsOf(
        pointer,
        node,
        (at, element) -> {
          JsonObject object = JsonObject.of(at, element);
          int nextId = PartitionSpec.NO_FIELD_ID + 1 + fields.size();
          int fieldId = object.optionalInt("field-id").orElse(nextId);
          fields.add(
              new PartitionField(
                  sourceIds(object), fieldId, object.text("name"), transform(object)));
          object.keepRest(path(specId) + "/fields/" + fieldId, unknown);
          return fieldId;
        });
    return new PartitionSpec(specId, fields);
  }

  static Transform transform(JsonObject object) {
    return object.parse("transform", object.text("transform"), "a transform", Transform::parse);
  }

  /** {@code source-ids} of a transform with several arguments, otherwise {@code source-id}. */
  static List<Integer> sourceIds(JsonObject object) {
    List<Integer> several = object.elements("source-ids", JsonObject::intOf);
    if (several.isEmpty()) {
      return List.of(object.intValue("source-id"));
    }
    object.has("source-id");
    return several;
  }

  static void writeSourceIds(JsonOut out, List<Integer> sourceIds) {
    if (sourceIds.size() == 1) {
      out.number("source-id", sourceIds.get(0));
    } else {
      out.array("source-ids", sourceIds, out::number);
    }
  }

  private static void writeField(
      JsonOut out, PartitionField field, String path, UnknownFields unknown) {
    out.object(
        () -> {
          out.text("name", field.name());
          out.text("transform", field.transform().toString());
          writeSourceIds(out, field.sourceIds());
          out.number("field-id", field.fieldId());
          unknown.write(out, path + "/fields/" + field.fieldId());
        });
  }

  private static String path(int specId) {
    return "/partition-specs/" + specId;
  }
}
