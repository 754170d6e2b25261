package io.firn.codec.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.firn.error.MissingFileException;
import io.firn.io.InputFile;
import io.firn.model.TableMetadata;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.zip.GZIPInputStream;

/** What tells one metadata file from another of the same name, from its first bytes. */
record MetadataHead(String tableUuid, String lastSequenceNumber, String lastUpdatedMillis) {
  private static final int MAX_BYTES = 4096;
  private static final JsonFactory JSON = new JsonFactory();

  static MetadataHead of(TableMetadata metadata) {
    return new MetadataHead(
        metadata.tableUuid().toString(),
        Long.toString(metadata.lastSequenceNumber()),
        Long.toString(metadata.lastUpdatedMillis()));
  }

  /** Empty if the first bytes do not hold all of it, or there is no such file. */
  static Optional<MetadataHead> read(InputFile file) {
    try (InputStream in = file.open()) {
      return parse(in.readNBytes(MAX_BYTES));
    } catch (IOException | MissingFileException e) {
      return Optional.empty();
    }
  }

  private static Optional<MetadataHead> parse(byte[] bytes) throws IOException {
    InputStream in = new ByteArrayInputStream(bytes);
    boolean gzip = bytes.length >= 2 && bytes[0] == (byte) 0x1f && bytes[1] == (byte) 0x8b;
    Map<String, String> found = new HashMap<>();
    try (InputStream text = gzip ? new GZIPInputStream(in) : in;
        JsonParser parser = JSON.createParser(text)) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        return Optional.empty();
      }
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        String name = parser.currentName();
        if (parser.nextToken().isScalarValue()) {
          found.put(name, parser.getText());
        } else {
          parser.skipChildren();
        }
        Optional<MetadataHead> head = of(found);
        if (head.isPresent()) {
          return head;
        }
      }
      return Optional.empty();
    }
  }

  private static Optional<MetadataHead> of(Map<String, String> fields) {
    String uuid = fields.get("table-uuid");
    String sequenceNumber = fields.get("last-sequence-number");
    String updated = fields.get("last-updated-ms");
    return uuid == null || sequenceNumber == null || updated == null
        ? Optional.empty()
        : Optional.of(new MetadataHead(uuid, sequenceNumber, updated));
  }
}
