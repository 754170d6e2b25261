package io.firn.codec.json;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.firn.error.CorruptFileException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/**
 * Copies a table metadata file, of any format version, with other paths in it: the table's
 * location, manifest lists, statistics, earlier metadata files, and the properties that are
 * locations. All else stays as it is.
 */
public final class MetadataRelocation {
  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .nodeFactory(JsonNodeFactory.withExactBigDecimals(true))
          .build();

  /** Properties that are locations. */
  private static final List<String> LOCATIONS =
      List.of(
          "write.object-storage.path",
          "write.folder-storage.path",
          "write.data.path",
          "write.metadata.path");

  private static final String ROW_MAP_LOCATION = "row-map-location";

  private final UnaryOperator<String> newPath;

  public MetadataRelocation(UnaryOperator<String> newPath) {
    this.newPath = newPath;
  }

  /**
   * The content of the copy, compressed if the file is.
   *
   * @param location for messages
   * @throws CorruptFileException if the file is no JSON object
   */
  public byte[] copy(String location, byte[] content) {
    boolean compressed =
        content.length >= 2 && content[0] == (byte) 0x1f && content[1] == (byte) 0x8b;
    try {
      JsonNode root = MAPPER.readTree(compressed ? gunzip(content) : content);
      if (!(root instanceof ObjectNode metadata)) {
        throw new CorruptFileException(location, 0, "the file is no table metadata");
      }
      relocate(metadata);
      byte[] copy = MAPPER.writeValueAsBytes(metadata);
      return compressed ? gzip(copy) : copy;
    } catch (JsonProcessingException e) {
      throw new CorruptFileException(location, -1, e.getOriginalMessage(), e);
    } catch (IOException e) {
      throw new CorruptFileException(location, -1, String.valueOf(e.getMessage()), e);
    }
  }

  private void relocate(ObjectNode metadata) {
    relocate(metadata, "location");
    if (metadata.get("properties") instanceof ObjectNode properties) {
      LOCATIONS.forEach(key -> relocate(properties, key));
    }
    for (JsonNode snapshot : metadata.path("snapshots")) {
      relocateSnapshot(snapshot);
    }
    metadata.path("metadata-log").forEach(entry -> relocate(entry, "metadata-file"));
    metadata.path("statistics").forEach(file -> relocate(file, "statistics-path"));
    metadata.path("partition-statistics").forEach(file -> relocate(file, "statistics-path"));
  }

  private void relocateSnapshot(JsonNode snapshot) {
    relocate(snapshot, "manifest-list");
    relocate(snapshot.path("summary"), ROW_MAP_LOCATION);
    if (snapshot.get("manifests") instanceof ArrayNode manifests) {
      for (int i = 0; i < manifests.size(); i++) {
        manifests.set(i, newPath.apply(manifests.get(i).asText()));
      }
    }
  }

  private void relocate(JsonNode object, String key) {
    if (object instanceof ObjectNode node && node.path(key).isTextual()) {
      node.put(key, newPath.apply(node.get(key).asText()));
    }
  }

  private static byte[] gunzip(byte[] content) throws IOException {
    try (GZIPInputStream in = new GZIPInputStream(new java.io.ByteArrayInputStream(content))) {
      return in.readAllBytes();
    }
  }

  private static byte[] gzip(byte[] content) {
    ByteArrayOutputStream compressed = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(compressed)) {
      gzip.write(content);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return compressed.toByteArray();
  }
}
