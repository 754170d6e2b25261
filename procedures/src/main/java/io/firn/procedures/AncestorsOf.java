package io.firn.procedures;

import io.firn.history.History;
import io.firn.model.Snapshot;
import io.firn.model.TableMetadata;
import io.firn.procedures.args.Parameters;
import io.firn.procedures.args.ResultRows;
import io.firn.spark.procedure.ProcedureProvider;
import io.firn.spark.procedure.ProcedureTables;
import java.util.Iterator;
import java.util.List;
import java.util.OptionalLong;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.connector.catalog.procedures.UnboundProcedure;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/**
 * {@code CALL lake.system.ancestors_of('db.t')}: the current snapshot, or the given one, and those
 * that it was made from, newest first, as far as they have not expired. Returns their ids and
 * times, in milliseconds since the epoch.
 */
public final class AncestorsOf implements ProcedureProvider {
  private static final String NAME = "ancestors_of";
  private static final String DESCRIPTION = "Lists a snapshot and those that it was made from";
  private static final Parameters PARAMETERS =
      Parameters.of(
          NAME,
          Parameters.requiredString("table", "name of the table"),
          Parameters.optionalLong(
              "snapshot_id", "id of the snapshot to start from; the current one by default"));
  private static final StructType RESULT =
      new StructType()
          .add("snapshot_id", DataTypes.LongType, true)
          .add("timestamp", DataTypes.LongType, true);

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public UnboundProcedure procedure(ProcedureTables tables) {
    return new SystemProcedure(NAME, DESCRIPTION, PARAMETERS, input -> call(tables, input));
  }

  private static Iterator<Scan> call(ProcedureTables tables, InternalRow input) {
    TableMetadata metadata = tables.load(PARAMETERS.string(input, "table")).metadata();
    OptionalLong asked = PARAMETERS.optionalNumber(input, "snapshot_id");
    OptionalLong from = asked.isPresent() ? asked : metadata.currentSnapshotId();
    List<Snapshot> line =
        from.isPresent() ? History.ancestors(metadata, from.getAsLong()) : List.of();
    return ResultRows.of(
        RESULT,
        line.stream()
            .map(s -> new GenericInternalRow(new Object[] {s.snapshotId(), s.timestampMillis()}))
            .toArray(InternalRow[]::new));
  }
}
