package io.firn.procedures;

import io.firn.model.Snapshot;
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
 * {@code CALL lake.system.rollback_to_snapshot(table => 'db.t', snapshot_id => 5)}: makes an
 * ancestor of the current snapshot current again. Returns the ids of both.
 */
public final class RollbackToSnapshot implements ProcedureProvider {
  private static final String NAME = "rollback_to_snapshot";
  private static final String DESCRIPTION =
      "Makes an older snapshot current again: one that the current snapshot was made from";
  private static final Parameters PARAMETERS =
      Parameters.of(
          NAME,
          Parameters.requiredString("table", "name of the table"),
          Parameters.requiredLong("snapshot_id", "id of the snapshot to return to"));
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
    long snapshotId = PARAMETERS.number(input, "snapshot_id");
    Table table = tables.load(name);
    Snapshot previous = CurrentSnapshots.require(table, "roll back");
    table.commit(new io.firn.operation.RollbackToSnapshot(snapshotId));
    tables.refresh(name);
    return ResultRows.of(
        RESULT, new GenericInternalRow(new Object[] {previous.snapshotId(), snapshotId}));
  }
}
