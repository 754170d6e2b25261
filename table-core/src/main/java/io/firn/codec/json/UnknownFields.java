package io.firn.codec.json;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The fields of {@code TableMetadata.unknownFields}, found by the path of their object. A path is
 * made of the spec's field names and of ids, so that it stays right when lists change: {@code
 * /snapshots/3051729675574597004}, {@code /schemas/0/fields/7}, {@code /refs/main}.
 */
final class UnknownFields {
  private final Map<String, Map<String, String>> byObject = new HashMap<>();

  UnknownFields(Map<String, String> unknownFields) {
    unknownFields.forEach(
        (path, json) -> {
          int slash = path.lastIndexOf('/');
          String name = path.substring(slash + 1).replace("~1", "/").replace("~0", "~");
          byObject
              .computeIfAbsent(path.substring(0, slash), p -> new LinkedHashMap<>())
              .put(name, json);
        });
  }

  static UnknownFields none() {
    return new UnknownFields(Map.of());
  }

  /** Writes the unknown fields of an object that is being written. */
  void write(JsonOut out, String path) {
    byObject.getOrDefault(path, Map.of()).forEach(out::raw);
  }
}
