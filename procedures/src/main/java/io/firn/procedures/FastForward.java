package io.firn.procedures;

import io.firn.model.SnapshotRef;
import io.firn.model.TableMetadata;
import io.firn.procedures.args.Parameters;
import io.firn.procedures.args.ResultRows;
import io.firn.spark.procedure.ProcedureProvider;
import io.firn.spark.procedure.ProcedureTables;
import io.firn.table.Table;
import java.util.Iterator;
import java.util.Optional;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.connector.catalog.procedures.UnboundProcedure;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.types.UTF8String;

/**
 * {@code CALL lake.system.fast_forward('db.t', 'main', 'audit')}: moves a branch on to the snapshot
 * of another one, which must descend from that of the branch. Returns the branch and the ids of its
 * former snapshot, if it existed, and of its new one.
 */
public final class FastForward implements ProcedureProvider {
  private static final String NAME = "fast_forward";
  private static final String DESCRIPTION =
      "Moves a branch on to the snapshot of another branch or tag";
  private static final Parameters PARAMETERS =
      Parameters.of(
          NAME,
          Parameters.requiredString("table", "name of the table"),
          Parameters.requiredString("branch", "branch to move"),
          Parameters.requiredString("to", "branch or tag to move it to"));
  private static final StructType RESULT =
      new StructType()
          .add("branch_updated", DataTypes.StringType, false)
          .add("previous_ref", DataTypes.LongType, true)
          .add("updated_ref", DataTypes.LongType, false);

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
    String branch = PARAMETERS.string(input, "branch");
    String to = PARAMETERS.string(input, "to");
    Table table = tables.load(name);
    Optional<SnapshotRef> previous = table.metadata().ref(branch);
    TableMetadata after =
        table.commit(new io.firn.operation.FastForward(branch, to)).state().metadata();
    tables.refresh(name);
    return ResultRows.of(
        RESULT,
        new GenericInternalRow(
            new Object[] {
              UTF8String.fromString(branch),
              previous.map(SnapshotRef::snapshotId).orElse(null),
              after.ref(branch).orElseThrow().snapshotId()
            }));
  }
}
