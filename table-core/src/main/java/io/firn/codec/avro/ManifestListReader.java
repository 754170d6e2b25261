package io.firn.codec.avro;

import static java.util.Map.entry;

import io.firn.codec.avro.RecordPlan.Binding;
import io.firn.error.CorruptFileException;
import io.firn.io.InputFile;
import io.firn.model.FieldSummary;
import io.firn.model.ManifestContent;
import io.firn.model.ManifestFile;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.apache.avro.Schema.Type;
import org.jspecify.annotations.Nullable;

/** Reads manifest lists of format version 1 to 3 (spec: Manifest Lists). */
public final class ManifestListReader {
  private ManifestListReader() {}

  /** Reads a whole list. */
  public static ManifestListFile read(InputFile file) {
    try (AvroFileReader reader = AvroFileReader.open(file)) {
      AvroShape shape = AvroShape.of(reader);
      RecordPlan<Draft> plan =
          RecordPlan.of(shape, shape.requireRecord(reader.schema()), bindings())
              .require(
                  shape,
                  Map.of(500, "manifest_path", 501, "manifest_length", 502, "partition_spec_id"));
      List<ManifestFile> manifests = new ArrayList<>();
      for (Optional<AvroBytes> next = reader.nextBlock();
          next.isPresent();
          next = reader.nextBlock()) {
        AvroBytes block = next.get();
        for (long i = 0; i < reader.itemsInBlock(); i++) {
          Draft draft = new Draft();
          plan.read(block, draft);
          manifests.add(draft.toManifest(block));
        }
        if (block.remaining() > 0) {
          throw block.corrupt("the block is longer than its records");
        }
      }
      requireCount(reader, manifests.size());
      return new ManifestListFile(manifests, reader.header());
    }
  }

  /**
   * Where the row map of the list's snapshot is, from the header alone; empty if it has none. The
   * map itself may be gone.
   */
  public static Optional<String> rowMapLocation(InputFile file) {
    try (AvroFileReader reader = AvroFileReader.open(file)) {
      return Optional.ofNullable(reader.header().get(ManifestListFile.ROW_MAP_KEY));
    }
  }

  /** A list that was cut off between two blocks looks whole unless its writer left the number. */
  private static void requireCount(AvroFileReader reader, int count) {
    String expected = reader.header().get(ManifestListWriter.MANIFEST_COUNT_KEY);
    if (expected != null && !expected.equals(Integer.toString(count))) {
      throw new CorruptFileException(
          reader.location(),
          reader.position(),
          "the list has " + count + " manifests, but was written with " + expected);
    }
  }

  private static Map<Integer, Binding<Draft>> bindings() {
    return Map.ofEntries(
        entry(500, Bindings.strings((d, v) -> d.manifestPath = v)),
        entry(501, Bindings.longs((d, v) -> d.manifestLength = v)),
        entry(502, Bindings.ints((d, v) -> d.partitionSpecId = v)),
        entry(517, Bindings.ints((d, v) -> d.content = v)),
        entry(515, Bindings.longs((d, v) -> d.sequenceNumber = v)),
        entry(516, Bindings.longs((d, v) -> d.minSequenceNumber = v)),
        entry(503, Bindings.longs((d, v) -> d.addedSnapshotId = v)),
        entry(504, Bindings.ints((d, v) -> d.addedFilesCount = OptionalInt.of(v))),
        entry(505, Bindings.ints((d, v) -> d.existingFilesCount = OptionalInt.of(v))),
        entry(506, Bindings.ints((d, v) -> d.deletedFilesCount = OptionalInt.of(v))),
        entry(512, Bindings.longs((d, v) -> d.addedRowsCount = OptionalLong.of(v))),
        entry(513, Bindings.longs((d, v) -> d.existingRowsCount = OptionalLong.of(v))),
        entry(514, Bindings.longs((d, v) -> d.deletedRowsCount = OptionalLong.of(v))),
        entry(507, summaries()),
        entry(519, Bindings.buffers((d, v) -> d.keyMetadata = Optional.of(v))),
        entry(520, Bindings.longs((d, v) -> d.firstRowId = OptionalLong.of(v))));
  }

  private static Binding<Draft> summaries() {
    return (shape, schema) -> {
      Bindings.require(shape, schema, Type.ARRAY, Type.ARRAY);
      Map<Integer, Binding<SummaryDraft>> bindings =
          Map.of(
              509, Bindings.booleans((d, v) -> d.containsNull = v),
              518, Bindings.booleans((d, v) -> d.containsNan = Optional.of(v)),
              510, Bindings.buffers((d, v) -> d.lowerBound = Optional.of(v)),
              511, Bindings.buffers((d, v) -> d.upperBound = Optional.of(v)));
      RecordPlan<SummaryDraft> plan =
          RecordPlan.of(shape, shape.requireRecord(schema.getElementType()), bindings)
              .require(shape, Map.of(509, "contains_null"));
      return (in, draft) ->
          draft.partitions =
              Optional.of(
                  Bindings.readList(
                      in,
                      bytes -> {
                        SummaryDraft summary = new SummaryDraft();
                        plan.read(bytes, summary);
                        return summary.toSummary();
                      }));
    };
  }

  private static final class SummaryDraft {
    private boolean containsNull;
    private Optional<Boolean> containsNan = Optional.empty();
    private Optional<ByteBuffer> lowerBound = Optional.empty();
    private Optional<ByteBuffer> upperBound = Optional.empty();

    FieldSummary toSummary() {
      return new FieldSummary(containsNull, containsNan, lowerBound, upperBound);
    }
  }

  /** Sequence numbers of v1 lists are 0, and they have no delete manifests. */
  private static final class Draft {
    private @Nullable String manifestPath;
    private long manifestLength = -1;
    private int partitionSpecId;
    private int content;
    private long sequenceNumber;
    private long minSequenceNumber;
    private long addedSnapshotId = -1;
    private OptionalInt addedFilesCount = OptionalInt.empty();
    private OptionalInt existingFilesCount = OptionalInt.empty();
    private OptionalInt deletedFilesCount = OptionalInt.empty();
    private OptionalLong addedRowsCount = OptionalLong.empty();
    private OptionalLong existingRowsCount = OptionalLong.empty();
    private OptionalLong deletedRowsCount = OptionalLong.empty();
    private Optional<List<FieldSummary>> partitions = Optional.empty();
    private Optional<ByteBuffer> keyMetadata = Optional.empty();
    private OptionalLong firstRowId = OptionalLong.empty();

    ManifestFile toManifest(AvroBytes block) {
      if (manifestPath == null || manifestPath.isEmpty() || manifestLength < 0) {
        throw block.corrupt("manifest \"" + manifestPath + "\" of " + manifestLength + " bytes");
      }
      if (content != 0 && content != 1) {
        throw block.corrupt(manifestPath + " has the unknown content " + content);
      }
      return new ManifestFile(
          manifestPath,
          manifestLength,
          partitionSpecId,
          content == 0 ? ManifestContent.DATA : ManifestContent.DELETES,
          sequenceNumber,
          minSequenceNumber,
          addedSnapshotId,
          addedFilesCount,
          existingFilesCount,
          deletedFilesCount,
          addedRowsCount,
          existingRowsCount,
          deletedRowsCount,
          partitions,
          keyMetadata,
          firstRowId);
    }
  }
}
