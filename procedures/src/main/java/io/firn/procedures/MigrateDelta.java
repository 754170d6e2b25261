package io.firn.procedures;

import io.firn.delta.ImportedTable;
import io.firn.procedures.args.Parameters;
import io.firn.procedures.args.ResultRows;
import io.firn.procedures.delta.DeltaMove;
import io.firn.spark.procedure.ProcedureProvider;
import io.firn.spark.procedure.ProcedureTables;
import java.util.Iterator;
import java.util.Map;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.connector.catalog.procedures.UnboundProcedure;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/**
 * {@code CALL lake.system.migrate_delta(source_table => '/data/t', table => 'db.t')}: makes a table
 * of a Delta table, with its history, to which the files belong from then on. The Delta log gets a
 * last commit that no reader or writer of Delta understands; without that file it is a Delta table
 * again. Returns how many files the table has, how many versions of the Delta table it has as
 * snapshots or tags, and how many it has not, since their files are gone.
 */
public final class MigrateDelta implements ProcedureProvider {
  private static final String NAME = "migrate_delta";
  private static final String DESCRIPTION = "Makes a table of a Delta table, which ends with that";
  private static final Parameters PARAMETERS = Parameters.of(NAME, DeltaMove.parameters());
  private static final Map<String, String> PROPERTIES = Map.of();
  private static final StructType RESULT =
      new StructType()
          .add("migrated_files_count", DataTypes.LongType, false)
          .add("imported_versions_count", DataTypes.LongType, false)
          .add("skipped_versions_count", DataTypes.LongType, false);

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public UnboundProcedure procedure(ProcedureTables tables) {
    return new SystemProcedure(NAME, DESCRIPTION, PARAMETERS, input -> call(tables, input));
  }

  private static Iterator<Scan> call(ProcedureTables tables, InternalRow input) {
    ImportedTable imported = new DeltaMove(tables, PARAMETERS, input, PROPERTIES).move();
    return ResultRows.of(
        RESULT,
        new GenericInternalRow(
            new Object[] {imported.dataFiles(), imported.versions(), imported.versionsLeftOut()}));
  }
}
