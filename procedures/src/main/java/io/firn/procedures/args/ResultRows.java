package io.firn.procedures.args;

import java.util.Iterator;
import java.util.List;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.read.LocalScan;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.types.StructType;

/** The result of a procedure, as Spark wants it. */
public final class ResultRows implements LocalScan {
  private final StructType schema;
  private final List<InternalRow> rows;

  private ResultRows(StructType schema, List<InternalRow> rows) {
    this.schema = schema;
    this.rows = List.copyOf(rows);
  }

  /** Rows of Catalyst values. */
  public static Iterator<Scan> of(StructType schema, InternalRow... rows) {
    return List.<Scan>of(new ResultRows(schema, List.of(rows))).iterator();
  }

  @Override
  public StructType readSchema() {
    return schema;
  }

  @Override
  public InternalRow[] rows() {
    return rows.toArray(InternalRow[]::new);
  }
}
