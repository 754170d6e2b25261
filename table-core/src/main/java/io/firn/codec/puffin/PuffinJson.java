package io.firn.codec.puffin;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The footer's payload (spec: Puffin, Footer Payload). */
final class PuffinJson {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final JsonFactory FACTORY = new JsonFactory();

  private PuffinJson() {}

  static byte[] write(List<PuffinBlob> blobs, Map<String, String> properties) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JsonGenerator out = FACTORY.createGenerator(bytes)) {
      out.writeStartObject();
      out.writeArrayFieldStart("blobs");
      for (PuffinBlob blob : blobs) {
        writeBlob(out, blob);
      }
      out.writeEndArray();
      writeProperties(out, properties);
      out.writeEndObject();
    }
    return bytes.toByteArray();
  }

  private static void writeBlob(JsonGenerator out, PuffinBlob blob) throws IOException {
    out.writeStartObject();
    out.writeStringField("type", blob.type());
    out.writeArrayFieldStart("fields");
    for (int field : blob.fields()) {
      out.writeNumber(field);
    }
    out.writeEndArray();
    out.writeNumberField("snapshot-id", blob.snapshotId());
    out.writeNumberField("sequence-number", blob.sequenceNumber());
    out.writeNumberField("offset", blob.offset());
    out.writeNumberField("length", blob.length());
    if (blob.compressionCodec().isPresent()) {
      out.writeStringField("compression-codec", blob.compressionCodec().get());
    }
    writeProperties(out, blob.properties());
    out.writeEndObject();
  }

  private static void writeProperties(JsonGenerator out, Map<String, String> properties)
      throws IOException {
    if (!properties.isEmpty()) {
      out.writeObjectFieldStart("properties");
      for (Map.Entry<String, String> entry : properties.entrySet()) {
        out.writeStringField(entry.getKey(), entry.getValue());
      }
      out.writeEndObject();
    }
  }

  /** Fails with an {@code IOException} that says what is wrong. */
  static PuffinFooter read(byte[] payload, long sizeInBytes) throws IOException {
    JsonNode root = MAPPER.readTree(payload);
    if (root == null || !root.isObject() || !root.path("blobs").isArray()) {
      throw new IOException("the footer has no list of blobs");
    }
    List<PuffinBlob> blobs = new ArrayList<>();
    for (JsonNode blob : root.get("blobs")) {
      blobs.add(readBlob(blob));
    }
    return new PuffinFooter(blobs, properties(root), sizeInBytes);
  }

  private static PuffinBlob readBlob(JsonNode blob) throws IOException {
    List<Integer> fields = new ArrayList<>();
    for (JsonNode field : required(blob, "fields")) {
      if (!field.canConvertToInt()) {
        throw new IOException("a blob's fields are " + blob.get("fields"));
      }
      fields.add(field.intValue());
    }
    JsonNode codec = blob.path("compression-codec");
    return new PuffinBlob(
        required(blob, "type").asText(),
        fields,
        number(blob, "snapshot-id"),
        number(blob, "sequence-number"),
        number(blob, "offset"),
        number(blob, "length"),
        codec.isTextual() ? Optional.of(codec.asText()) : Optional.empty(),
        properties(blob));
  }

  private static JsonNode required(JsonNode object, String name) throws IOException {
    JsonNode value = object.get(name);
    if (value == null || value.isNull()) {
      throw new IOException("a blob has no " + name);
    }
    return value;
  }

  private static long number(JsonNode object, String name) throws IOException {
    JsonNode value = required(object, name);
    if (!value.canConvertToLong()) {
      throw new IOException("a blob's " + name + " is " + value);
    }
    return value.longValue();
  }

  private static Map<String, String> properties(JsonNode object) {
    Map<String, String> properties = new HashMap<>();
    object
        .path("properties")
        .properties()
        .forEach(entry -> properties.put(entry.getKey(), entry.getValue().asText()));
    return properties;
  }
}
