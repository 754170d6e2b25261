package io.firn.procedures;

import io.firn.error.NotFoundException;
import io.firn.procedures.args.Parameters;
import io.firn.procedures.args.ResultRows;
import io.firn.spark.procedure.ProcedureProvider;
import io.firn.spark.procedure.ProcedureTables;
import io.firn.table.Table;
import java.util.Iterator;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.connector.catalog.procedures.UnboundProcedure;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/**
 * {@code CALL lake.system.set_current_snapshot(table => 'db.t', ref => 'audited')}: makes any
 * snapshot of the table current, given by its id or by a branch or tag. Returns the ids of the one
 * before, if there was one, and of the new one.
 */
public final class SetCurrentSnapshot implements ProcedureProvider {
  private static final String NAME = "set_current_snapshot";
  private static final String DESCRIPTION =
      "Makes any snapshot current, by its id or by a branch or tag";
  private static final Parameters PARAMETERS =
      Parameters.of(
          NAME,
          Parameters.requiredString("table", "name of the table"),
          Parameters.optionalLong("snapshot_id", "id of the snapshot"),
          Parameters.optionalString("ref", "branch or tag at the snapshot"));
  private static final StructType RESULT =
      new StructType()
          .add("previous_snapshot_id", DataTypes.LongType, true)
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
    OptionalLong snapshotId = PARAMETERS.optionalNumber(input, "snapshot_id");
    Optional<String> ref = PARAMETERS.optionalString(input, "ref");
    if (snapshotId.isPresent() == ref.isPresent()) {
      throw PARAMETERS.misfit("either snapshot_id or ref must be provided, not both");
    }
    Table table = tables.load(name);
    long target = ref.map(r -> snapshotOf(table, r)).orElseGet(snapshotId::orElseThrow);
    OptionalLong previous = table.metadata().currentSnapshotId();
    table.commit(new io.firn.operation.SetCurrentSnapshot(target));
    tables.refresh(name);
    return ResultRows.of(
        RESULT,
        new GenericInternalRow(
            new Object[] {previous.isPresent() ? previous.getAsLong() : null, target}));
  }

  private static long snapshotOf(Table table, String ref) {
    return table
        .metadata()
        .ref(ref)
        .orElseThrow(
            () ->
                new NotFoundException(
                    "Cannot find matching snapshot ID for ref " + ref + " of " + table.name()))
        .snapshotId();
  }
}
