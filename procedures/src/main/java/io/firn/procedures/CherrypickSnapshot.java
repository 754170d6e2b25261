package io.firn.procedures;

import io.firn.model.TableMetadata;
import io.firn.operation.CherryPick;
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
 * {@code CALL lake.system.cherrypick_snapshot('db.t', 5)}: does to the current state what a
 * snapshot did to its parent; the snapshot stays as it is. Returns its id and that of the new
 * current one.
 */
public final class CherrypickSnapshot implements ProcedureProvider {
  private static final String NAME = "cherrypick_snapshot";
  private static final String DESCRIPTION =
      "Applies the changes of a snapshot to the current state";
  private static final Parameters PARAMETERS =
      Parameters.of(
          NAME,
          Parameters.requiredString("table", "name of the table"),
          Parameters.requiredLong("snapshot_id", "id of the snapshot whose changes to apply"));
  private static final StructType RESULT =
      new StructType()
          .add("source_snapshot_id", DataTypes.LongType, false)
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
    TableMetadata after = table.commit(new CherryPick(snapshotId)).state().metadata();
    tables.refresh(name);
    return ResultRows.of(
        RESULT,
        new GenericInternalRow(new Object[] {snapshotId, after.currentSnapshotId().getAsLong()}));
  }
}
