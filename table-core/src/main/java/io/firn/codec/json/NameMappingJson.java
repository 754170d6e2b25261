package io.firn.codec.json;

import com.fasterxml.jackson.databind.JsonNode;
import io.firn.error.InvalidInputException;
import io.firn.model.NameMapping;
import io.firn.model.NameMapping.MappedField;
import java.util.LinkedHashSet;

/** Name mappings as JSON (spec: Name Mapping Serialization). */
public final class NameMappingJson {
  private NameMappingJson() {}

  public static String write(NameMapping mapping) {
    return JsonOut.text(out -> out.array(() -> writeFields(out, mapping)));
  }

  private static void writeFields(JsonOut out, NameMapping mapping) {
    for (MappedField field : mapping.fields()) {
      out.object(
          () -> {
            out.number("field-id", field.id());
            out.array("names", field.names(), out::text);
            if (!field.nested().fields().isEmpty()) {
              out.array("fields", () -> writeFields(out, field.nested()));
            }
          });
    }
  }

  /**
   * @throws InvalidInputException if the text is not a name mapping
   */
  public static NameMapping parse(String json) {
    return JsonText.readText("a name mapping", json, node -> read("", node));
  }

  private static NameMapping read(String pointer, JsonNode array) {
    return new NameMapping(JsonObject.elementsOf(pointer, array, NameMappingJson::readField));
  }

  private static MappedField readField(String pointer, JsonNode node) {
    JsonObject object = JsonObject.of(pointer, node);
    NameMapping nested =
        object
            .optional("fields")
            .map(fields -> read(object.pointerTo("fields"), fields))
            .orElse(NameMapping.empty());
    return new MappedField(
        new LinkedHashSet<>(object.elements("names", JsonObject::textOf)),
        object.optionalInt("field-id"),
        nested);
  }
}
