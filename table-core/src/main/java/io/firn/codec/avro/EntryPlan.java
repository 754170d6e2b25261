package io.firn.codec.avro;

import static java.util.Map.entry;

import io.firn.codec.avro.RecordPlan.Binding;
import io.firn.types.Field;
import io.firn.types.StructType;
import io.firn.types.StructValue;
import io.firn.types.Type;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.apache.avro.Schema;
import org.jspecify.annotations.Nullable;

/** How the entries of one manifest are read (spec: Manifests, field ids of the entry structs). */
final class EntryPlan {
  private static final int DATA_FILE_ID = 2;
  private static final int PARTITION_ID = 102;

  private EntryPlan() {}

  /** {@code partitionType} is what partition values are promoted to, if known. */
  static RecordPlan<EntryDraft> of(
      AvroShape shape,
      Schema entrySchema,
      ManifestProjection projection,
      Optional<StructType> partitionType) {
    Map<Integer, Binding<EntryDraft>> bindings = new HashMap<>();
    bindings.put(0, Bindings.ints((d, v) -> d.status = v));
    bindings.put(1, Bindings.longs((d, v) -> d.snapshotId = OptionalLong.of(v)));
    bindings.put(3, Bindings.longs((d, v) -> d.sequenceNumber = OptionalLong.of(v)));
    bindings.put(4, Bindings.longs((d, v) -> d.fileSequenceNumber = OptionalLong.of(v)));
    bindings.put(
        DATA_FILE_ID,
        (s, schema) -> {
          RecordPlan<EntryDraft> file = dataFile(s, schema, projection, partitionType);
          return file::read;
        });
    return RecordPlan.of(shape, shape.requireRecord(entrySchema), bindings)
        .require(shape, Map.of(0, "status", DATA_FILE_ID, "data_file"));
  }

  private static RecordPlan<EntryDraft> dataFile(
      AvroShape shape,
      Schema schema,
      ManifestProjection projection,
      Optional<StructType> partitionType) {
    Map<Integer, Binding<EntryDraft>> bindings = new HashMap<>(plainFields());
    bindings.putAll(statsFields(projection));
    bindings.put(
        PARTITION_ID,
        (s, partitionSchema) -> partition(s, s.requireRecord(partitionSchema), partitionType));
    return RecordPlan.of(shape, shape.requireRecord(schema), bindings)
        .require(
            shape,
            Map.of(
                100, "file_path",
                101, "file_format",
                103, "record_count",
                104, "file_size_in_bytes"));
  }

  private static Map<Integer, Binding<EntryDraft>> plainFields() {
    return Map.ofEntries(
        entry(134, Bindings.ints((d, v) -> d.content = v)),
        entry(100, Bindings.strings((d, v) -> d.filePath = v)),
        entry(101, Bindings.strings((d, v) -> d.fileFormat = v)),
        entry(103, Bindings.longs((d, v) -> d.recordCount = v)),
        entry(104, Bindings.longs((d, v) -> d.fileSizeInBytes = v)),
        entry(131, Bindings.buffers((d, v) -> d.keyMetadata = Optional.of(v))),
        entry(132, Bindings.longList((d, v) -> d.splitOffsets = v)),
        entry(135, Bindings.intList((d, v) -> d.equalityIds = v)),
        entry(140, Bindings.ints((d, v) -> d.sortOrderId = OptionalInt.of(v))),
        entry(142, Bindings.longs((d, v) -> d.firstRowId = OptionalLong.of(v))),
        entry(143, Bindings.strings((d, v) -> d.referencedDataFile = Optional.of(v))),
        entry(144, Bindings.longs((d, v) -> d.contentOffset = OptionalLong.of(v))),
        entry(145, Bindings.longs((d, v) -> d.contentSizeInBytes = OptionalLong.of(v))));
  }

  private static Map<Integer, Binding<EntryDraft>> statsFields(ManifestProjection projection) {
    return Map.of(
        108, Bindings.longMap(projection, (d, v) -> d.columnSizes = v),
        109, Bindings.longMap(projection, (d, v) -> d.valueCounts = v),
        110, Bindings.longMap(projection, (d, v) -> d.nullValueCounts = v),
        137, Bindings.longMap(projection, (d, v) -> d.nanValueCounts = v),
        125, Bindings.bufferMap(projection, (d, v) -> d.lowerBounds = v),
        128, Bindings.bufferMap(projection, (d, v) -> d.upperBounds = v));
  }

  /**
   * Positions follow the target type where it is known, by partition field id; else the order in
   * the file, which is the order of the spec.
   */
  private static RecordPlan.Step<EntryDraft> partition(
      AvroShape shape, Schema schema, Optional<StructType> partitionType) {
    List<Schema.Field> fields = schema.getFields();
    ValueReader[] readers = new ValueReader[fields.size()];
    int[] positions = new int[fields.size()];
    for (int i = 0; i < readers.length; i++) {
      int id = shape.fieldId(fields.get(i));
      positions[i] = partitionType.map(type -> positionOf(type, id)).orElse(i);
      Optional<Type> target = partitionType.flatMap(type -> type.field(id)).map(Field::type);
      readers[i] = ValueReader.of(shape, fields.get(i).schema(), target);
    }
    int size = partitionType.map(type -> type.fields().size()).orElse(readers.length);
    LastPartition last = new LastPartition();
    return (in, draft) -> {
      @Nullable Object[] values = new @Nullable Object[size];
      for (int i = 0; i < readers.length; i++) {
        Object value = readers[i].read(in);
        if (positions[i] >= 0) {
          values[positions[i]] = value;
        }
      }
      draft.partition = last.shared(StructValue.of(values));
    };
  }

  private static int positionOf(StructType type, int id) {
    for (int i = 0; i < type.fields().size(); i++) {
      if (type.fields().get(i).id() == id) {
        return i;
      }
    }
    return -1;
  }

  /** Neighbours mostly lie in one partition: they share one tuple. */
  private static final class LastPartition {
    private StructValue last = StructValue.empty();

    StructValue shared(StructValue value) {
      if (!value.equals(last)) {
        last = value;
      }
      return last;
    }
  }
}
