package io.firn.procedures;

import io.firn.model.Snapshot;
import io.firn.model.TableMetadata;
import io.firn.procedures.args.Parameters;
import io.firn.procedures.args.ResultRows;
import io.firn.spark.procedure.ProcedureProvider;
import io.firn.spark.procedure.ProcedureTables;
import io.firn.table.Table;
import java.util.Iterator;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.connector.catalog.procedures.UnboundProcedure;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/**
 * {@code CALL lake.system.rollback_to_timestamp('db.t', TIMESTAMP '2026-06-01 00:00:00')}: makes
 * the newest ancestor of the current snapshot that is older than the time current again. Returns
 * the ids of both.
 */
public final class RollbackToTimestamp implements ProcedureProvider {
  private static final String NAME = "rollback_to_timestamp";
  private static final String DESCRIPTION =
      "Makes the snapshot current again that was the newest one before a time";
  private static final Parameters PARAMETERS =
      Parameters.of(
          NAME,
          Parameters.requiredString("table", "name of the table"),
          Parameters.requiredTimestamp("timestamp", "time that the snapshot must be older than"));
  private static final StructType RESULT =
      new StructType()
          .add("previous_snapshot_id", DataTypes.LongType, false)
          .add("current_snapshot_id", DataTypes.LongType, false);

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public UnboundProcedure procedure(ProcedureTables tables) {
    return new SystemProcedure(NAME, DESCRIPTION, PARAMETERS, input -> call(tables, input));
  }

  private static Iterator<Scan> call(ProcedureTables tables, InternalRow input) {
    String name = PARAMETERS.string(input, "table");
    long timestampMillis = PARAMETERS.timestampMillis(input, "timestamp");
    Table table = tables.load(name);
    Snapshot previous = CurrentSnapshots.require(table, "roll back");
    TableMetadata after =
        table.commit(new io.firn.operation.RollbackToTimestamp(timestampMillis)).state().metadata();
    tables.refresh(name);
    return ResultRows.of(
        RESULT,
        new GenericInternalRow(
            new Object[] {previous.snapshotId(), after.currentSnapshotId().getAsLong()}));
  }
}
