package io.firn.spark.write;

import io.firn.operation.MergeSchema;
import io.firn.spark.conf.WriteConf;
import io.firn.table.Table;
import io.firn.types.Schema;
import io.firn.types.StructType;
import java.util.Optional;

/**
 * The columns that rows are written to: the table's, or with option {@code merge-schema} the
 * table's extended by those of the rows. The table is extended by a commit of its own before the
 * first row is written, and stays extended if the write then fails.
 */
final class TargetSchema {
  private final org.apache.spark.sql.types.StructType rows;
  private final WriteConf conf;
  private final Optional<MergeSchema> extension;

  private TargetSchema(
      org.apache.spark.sql.types.StructType rows, WriteConf conf, Optional<MergeSchema> extension) {
    this.rows = rows;
    this.conf = conf;
    this.extension = extension;
  }

  /**
   * Decides without changing the table.
   *
   * @throws io.firn.error.InvalidInputException if the rows do not fit, or the table cannot be
   *     extended to fit them
   */
  static TargetSchema of(Table table, org.apache.spark.sql.types.StructType rows, WriteConf conf) {
    Schema current = table.metadata().schema();
    if (!conf.mergeSchema()) {
      WriteSchemaCheck.check(table.name(), current, rows, conf);
      return new TargetSchema(rows, conf, Optional.empty());
    }
    StructType columns =
        IncomingColumns.of(table.name(), current.struct(), rows, conf.caseSensitivity());
    MergeSchema extension = new MergeSchema(columns, conf.caseSensitivity());
    Schema extended = extension.appliedTo(table.metadata());
    WriteSchemaCheck.check(table.name(), extended, rows, conf);
    return new TargetSchema(
        rows, conf, extended.sameFields(current) ? Optional.empty() : Optional.of(extension));
  }

  /** The table with these columns; commits them if it has not got them. */
  Table prepare(Table table) {
    if (extension.isEmpty()) {
      return table;
    }
    Table extended = table.at(table.commit(extension.get()));
    WriteSchemaCheck.check(table.name(), extended.metadata().schema(), rows, conf);
    return extended;
  }
}
