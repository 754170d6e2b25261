package io.firn.codec.delta;

import io.firn.codec.parquet.FileRow;
import io.firn.codec.parquet.ParquetRows;
import io.firn.codec.parquet.RowRequest;
import io.firn.error.CorruptFileException;
import io.firn.io.InputFile;
import io.firn.model.NameMapping;
import io.firn.types.Field;
import io.firn.types.ListType;
import io.firn.types.MapType;
import io.firn.types.Schema;
import io.firn.types.SimpleType;
import io.firn.types.StructType;
import io.firn.types.StructValue;
import io.firn.types.Type;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Reads actions of a checkpoint in Parquet, or of a sidecar of one (Delta protocol: Checkpoint
 * Schema). What was removed before is of no interest and not read.
 */
final class CheckpointFile {
  private static final Schema SCHEMA = schema();
  private static final int PROTOCOL = 0;
  private static final int METADATA = 1;
  private static final int ADD = 2;
  private static final int SIDECAR = 3;

  private final String root;
  private final String location;

  private CheckpointFile(String root, String location) {
    this.root = root;
    this.location = location;
  }

  private static Schema schema() {
    Ids ids = new Ids();
    return Schema.of(
        ids.struct(
            "protocol",
            ids.field("minReaderVersion", SimpleType.INT),
            ids.field("minWriterVersion", SimpleType.INT),
            ids.field("readerFeatures", ids.texts()),
            ids.field("writerFeatures", ids.texts())),
        ids.struct(
            "metaData",
            ids.struct("format", ids.field("provider", SimpleType.STRING)),
            ids.field("schemaString", SimpleType.STRING),
            ids.field("partitionColumns", ids.texts()),
            ids.field("configuration", ids.textMap())),
        ids.struct(
            "add",
            ids.field("path", SimpleType.STRING),
            ids.field("size", SimpleType.LONG),
            ids.field("partitionValues", ids.textMap()),
            ids.struct(
                "deletionVector",
                ids.field("storageType", SimpleType.STRING),
                ids.field("pathOrInlineDv", SimpleType.STRING),
                ids.field("offset", SimpleType.INT),
                ids.field("sizeInBytes", SimpleType.INT),
                ids.field("cardinality", SimpleType.LONG))),
        ids.struct("sidecar", ids.field("path", SimpleType.STRING)));
  }

  /** Field ids for columns that are found by their names. */
  private static final class Ids {
    private int last;

    Field field(String name, Type type) {
      return Field.optional(++last, name, type);
    }

    Field struct(String name, Field... fields) {
      return field(name, StructType.of(fields));
    }

    Type texts() {
      return new ListType(++last, false, SimpleType.STRING);
    }

    Type textMap() {
      return new MapType(++last, SimpleType.STRING, ++last, false, SimpleType.STRING);
    }
  }

  /**
   * Hands the actions of a file of the table at {@code root} to the sink.
   *
   * @throws CorruptFileException if the file is damaged or lacks what an action must have
   */
  static void read(String root, InputFile file, ActionSink sink) {
    CheckpointFile reader = new CheckpointFile(root, file.location());
    RowRequest request = new RowRequest(SCHEMA, Optional.of(NameMapping.of(SCHEMA)), Map.of());
    try (ParquetRows rows = ParquetRows.open(file, request)) {
      for (FileRow row : rows) {
        reader.action(row.values(), sink);
      }
    }
  }

  private void action(StructValue row, ActionSink sink) {
    if (row.at(ADD) instanceof StructValue add) {
      sink.add(add(add));
    } else if (row.at(METADATA) instanceof StructValue metadata) {
      sink.metadata(metadata(metadata));
    } else if (row.at(PROTOCOL) instanceof StructValue protocol) {
      sink.protocol(protocol(protocol));
    } else if (row.at(SIDECAR) instanceof StructValue sidecar) {
      sink.sidecar(text(sidecar, 0, "sidecar.path"));
    }
  }

  private DeltaProtocol protocol(StructValue protocol) {
    return new DeltaProtocol(
        number(protocol, 0, "protocol.minReaderVersion").intValue(),
        number(protocol, 1, "protocol.minWriterVersion").intValue(),
        new TreeSet<>(texts(protocol.at(2))),
        new TreeSet<>(texts(protocol.at(3))));
  }

  private DeltaMetadata metadata(StructValue metadata) {
    @Nullable Object provider = metadata.at(0) instanceof StructValue format ? format.at(0) : null;
    return new DeltaMetadata(
        provider instanceof String given ? given : "parquet",
        text(metadata, 1, "metaData.schemaString"),
        texts(metadata.at(2)),
        textMap(metadata.at(3)));
  }

  private DeltaFile add(StructValue add) {
    return new DeltaFile(
        DeltaPath.resolve(root, text(add, 0, "add.path")),
        number(add, 1, "add.size").longValue(),
        textMap(add.at(2)),
        false,
        add.at(3) instanceof StructValue vector ? Optional.of(vector(vector)) : Optional.empty());
  }

  private DeltaVector vector(StructValue vector) {
    return DeltaVector.of(
        root,
        text(vector, 0, "deletionVector.storageType"),
        text(vector, 1, "deletionVector.pathOrInlineDv"),
        vector.at(2) instanceof Integer offset ? offset : 0,
        number(vector, 3, "deletionVector.sizeInBytes").intValue(),
        number(vector, 4, "deletionVector.cardinality").longValue());
  }

  private String text(StructValue struct, int position, String name) {
    if (struct.at(position) instanceof String text) {
      return text;
    }
    throw new CorruptFileException(location, -1, "an action without " + name);
  }

  private Number number(StructValue struct, int position, String name) {
    if (struct.at(position) instanceof Number number) {
      return number;
    }
    throw new CorruptFileException(location, -1, "an action without " + name);
  }

  private static List<String> texts(@Nullable Object list) {
    return list instanceof List<?> texts ? texts.stream().map(String::valueOf).toList() : List.of();
  }

  private static Map<String, String> textMap(@Nullable Object map) {
    Map<String, String> texts = new HashMap<>();
    if (map instanceof Map<?, ?> entries) {
      entries.forEach(
          (key, value) -> {
            if (value != null) {
              texts.put(String.valueOf(key), String.valueOf(value));
            }
          });
    }
    return texts;
  }
}
