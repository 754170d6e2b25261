package io.firn.procedures.compact;

import io.firn.maintenance.FileGroup;
import io.firn.types.ReservedFields;
import java.io.Serializable;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/**
 * How a row looks on its way through the shuffle: the table's columns as a struct, where it comes
 * from as another, and its z-order value if it is sorted by that. The file it comes from is a
 * number, since its name would often be longer than the row.
 */
final class ShuffledLayout implements Serializable {
  private static final long serialVersionUID = 1L;
  static final String ROW = "row";
  static final String ORIGIN = "origin";
  static final String Z_VALUE = "z";

  final StructType rows;
  final int readMetadataColumns;
  final boolean keepsLineage;
  final String[] files;
  final @Nullable ZOrderColumns zOrder;

  ShuffledLayout(
      FileGroup group, StructType rows, StructType readMetadata, Optional<ZOrderColumns> zOrder) {
    this.rows = rows;
    this.readMetadataColumns = readMetadata.length();
    this.keepsLineage = List.of(readMetadata.fieldNames()).contains(ReservedFields.ROW_ID.name());
    this.files = group.tasks().stream().map(task -> task.file().filePath()).toArray(String[]::new);
    this.zOrder = zOrder.orElse(null);
  }

  StructType schema() {
    StructType origin =
        new StructType()
            .add("file", DataTypes.IntegerType, false)
            .add("pos", DataTypes.LongType, false);
    if (keepsLineage) {
      origin =
          origin
              .add("row_id", DataTypes.LongType, true)
              .add("sequence_number", DataTypes.LongType, true);
    }
    StructType all = new StructType().add(ROW, numbered(), false).add(ORIGIN, origin, false);
    return zOrder == null ? all : all.add(Z_VALUE, DataTypes.BinaryType, false);
  }

  /** Names that differ by case only would be ambiguous, so columns have numbers here. */
  private StructType numbered() {
    StructType numbered = new StructType();
    for (StructField field : rows.fields()) {
      numbered = numbered.add(columnName(numbered.length()), field.dataType(), field.nullable());
    }
    return numbered;
  }

  static String columnName(int ordinal) {
    return "c" + ordinal;
  }
}
