package io.firn.procedures;

import io.firn.model.Snapshot;
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
import org.jspecify.annotations.Nullable;

/**
 * {@code CALL lake.system.register_table(table => 'db.t', metadata_file =>
 * '/data/t/metadata/v7.metadata.json')}: adds a table that exists as files to the catalog. Returns
 * its current snapshot and the totals in the summary of it, each null if there is none.
 */
public final class RegisterTable implements ProcedureProvider {
  private static final String NAME = "register_table";
  private static final String DESCRIPTION = "Adds an existing metadata file as a table";
  private static final Parameters PARAMETERS =
      Parameters.of(
          NAME,
          Parameters.requiredString("table", "name of the new table"),
          Parameters.requiredString("metadata_file", "location of the metadata file"));
  private static final StructType RESULT =
      new StructType()
          .add("current_snapshot_id", DataTypes.LongType, true)
          .add("total_records_count", DataTypes.LongType, true)
          .add("total_data_files_count", DataTypes.LongType, true);

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
    Table table = tables.register(name, PARAMETERS.string(input, "metadata_file"));
    Optional<Snapshot> current = table.metadata().currentSnapshot();
    return ResultRows.of(
        RESULT,
        new GenericInternalRow(
            new @Nullable Object[] {
              current.map(Snapshot::snapshotId).orElse(null),
              total(current, "total-records"),
              total(current, "total-data-files")
            }));
  }

  private static @Nullable Long total(Optional<Snapshot> snapshot, String key) {
    return snapshot.map(s -> s.summary().get(key)).map(Long::valueOf).orElse(null);
  }
}
