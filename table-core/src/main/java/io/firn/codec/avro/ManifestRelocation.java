package io.firn.codec.avro;

import io.firn.error.CorruptFileException;
import io.firn.io.InputFile;
import io.firn.io.OutputFile;
import io.firn.model.EntryStatus;
import io.firn.model.FileContent;
import io.firn.types.ReservedFields;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericRecord;
import org.jspecify.annotations.Nullable;

/**
 * Copies a manifest, of any format version, with other paths in it: those of its files, of the data
 * files that delete files refer to, and in the bounds of position delete files. All else stays as
 * it is, what is to be inherited and what this version does not know too.
 */
public final class ManifestRelocation {
  private static final int STATUS = 0;
  private static final int SNAPSHOT_ID = 1;
  private static final int DATA_FILE = 2;
  private static final int CONTENT = 134;
  private static final int FILE_PATH = 100;
  private static final int FILE_SIZE = 104;
  private static final int LOWER_BOUNDS = 125;
  private static final int UPPER_BOUNDS = 128;
  private static final int REFERENCED_DATA_FILE = 143;

  private final UnaryOperator<String> newPath;
  private final Function<String, OptionalLong> newSize;
  private final Consumer<Entry> entries;

  /** An entry of the manifest as it was; the snapshot id is empty if it is inherited. */
  public record Entry(
      EntryStatus status, OptionalLong snapshotId, FileContent content, String path) {}

  /**
   * @param newPath the new path of a file
   * @param newSize by the old path, the size of a file that was written anew; empty for one that is
   *     as it was
   * @param entries told of each entry
   */
  public ManifestRelocation(
      UnaryOperator<String> newPath,
      Function<String, OptionalLong> newSize,
      Consumer<Entry> entries) {
    this.newPath = newPath;
    this.newSize = newSize;
    this.entries = entries;
  }

  /** Writes the copy; returns its length in bytes. */
  public long copy(InputFile manifest, OutputFile target) {
    return AvroCopy.copy(manifest, target, new Plan(manifest.location()));
  }

  private final class Plan implements AvroCopy.Plan {
    private final String location;

    Plan(String location) {
      this.location = location;
    }

    @Override
    public Map<String, String> header(Map<String, String> header) {
      return header;
    }

    @Override
    public AvroCopy.Edit edit(AvroShape shape, Schema schema) {
      Schema entrySchema = shape.requireRecord(schema);
      RecordEdit entry = new RecordEdit(shape, entrySchema);
      Schema fileSchema = null;
      for (Schema.Field field : entrySchema.getFields()) {
        if (shape.fieldId(field) == DATA_FILE) {
          fileSchema = field.schema();
        }
      }
      if (fileSchema == null || fileSchema.getType() != Schema.Type.RECORD) {
        throw new CorruptFileException(location, 0, "the manifest's entries have no data_file");
      }
      RecordEdit file = new RecordEdit(shape, fileSchema);
      return in -> {
        RecordEdit.Row row = entry.read(in);
        RecordEdit.Row data = file.read(row.bytes(DATA_FILE));
        relocate(row, data);
        row.setBytes(DATA_FILE, data.encoded());
        return row.encoded();
      };
    }

    private void relocate(RecordEdit.Row row, RecordEdit.Row file) {
      Object snapshotId = row.value(SNAPSHOT_ID);
      FileContent content = content(file.value(CONTENT));
      String path = String.valueOf(file.value(FILE_PATH));
      entries.accept(
          new Entry(
              status(row.value(STATUS)),
              snapshotId instanceof Long id ? OptionalLong.of(id) : OptionalLong.empty(),
              content,
              path));
      file.set(FILE_PATH, newPath.apply(path));
      OptionalLong size = newSize.apply(path);
      if (size.isPresent()) {
        file.set(FILE_SIZE, size.getAsLong());
      }
      Object referenced = file.value(REFERENCED_DATA_FILE);
      if (referenced != null) {
        file.set(REFERENCED_DATA_FILE, newPath.apply(referenced.toString()));
      }
      if (content == FileContent.POSITION_DELETES) {
        relocateBounds(file);
      }
    }

    private EntryStatus status(@Nullable Object value) {
      for (EntryStatus status : EntryStatus.values()) {
        if (value instanceof Integer id && status.id() == id) {
          return status;
        }
      }
      throw new CorruptFileException(location, -1, "an entry has the unknown status " + value);
    }

    /** Manifests of version 1 hold data files only and do not say it. */
    private FileContent content(@Nullable Object value) {
      for (FileContent content : FileContent.values()) {
        if (value instanceof Integer id && content.id() == id) {
          return content;
        }
      }
      if (value == null) {
        return FileContent.DATA;
      }
      throw new CorruptFileException(location, -1, "a file has the unknown content " + value);
    }

    /** Bounds of the path column say something only if all deletes are of one data file. */
    private void relocateBounds(RecordEdit.Row file) {
      List<GenericRecord> lower = bounds(file.value(LOWER_BOUNDS));
      List<GenericRecord> upper = bounds(file.value(UPPER_BOUNDS));
      String least = pathBound(lower);
      String greatest = pathBound(upper);
      if (least == null && greatest == null) {
        return;
      }
      boolean one = least != null && least.equals(greatest);
      if (file.value(LOWER_BOUNDS) != null) {
        file.set(LOWER_BOUNDS, one ? relocated(lower) : withoutPath(lower));
      }
      if (file.value(UPPER_BOUNDS) != null) {
        file.set(UPPER_BOUNDS, one ? relocated(upper) : withoutPath(upper));
      }
    }

    @SuppressWarnings("unchecked")
    private List<GenericRecord> bounds(@Nullable Object value) {
      return value == null ? List.of() : List.copyOf((List<GenericRecord>) value);
    }

    private @Nullable String pathBound(List<GenericRecord> bounds) {
      for (GenericRecord bound : bounds) {
        if (isPath(bound)) {
          return text(bound);
        }
      }
      return null;
    }

    private boolean isPath(GenericRecord bound) {
      return bound.get("key").equals(ReservedFields.DELETE_FILE_PATH.id());
    }

    private String text(GenericRecord bound) {
      return StandardCharsets.UTF_8
          .decode(((ByteBuffer) bound.get("value")).duplicate())
          .toString();
    }

    private List<GenericRecord> relocated(List<GenericRecord> bounds) {
      for (GenericRecord bound : bounds) {
        if (isPath(bound)) {
          bound.put(
              "value",
              ByteBuffer.wrap(newPath.apply(text(bound)).getBytes(StandardCharsets.UTF_8)));
        }
      }
      return bounds;
    }

    private List<GenericRecord> withoutPath(List<GenericRecord> bounds) {
      List<GenericRecord> others = new ArrayList<>(bounds);
      others.removeIf(this::isPath);
      return others;
    }
  }
}
