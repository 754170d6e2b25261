package io.firn.procedures;

import io.firn.error.NotFoundException;
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
 * {@code CALL lake.system.publish_changes('db.t', 'job-7')}: cherry-picks the first snapshot that
 * was staged with the write-audit-publish id. Returns its id and that of the new current one.
 */
public final class PublishChanges implements ProcedureProvider {
  private static final String NAME = "publish_changes";
  private static final String DESCRIPTION =
      "Publishes the snapshot that was staged with a write-audit-publish id";
  private static final Parameters PARAMETERS =
      Parameters.of(
          NAME,
          Parameters.requiredString("table", "name of the table"),
          Parameters.requiredString(
              "wap_id", "value of spark.wap.id that the snapshot was written with"));
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
    String wapId = PARAMETERS.string(input, "wap_id");
    Table table = tables.load(name);
    long staged = staged(table, wapId);
    TableMetadata after = table.commit(new CherryPick(staged)).state().metadata();
    tables.refresh(name);
    return ResultRows.of(
        RESULT,
        new GenericInternalRow(new Object[] {staged, after.currentSnapshotId().getAsLong()}));
  }

  private static long staged(Table table, String wapId) {
    return table.metadata().snapshots().stream()
        .filter(s -> wapId.equals(s.summary().get("wap.id")))
        .findFirst()
        .orElseThrow(
            () ->
                new NotFoundException(
                    "Cannot apply unknown WAP ID '" + wapId + "' of " + table.name()))
        .snapshotId();
  }
}
