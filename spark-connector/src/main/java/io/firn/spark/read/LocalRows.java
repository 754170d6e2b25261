package io.firn.spark.read;

import java.util.List;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.read.LocalScan;
import org.apache.spark.sql.types.StructType;

/** A result that needed no task. */
public final class LocalRows implements LocalScan {
  private final StructType schema;
  private final List<InternalRow> rows;
  private final String description;

  public LocalRows(StructType schema, List<InternalRow> rows, String description) {
    this.schema = schema;
    this.rows = List.copyOf(rows);
    this.description = description;
  }

  @Override
  public StructType readSchema() {
    return schema;
  }

  @Override
  public InternalRow[] rows() {
    return rows.toArray(new InternalRow[0]);
  }

  @Override
  public String description() {
    return description;
  }
}
