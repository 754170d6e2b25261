package io.firn.spark.metadata;

import io.firn.model.DataFile;
import io.firn.model.FileContent;
import io.firn.partition.PartitionUnion;
import io.firn.types.ListType;
import io.firn.types.MapType;
import io.firn.types.SimpleType;
import io.firn.types.StructType;
import io.firn.types.StructValue;
import io.firn.types.Type;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The columns about a data or delete file. */
final class FileColumns {
  static final String READABLE_METRICS = "readable_metrics";

  private FileColumns() {}

  /** The columns of {@code files} and its like. */
  static Columns<DataFile> ofTable(TableFacts facts) {
    ReadableMetrics metrics = new ReadableMetrics(facts.schema());
    return ofFile(facts).optional(READABLE_METRICS, metrics.type(), metrics::of).build();
  }

  /** The columns that a manifest entry has about its file. */
  static Columns.Builder<DataFile> ofFile(TableFacts facts) {
    Columns.Builder<DataFile> columns = Columns.builder();
    columns
        .optional("content", SimpleType.INT, file -> file.content().id())
        .required("file_path", SimpleType.STRING, DataFile::filePath)
        .required("file_format", SimpleType.STRING, file -> file.fileFormat().name())
        .optional("spec_id", SimpleType.INT, DataFile::specId);
    PartitionUnion partitions = facts.partitionUnion();
    if (!partitions.type().fields().isEmpty()) {
      columns.required("partition", partitions.type(), file -> partition(partitions, file));
    }
    addStats(
        columns
            .required("record_count", SimpleType.LONG, DataFile::recordCount)
            .required("file_size_in_bytes", SimpleType.LONG, DataFile::fileSizeInBytes));
    return columns
        .optional("key_metadata", SimpleType.BINARY, file -> Values.orNull(file.keyMetadata()))
        .optional("split_offsets", listOf(SimpleType.LONG), FileColumns::splitOffsets)
        .optional("equality_ids", listOf(SimpleType.INT), FileColumns::equalityIds)
        .optional("sort_order_id", SimpleType.INT, file -> Values.orNull(file.sortOrderId()))
        .optional("first_row_id", SimpleType.LONG, file -> Values.orNull(file.firstRowId()))
        .optional(
            "referenced_data_file",
            SimpleType.STRING,
            file -> Values.orNull(file.referencedDataFile()))
        .optional("content_offset", SimpleType.LONG, file -> Values.orNull(file.contentOffset()))
        .optional(
            "content_size_in_bytes",
            SimpleType.LONG,
            file -> Values.orNull(file.contentSizeInBytes()));
  }

  private static void addStats(Columns.Builder<DataFile> columns) {
    columns
        .optional(
            "column_sizes", mapOf(SimpleType.LONG), file -> orNull(file.stats().columnSizes()))
        .optional(
            "value_counts", mapOf(SimpleType.LONG), file -> orNull(file.stats().valueCounts()))
        .optional(
            "null_value_counts",
            mapOf(SimpleType.LONG),
            file -> orNull(file.stats().nullValueCounts()))
        .optional(
            "nan_value_counts",
            mapOf(SimpleType.LONG),
            file -> orNull(file.stats().nanValueCounts()))
        .optional(
            "lower_bounds", mapOf(SimpleType.BINARY), file -> orNull(file.stats().lowerBounds()))
        .optional(
            "upper_bounds", mapOf(SimpleType.BINARY), file -> orNull(file.stats().upperBounds()));
  }

  /** The tuple as the union has it, with values as wide as the columns are now. */
  static StructValue partition(PartitionUnion partitions, DataFile file) {
    return widened(partitions.type(), partitions.tuple(file.specId(), file.partition()));
  }

  private static StructValue widened(StructType type, StructValue tuple) {
    @Nullable Object[] values = tuple.toArray();
    for (int i = 0; i < values.length; i++) {
      Type fieldType = type.fields().get(i).type();
      if (fieldType == SimpleType.LONG && values[i] instanceof Integer narrow) {
        values[i] = narrow.longValue();
      } else if (fieldType == SimpleType.DOUBLE && values[i] instanceof Float narrow) {
        values[i] = narrow.doubleValue();
      }
    }
    return StructValue.of(values);
  }

  private static @Nullable Object splitOffsets(DataFile file) {
    return file.splitOffsets().isEmpty() ? null : file.splitOffsets();
  }

  private static @Nullable Object equalityIds(DataFile file) {
    return file.content() == FileContent.EQUALITY_DELETES ? file.equalityIds() : null;
  }

  private static @Nullable Object orNull(Map<Integer, ?> map) {
    return map.isEmpty() ? null : new TreeMap<>(map);
  }

  private static Type listOf(SimpleType element) {
    return new ListType(0, true, element);
  }

  private static Type mapOf(SimpleType value) {
    return new MapType(0, SimpleType.INT, 0, true, value);
  }
}
