package io.firn.procedures;

import io.firn.error.UnsupportedFeatureException;
import io.firn.procedures.args.Parameters;
import io.firn.spark.procedure.ProcedureProvider;
import io.firn.spark.procedure.ProcedureTables;
import java.util.Iterator;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.catalog.procedures.UnboundProcedure;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.types.DataTypes;

/**
 * {@code CALL lake.system.migrate('db.t')}: refused, with what to do instead. It would replace a
 * table by an Iceberg table of the same name, which only Spark's own catalog could do, and a Firn
 * catalog is another one.
 */
public final class Migrate implements ProcedureProvider {
  private static final String NAME = "migrate";
  private static final String DESCRIPTION =
      "Replaces a table of Spark's own catalog; not possible with a catalog of its own";
  private static final Parameters PARAMETERS =
      Parameters.of(
          NAME,
          Parameters.requiredString("table", "table of spark_catalog"),
          Parameters.optionalMap("properties", "properties of the new table"),
          Parameters.optional(
              "drop_backup", DataTypes.BooleanType, "whether the old table is dropped at the end"),
          Parameters.optionalString("backup_table_name", "name of the old table afterwards"),
          Parameters.optional(
              "parallelism", DataTypes.IntegerType, "footers that a task reads at a time"),
          Parameters.optional(
              "ignore_missing_files",
              DataTypes.BooleanType,
              "whether directories and files that are missing are left out"));

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public UnboundProcedure procedure(ProcedureTables tables) {
    return new SystemProcedure(NAME, DESCRIPTION, PARAMETERS, input -> call(tables, input));
  }

  private static Iterator<Scan> call(ProcedureTables tables, InternalRow input) {
    String table = PARAMETERS.string(input, "table");
    String catalog = tables.catalog();
    throw new UnsupportedFeatureException(
        ("Cannot migrate %s: migrate replaces a table in Spark's own catalog, and %s is a catalog of"
                + " its own. Make a table on the same files with CALL %s.system.snapshot("
                + "source_table => '%s', table => ...), or create one and take the files in with"
                + " CALL %s.system.add_files(table => ..., source_table => '%s')")
            .formatted(table, catalog, catalog, table, catalog, table));
  }
}
