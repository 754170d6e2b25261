package io.firn.codec.avro;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.firn.error.CorruptFileException;
import io.firn.error.UnsupportedFeatureException;
import io.firn.rowmap.RowMap;
import io.firn.rowmap.RowMapKind;
import io.firn.rowmap.TargetFile;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32;

/**
 * What a row map file says in its header, as JSON: kind, base snapshot, number of sources, and the
 * targets, each as record count, characters that its path shares with the beginning of the path
 * before it, and the rest of the path. A checksum stands beside it, since Avro has none for
 * headers.
 */
record RowMapHeader(
    RowMapKind kind, long baseSnapshotId, int sourceCount, List<TargetFile> targets) {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final String KEY = "firn.row-map";
  private static final String CHECKSUM_KEY = "firn.row-map.crc32";
  private static final String VERSION = "version";
  private static final int CURRENT_VERSION = 1;

  RowMapHeader {
    targets = List.copyOf(targets);
  }

  static RowMapHeader of(RowMap map) {
    return new RowMapHeader(map.kind(), map.baseSnapshotId(), map.sources().size(), map.targets());
  }

  Map<String, String> toEntries() {
    ObjectNode json = MAPPER.createObjectNode();
    json.put(VERSION, CURRENT_VERSION);
    json.put("kind", kind.text());
    json.put("base-snapshot-id", baseSnapshotId);
    json.put("sources", sourceCount);
    ArrayNode array = json.putArray("targets");
    String before = "";
    for (TargetFile target : targets) {
      int shared = sharedLength(before, target.path());
      array.addArray().add(target.recordCount()).add(shared).add(target.path().substring(shared));
      before = target.path();
    }
    Map<String, String> entries = new LinkedHashMap<>();
    entries.put(KEY, json.toString());
    entries.put(CHECKSUM_KEY, checksum(json.toString()));
    return entries;
  }

  static RowMapHeader parse(String location, Map<String, String> entries) {
    String text = entries.get(KEY);
    if (text == null || !checksum(text).equals(entries.get(CHECKSUM_KEY))) {
      throw new CorruptFileException(location, 0, "the header is none of a row map, or damaged");
    }
    try {
      JsonNode json = MAPPER.readTree(text);
      if (json.path(VERSION).asInt() != CURRENT_VERSION) {
        throw new UnsupportedFeatureException(
            "Cannot read the row map "
                + location
                + " of version "
                + json.path(VERSION).asText()
                + ": this Firn knows version "
                + CURRENT_VERSION);
      }
      return new RowMapHeader(
          RowMapKind.parse(json.path("kind").asText())
              .orElseThrow(
                  () -> new CorruptFileException(location, 0, "unknown kind of row map: " + text)),
          json.path("base-snapshot-id").asLong(),
          json.path("sources").asInt(),
          parseTargets(json.path("targets")));
    } catch (JsonProcessingException | IllegalArgumentException e) {
      throw new CorruptFileException(location, 0, "the header is no row map's: " + text, e);
    }
  }

  private static List<TargetFile> parseTargets(JsonNode array) {
    List<TargetFile> targets = new ArrayList<>();
    String before = "";
    for (JsonNode target : array) {
      int shared = target.path(1).asInt();
      if (shared < 0 || shared > before.length()) {
        throw new IllegalArgumentException("no such part of a path: " + shared);
      }
      before = before.substring(0, shared) + target.path(2).asText();
      targets.add(new TargetFile(before, target.path(0).asLong()));
    }
    return targets;
  }

  private static int sharedLength(String before, String path) {
    int length = 0;
    while (length < Math.min(before.length(), path.length())
        && before.charAt(length) == path.charAt(length)) {
      length++;
    }
    return length > 0 && Character.isHighSurrogate(path.charAt(length - 1)) ? length - 1 : length;
  }

  private static String checksum(String text) {
    CRC32 crc = new CRC32();
    crc.update(text.getBytes(StandardCharsets.UTF_8));
    return Long.toHexString(crc.getValue());
  }
}
