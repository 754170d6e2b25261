package io.firn.spark.metadata;

import io.firn.model.DataFile;
import io.firn.partition.PartitionUnion;
import io.firn.types.SimpleType;
import org.jspecify.annotations.Nullable;

/** The columns of {@code position_deletes}. */
final class PositionDeleteColumns {
  static final String ROW = "row";
  private static final int FIRST_VERSION_WITH_VECTORS = 3;

  private PositionDeleteColumns() {}

  /** One deleted position; {@code row} is what an old delete file kept of the row. */
  record Deleted(DataFile deleteFile, String dataFile, long position, @Nullable Object row) {}

  static Columns<Deleted> of(TableFacts facts) {
    Columns.Builder<Deleted> columns = Columns.builder();
    columns
        .required("file_path", SimpleType.STRING, Deleted::dataFile)
        .required("pos", SimpleType.LONG, Deleted::position)
        .optional(ROW, facts.schema().struct(), Deleted::row);
    PartitionUnion partitions = facts.partitionUnion();
    if (!partitions.type().fields().isEmpty()) {
      columns.required(
          "partition",
          partitions.type(),
          deleted -> FileColumns.partition(partitions, deleted.deleteFile()));
    }
    columns
        .required("spec_id", SimpleType.INT, deleted -> deleted.deleteFile().specId())
        .required(
            "delete_file_path", SimpleType.STRING, deleted -> deleted.deleteFile().filePath());
    if (facts.formatVersion() >= FIRST_VERSION_WITH_VECTORS) {
      columns
          .optional(
              "content_offset",
              SimpleType.LONG,
              deleted -> Values.orNull(deleted.deleteFile().contentOffset()))
          .optional(
              "content_size_in_bytes",
              SimpleType.LONG,
              deleted -> Values.orNull(deleted.deleteFile().contentSizeInBytes()));
    }
    return columns.build();
  }
}
