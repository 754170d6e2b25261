package io.firn.codec.parquet;

import io.firn.error.CorruptFileException;
import io.firn.io.InputFile;
import io.firn.io.OutputFile;
import io.firn.model.PartitionStats;
import io.firn.types.Field;
import io.firn.types.Schema;
import io.firn.types.SimpleType;
import io.firn.types.StructType;
import io.firn.types.StructValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Partition statistics files in Parquet (spec: Partition Statistics File). */
public final class PartitionStatsFile {
  private static final int VERSION_WITH_VECTORS = 3;

  private PartitionStatsFile() {}

  /**
   * Writes the rows in their order, in the shape of the table's format version. Length of the file
   * in bytes.
   */
  public static long write(
      OutputFile file, StructType partition, int formatVersion, Iterable<PartitionStats> rows) {
    boolean vectors = formatVersion >= VERSION_WITH_VECTORS;
    ParquetRowWriter writer =
        ParquetRowWriter.create(file, written(partition, vectors), RowFileSettings.defaults());
    try (writer) {
      rows.forEach(row -> writer.add(values(row, vectors)));
    }
    return writer.fileSizeInBytes();
  }

  /**
   * Reads the rows of a file of any format version; a partition field that it does not have is
   * null, a count 0.
   *
   * @throws io.firn.error.CorruptFileException if it is no such file
   */
  public static void read(InputFile file, StructType partition, Consumer<PartitionStats> action) {
    try (ParquetRows rows = ParquetRows.open(file, RowRequest.of(read(partition)))) {
      rows.forEach(row -> action.accept(stats(file, row.values())));
    }
  }

  /** Counts of deletes are required from the version on that has vectors, which come last. */
  private static Schema written(StructType partition, boolean vectors) {
    List<Field> fields = new ArrayList<>();
    fields.add(Field.required(1, "partition", partition));
    fields.add(Field.required(2, "spec_id", SimpleType.INT));
    fields.add(Field.required(3, "data_record_count", SimpleType.LONG));
    fields.add(Field.required(4, "data_file_count", SimpleType.INT));
    fields.add(Field.required(5, "total_data_file_size_in_bytes", SimpleType.LONG));
    fields.add(new Field(6, "position_delete_record_count", vectors, SimpleType.LONG));
    fields.add(new Field(7, "position_delete_file_count", vectors, SimpleType.INT));
    fields.add(new Field(8, "equality_delete_record_count", vectors, SimpleType.LONG));
    fields.add(new Field(9, "equality_delete_file_count", vectors, SimpleType.INT));
    fields.add(Field.optional(10, "total_record_count", SimpleType.LONG));
    fields.add(Field.optional(11, "last_updated_at", SimpleType.LONG));
    fields.add(Field.optional(12, "last_updated_snapshot_id", SimpleType.LONG));
    if (vectors) {
      fields.add(Field.required(13, "dv_count", SimpleType.INT));
    }
    return new Schema(0, fields);
  }

  /** Other writers leave counts out, which the older versions allow. */
  private static Schema read(StructType partition) {
    List<Field> fields = new ArrayList<>();
    for (Field field : written(partition, true).fields()) {
      fields.add(field.id() <= 5 ? field : field.withRequired(false));
    }
    return new Schema(0, fields);
  }

  private static StructValue values(PartitionStats stats, boolean vectors) {
    List<@Nullable Object> values = new ArrayList<>();
    values.add(stats.partition());
    values.add(stats.specId());
    values.add(stats.dataRecordCount());
    values.add(stats.dataFileCount());
    values.add(stats.totalDataFileSizeInBytes());
    values.add(stats.positionDeleteRecordCount());
    values.add(stats.positionDeleteFileCount());
    values.add(stats.equalityDeleteRecordCount());
    values.add(stats.equalityDeleteFileCount());
    values.add(orNull(stats.totalRecordCount()));
    values.add(orNull(stats.lastUpdatedAt()));
    values.add(orNull(stats.lastUpdatedSnapshotId()));
    if (vectors) {
      values.add(stats.dvCount());
    }
    return StructValue.of(values.toArray());
  }

  private static @Nullable Object orNull(OptionalLong value) {
    return value.isPresent() ? (Object) value.getAsLong() : null;
  }

  private static PartitionStats stats(InputFile file, StructValue row) {
    for (int i = 0; i < 5; i++) {
      if (row.at(i) == null) {
        throw new CorruptFileException(
            file.location(), -1, "a row of partition statistics has no value in field " + (i + 1));
      }
    }
    return new PartitionStats(
        (StructValue) Objects.requireNonNull(row.at(0)),
        (int) number(row, 1),
        number(row, 2),
        (int) number(row, 3),
        number(row, 4),
        number(row, 5),
        (int) number(row, 6),
        (int) number(row, 12),
        number(row, 7),
        (int) number(row, 8),
        optional(row, 9),
        optional(row, 10),
        optional(row, 11));
  }

  private static long number(StructValue row, int position) {
    return row.at(position) instanceof Number number ? number.longValue() : 0;
  }

  private static OptionalLong optional(StructValue row, int position) {
    return row.at(position) instanceof Number number
        ? OptionalLong.of(number.longValue())
        : OptionalLong.empty();
  }
}
