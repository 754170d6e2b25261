package io.firn.codec.json;

import com.fasterxml.jackson.databind.JsonNode;
import io.firn.error.InvalidInputException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * Reads one JSON object by field name and remembers which names were asked for, so that the rest
 * can be kept. A JSON null counts as absent. Whatever does not fit is a {@link JsonShapeException}.
 */
final class JsonObject {
  private final String pointer;
  private final JsonNode node;
  private final Set<String> asked = new HashSet<>();

  private JsonObject(String pointer, JsonNode node) {
    if (!node.isObject()) {
      throw new JsonShapeException(pointer, "expected a JSON object, found " + kind(node));
    }
    this.pointer = pointer;
    this.node = node;
  }

  static JsonObject root(JsonNode node) {
    return new JsonObject("", node);
  }

  static JsonObject of(String pointer, JsonNode node) {
    return new JsonObject(pointer, node);
  }

  String pointer() {
    return pointer;
  }

  String pointerTo(String name) {
    return pointer + "/" + escape(name);
  }

  static String escape(String name) {
    return name.replace("~", "~0").replace("/", "~1");
  }

  boolean has(String name) {
    asked.add(name);
    return node.hasNonNull(name);
  }

  Optional<JsonNode> optional(String name) {
    return has(name) ? Optional.of(node.get(name)) : Optional.empty();
  }

  JsonNode required(String name) {
    return optional(name)
        .orElseThrow(() -> new JsonShapeException(pointer, "missing field " + name));
  }

  int intValue(String name) {
    return intOf(pointerTo(name), required(name));
  }

  OptionalInt optionalInt(String name) {
    return has(name) ? OptionalInt.of(intValue(name)) : OptionalInt.empty();
  }

  long longValue(String name) {
    return longOf(pointerTo(name), required(name));
  }

  OptionalLong optionalLong(String name) {
    return has(name) ? OptionalLong.of(longValue(name)) : OptionalLong.empty();
  }

  boolean booleanValue(String name) {
    JsonNode value = required(name);
    if (!value.isBoolean()) {
      throw wrong(pointerTo(name), "true or false", value);
    }
    return value.booleanValue();
  }

  String text(String name) {
    return textOf(pointerTo(name), required(name));
  }

  Optional<String> optionalText(String name) {
    return has(name) ? Optional.of(text(name)) : Optional.empty();
  }

  UUID uuid(String name) {
    String text = text(name);
    return parse(name, text, "a UUID", UUID::fromString);
  }

  /** Converts a field's text; what the function refuses becomes a shape error. */
  <T> T parse(String name, String text, String expected, Function<String, T> f) {
    try {
      return f.apply(text);
    } catch (IllegalArgumentException | InvalidInputException e) {
      throw new JsonShapeException(
          pointerTo(name), "'" + text + "' of " + name + " is not " + expected, e);
    }
  }

  JsonObject object(String name) {
    return new JsonObject(pointerTo(name), required(name));
  }

  /** The elements of an array of objects; none if the field is absent. */
  <T> List<T> objects(String name, Function<JsonObject, T> reader) {
    return elements(name, (at, element) -> reader.apply(new JsonObject(at, element)));
  }

  /** The elements of an array; none if the field is absent. */
  <T> List<T> elements(String name, BiFunction<String, JsonNode, T> reader) {
    if (!has(name)) {
      return List.of();
    }
    return elementsOf(pointerTo(name), node.get(name), reader);
  }

  static <T> List<T> elementsOf(
      String pointer, JsonNode array, BiFunction<String, JsonNode, T> reader) {
    if (!array.isArray()) {
      throw wrong(pointer, "a JSON array", array);
    }
    List<T> result = new ArrayList<>(array.size());
    for (int i = 0; i < array.size(); i++) {
      result.add(reader.apply(pointer + "/" + i, array.get(i)));
    }
    return Collections.unmodifiableList(result);
  }

  /** The entries of an object that is used as a map, in their order; none if it is absent. */
  <T> Map<String, T> entries(String name, BiFunction<String, JsonNode, T> reader) {
    Map<String, T> result = new LinkedHashMap<>();
    if (has(name)) {
      object(name).forEach((key, at, value) -> result.put(key, reader.apply(at, value)));
    }
    return Collections.unmodifiableMap(result);
  }

  Map<String, String> textMap(String name) {
    return entries(name, JsonObject::textOf);
  }

  /** What {@link #forEach} is called with. */
  interface FieldReader {
    void accept(String name, String pointer, JsonNode value);
  }

  void forEach(FieldReader reader) {
    for (Iterator<Map.Entry<String, JsonNode>> it = node.fields(); it.hasNext(); ) {
      Map.Entry<String, JsonNode> entry = it.next();
      asked.add(entry.getKey());
      reader.accept(entry.getKey(), pointerTo(entry.getKey()), entry.getValue());
    }
  }

  /** Puts the fields that nobody asked for into {@code sink}, under the object's stable path. */
  void keepRest(String path, Map<String, String> sink) {
    for (Iterator<Map.Entry<String, JsonNode>> it = node.fields(); it.hasNext(); ) {
      Map.Entry<String, JsonNode> entry = it.next();
      if (!asked.contains(entry.getKey())) {
        requireFinite(pointerTo(entry.getKey()), entry.getValue());
        sink.put(path + "/" + escape(entry.getKey()), entry.getValue().toString());
      }
    }
  }

  /** A number that no double holds could not be written back. */
  private static void requireFinite(String pointer, JsonNode node) {
    if (node.isDouble() && !Double.isFinite(node.doubleValue())) {
      throw new JsonShapeException(pointer, "a number out of range");
    }
    node.forEach(child -> requireFinite(pointer, child));
  }

  static int intOf(String pointer, JsonNode value) {
    if (!value.isIntegralNumber() || !value.canConvertToInt()) {
      throw wrong(pointer, "an int", value);
    }
    return value.intValue();
  }

  static long longOf(String pointer, JsonNode value) {
    if (!value.isIntegralNumber() || !value.canConvertToLong()) {
      throw wrong(pointer, "a long", value);
    }
    return value.longValue();
  }

  static String textOf(String pointer, JsonNode value) {
    if (!value.isTextual()) {
      throw wrong(pointer, "a string", value);
    }
    return value.textValue();
  }

  static JsonShapeException wrong(String pointer, String expected, JsonNode found) {
    return new JsonShapeException(pointer, "expected " + expected + ", found " + kind(found));
  }

  private static String kind(JsonNode node) {
    if (node.isMissingNode()) {
      return "nothing";
    }
    String text = node.toString();
    return text.length() <= 40 ? text : text.substring(0, 40) + "...";
  }
}
