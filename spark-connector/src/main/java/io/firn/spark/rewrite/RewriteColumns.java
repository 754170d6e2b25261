package io.firn.spark.rewrite;

import io.firn.model.TableMetadata;
import io.firn.spark.convert.MetadataColumns;
import io.firn.spark.convert.SparkSchemas;
import io.firn.types.ReservedFields;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.types.Metadata;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * What the tasks of a rewrite read.
 *
 * @param rows the table's columns
 * @param metadata where a row comes from, that it is carried over, and its lineage if the table
 *     keeps that
 */
public record RewriteColumns(StructType rows, StructType metadata) {

  /** Those of the table's current schema. */
  public static RewriteColumns of(TableMetadata table) {
    List<String> names =
        new ArrayList<>(
            List.of(
                MetadataColumns.FILE.name(),
                MetadataColumns.POS.name(),
                MetadataColumns.DELETED.name()));
    if (table.formatVersion() >= 3) {
      names.add(ReservedFields.ROW_ID.name());
      names.add(ReservedFields.LAST_UPDATED_SEQUENCE_NUMBER.name());
    }
    StructType metadata = new StructType();
    for (var column : MetadataColumns.toSpark(table)) {
      if (names.contains(column.name())) {
        metadata =
            metadata.add(
                new StructField(
                    column.name(), column.dataType(), column.isNullable(), Metadata.empty()));
      }
    }
    return new RewriteColumns(SparkSchemas.toSpark(table.schema()), metadata);
  }

  /** The rows' columns, then those of the metadata. */
  public StructType all() {
    StructType all = rows;
    for (StructField field : metadata.fields()) {
      all = all.add(field);
    }
    return all;
  }
}
