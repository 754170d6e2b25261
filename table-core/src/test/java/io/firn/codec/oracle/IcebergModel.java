package io.firn.codec.oracle;

import io.firn.codec.json.SchemaJson;
import io.firn.model.ColumnStats;
import io.firn.model.DataFile;
import io.firn.model.EntryStatus;
import io.firn.model.FieldSummary;
import io.firn.model.FileContent;
import io.firn.model.FileFormat;
import io.firn.model.ManifestContent;
import io.firn.model.ManifestEntry;
import io.firn.model.ManifestFile;
import io.firn.types.Schema;
import io.firn.types.StructValue;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.apache.iceberg.ContentFile;
import org.apache.iceberg.IcebergManifests;
import org.apache.iceberg.Metrics;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.PartitionSpecParser;
import org.apache.iceberg.SchemaParser;
import org.apache.iceberg.StructLike;

/** Iceberg's objects as Firn's, and back. */
public final class IcebergModel {
  private IcebergModel() {}

  public static org.apache.iceberg.Schema schema(Schema schema) {
    return SchemaParser.fromJson(SchemaJson.write(schema));
  }

  public static PartitionSpec spec(Schema schema, io.firn.partition.PartitionSpec spec) {
    return PartitionSpecParser.fromJson(
        schema(schema),
        "{\"spec-id\":"
            + spec.specId()
            + ",\"fields\":"
            + io.firn.codec.json.SpecJson.writeFields(spec)
            + "}");
  }

  public static ManifestEntry entry(IcebergManifests.Entry entry) {
    return new ManifestEntry(
        EntryStatus.values()[entry.status()],
        optional(entry.snapshotId()),
        optional(entry.dataSequenceNumber()),
        optional(entry.fileSequenceNumber()),
        file(entry.file()));
  }

  public static DataFile file(ContentFile<?> file) {
    boolean isDelete = file instanceof org.apache.iceberg.DeleteFile;
    Optional<org.apache.iceberg.DeleteFile> delete =
        isDelete ? Optional.of((org.apache.iceberg.DeleteFile) file) : Optional.empty();
    return new DataFile(
        FileContent.values()[file.content().id()],
        file.location(),
        FileFormat.parse(file.format().name()).orElseThrow(),
        file.specId(),
        struct(file.partition()),
        file.recordCount(),
        file.fileSizeInBytes(),
        new ColumnStats(
            orEmpty(file.columnSizes()),
            orEmpty(file.valueCounts()),
            orEmpty(file.nullValueCounts()),
            orEmpty(file.nanValueCounts()),
            orEmpty(file.lowerBounds()),
            orEmpty(file.upperBounds())),
        Optional.ofNullable(file.keyMetadata()),
        file.splitOffsets() == null ? List.of() : file.splitOffsets(),
        file.equalityFieldIds() == null ? List.of() : file.equalityFieldIds(),
        file.sortOrderId() == null ? OptionalInt.empty() : OptionalInt.of(file.sortOrderId()),
        optional(file.firstRowId()),
        delete.map(org.apache.iceberg.DeleteFile::referencedDataFile),
        optional(delete.map(org.apache.iceberg.DeleteFile::contentOffset).orElse(null)),
        optional(delete.map(org.apache.iceberg.DeleteFile::contentSizeInBytes).orElse(null)));
  }

  public static ColumnStats stats(Metrics metrics) {
    return new ColumnStats(
        orEmpty(metrics.columnSizes()),
        orEmpty(metrics.valueCounts()),
        orEmpty(metrics.nullValueCounts()),
        orEmpty(metrics.nanValueCounts()),
        orEmpty(metrics.lowerBounds()),
        orEmpty(metrics.upperBounds()));
  }

  public static ManifestFile manifest(org.apache.iceberg.ManifestFile manifest) {
    return new ManifestFile(
        manifest.path(),
        manifest.length(),
        manifest.partitionSpecId(),
        ManifestContent.values()[manifest.content().id()],
        manifest.sequenceNumber(),
        manifest.minSequenceNumber(),
        manifest.snapshotId(),
        optional(manifest.addedFilesCount()),
        optional(manifest.existingFilesCount()),
        optional(manifest.deletedFilesCount()),
        optional(manifest.addedRowsCount()),
        optional(manifest.existingRowsCount()),
        optional(manifest.deletedRowsCount()),
        Optional.ofNullable(manifest.partitions())
            .map(
                all ->
                    all.stream()
                        .map(
                            s ->
                                new FieldSummary(
                                    s.containsNull(),
                                    Optional.ofNullable(s.containsNaN()),
                                    Optional.ofNullable(s.lowerBound()),
                                    Optional.ofNullable(s.upperBound())))
                        .toList()),
        Optional.ofNullable(manifest.keyMetadata()),
        optional(manifest.firstRowId()));
  }

  public static StructValue struct(StructLike struct) {
    Object[] values = new Object[struct.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = value(struct.get(i, Object.class));
    }
    return StructValue.of(values);
  }

  /** A value of Iceberg's internal representation. */
  private static Object value(Object value) {
    if (value instanceof StructLike struct) {
      return struct(struct);
    }
    if (value instanceof List<?> list) {
      List<Object> items = new ArrayList<>();
      list.forEach(item -> items.add(value(item)));
      return items;
    }
    if (value instanceof Map<?, ?> map) {
      Map<Object, Object> entries = new LinkedHashMap<>();
      map.forEach((k, v) -> entries.put(value(k), value(v)));
      return entries;
    }
    return value instanceof CharSequence ? value.toString() : value;
  }

  /** A tuple or row for Iceberg, in its internal representation. */
  public static StructLike struct(StructValue value) {
    return new StructLike() {
      @Override
      public int size() {
        return value.size();
      }

      @Override
      public <T> T get(int position, Class<T> type) {
        return type.cast(internal(value.at(position)));
      }

      @Override
      public <T> void set(int position, T newValue) {
        throw new UnsupportedOperationException();
      }
    };
  }

  private static Object internal(Object value) {
    if (value instanceof StructValue struct) {
      return struct(struct);
    }
    if (value instanceof List<?> list) {
      List<Object> items = new ArrayList<>();
      list.forEach(item -> items.add(internal(item)));
      return items;
    }
    if (value instanceof Map<?, ?> map) {
      Map<Object, Object> entries = new LinkedHashMap<>();
      map.forEach((k, v) -> entries.put(internal(k), internal(v)));
      return entries;
    }
    return value;
  }

  private static <V> Map<Integer, V> orEmpty(Map<Integer, V> map) {
    Map<Integer, V> copy = new HashMap<>();
    if (map != null) {
      map.forEach(
          (key, value) ->
              copy.put(key, value instanceof ByteBuffer b ? cast(b.duplicate().rewind()) : value));
    }
    return copy;
  }

  @SuppressWarnings("unchecked")
  private static <V> V cast(Object value) {
    return (V) value;
  }

  private static OptionalLong optional(Long value) {
    return value == null ? OptionalLong.empty() : OptionalLong.of(value);
  }

  private static OptionalInt optional(Integer value) {
    return value == null ? OptionalInt.empty() : OptionalInt.of(value);
  }
}
