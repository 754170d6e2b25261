package io.firn.codec.delta;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.firn.error.CorruptFileException;
import io.firn.error.StorageException;
import io.firn.io.InputFile;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/**
 * Reads actions in JSON, one a line (Delta protocol: Actions). Actions that say nothing of the
 * table's rows are left out.
 */
final class ActionJson {
  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  private final String root;
  private final String location;

  private ActionJson(String root, String location) {
    this.root = root;
    this.location = location;
  }

  /**
   * Hands the actions of a file of the table at {@code root} to the sink.
   *
   * @throws CorruptFileException if the file is not made of such lines
   */
  static void read(String root, InputFile file, ActionSink sink) {
    ActionJson reader = new ActionJson(root, file.location());
    try (InputStream in = file.open();
        MappingIterator<JsonNode> lines = MAPPER.readerFor(JsonNode.class).readValues(in)) {
      while (lines.hasNextValue()) {
        reader.action(lines.nextValue(), sink);
      }
    } catch (JacksonException e) {
      long offset = e.getLocation() == null ? -1 : e.getLocation().getByteOffset();
      throw new CorruptFileException(file.location(), offset, e.getOriginalMessage(), e);
    } catch (IOException e) {
      throw new StorageException("Cannot read " + file.location() + ": " + e, e);
    }
  }

  private void action(JsonNode line, ActionSink sink) {
    if (!line.isObject()) {
      throw new CorruptFileException(location, -1, "an action that is no JSON object: " + line);
    }
    if (line.hasNonNull("add")) {
      sink.add(add(line.get("add")));
    } else if (line.hasNonNull("remove")) {
      JsonNode remove = line.get("remove");
      sink.remove(path(remove), effect(remove));
    } else if (line.hasNonNull("metaData")) {
      sink.metadata(metadata(line.get("metaData")));
    } else if (line.hasNonNull("protocol")) {
      sink.protocol(protocol(line.get("protocol")));
    } else if (line.hasNonNull("sidecar")) {
      sink.sidecar(text(line.get("sidecar"), "path"));
    } else if (line.path("commitInfo").hasNonNull("inCommitTimestamp")) {
      sink.inCommitTimestamp(number(line.get("commitInfo"), "inCommitTimestamp"));
    }
  }

  private DeltaFile add(JsonNode add) {
    return new DeltaFile(
        path(add),
        number(add, "size"),
        texts(add.path("partitionValues")),
        effect(add) == ActionSink.Effect.CHANGES_DATA,
        add.hasNonNull("deletionVector")
            ? Optional.of(vector(add.get("deletionVector")))
            : Optional.empty());
  }

  private DeltaVector vector(JsonNode vector) {
    return DeltaVector.of(
        root,
        text(vector, "storageType"),
        text(vector, "pathOrInlineDv"),
        vector.path("offset").asInt(0),
        Math.toIntExact(number(vector, "sizeInBytes")),
        number(vector, "cardinality"));
  }

  private DeltaMetadata metadata(JsonNode metadata) {
    return new DeltaMetadata(
        metadata.path("format").path("provider").asText("parquet"),
        text(metadata, "schemaString"),
        list(metadata.path("partitionColumns")),
        texts(metadata.path("configuration")));
  }

  private DeltaProtocol protocol(JsonNode protocol) {
    return new DeltaProtocol(
        Math.toIntExact(number(protocol, "minReaderVersion")),
        Math.toIntExact(number(protocol, "minWriterVersion")),
        new TreeSet<>(list(protocol.path("readerFeatures"))),
        new TreeSet<>(list(protocol.path("writerFeatures"))));
  }

  private String path(JsonNode file) {
    return DeltaPath.resolve(root, text(file, "path"));
  }

  /** Removals that do not say change data, by the protocol's default. */
  private static ActionSink.Effect effect(JsonNode file) {
    return file.path("dataChange").asBoolean(true)
        ? ActionSink.Effect.CHANGES_DATA
        : ActionSink.Effect.KEEPS_DATA;
  }

  private static List<String> list(JsonNode array) {
    List<String> list = new ArrayList<>();
    array.forEach(element -> list.add(element.asText()));
    return list;
  }

  private static Map<String, String> texts(JsonNode object) {
    Map<String, String> map = new HashMap<>();
    object
        .fields()
        .forEachRemaining(
            entry -> {
              if (!entry.getValue().isNull()) {
                map.put(entry.getKey(), entry.getValue().asText());
              }
            });
    return map;
  }

  private String text(JsonNode object, String name) {
    JsonNode value = object.path(name);
    if (!value.isTextual()) {
      throw new CorruptFileException(location, -1, "no text " + name + " in " + shortened(object));
    }
    return value.textValue();
  }

  private long number(JsonNode object, String name) {
    JsonNode value = object.path(name);
    if (!value.isIntegralNumber() || !value.canConvertToLong()) {
      throw new CorruptFileException(
          location, -1, "no number " + name + " in " + shortened(object));
    }
    return value.longValue();
  }

  private static String shortened(JsonNode node) {
    String text = node.toString();
    return text.length() <= 80 ? text : text.substring(0, 80) + "...";
  }
}
