package io.firn.procedures;

import io.firn.error.AlreadyExistsException;
import io.firn.error.InvalidInputException;
import io.firn.error.UnsupportedFeatureException;
import io.firn.procedures.args.Parameters;
import io.firn.procedures.args.ResultRows;
import io.firn.procedures.imports.Migration;
import io.firn.procedures.imports.SourceTable;
import io.firn.procedures.imports.SparkTables;
import io.firn.procedures.imports.WhenMissing;
import io.firn.spark.procedure.CatalogRole;
import io.firn.spark.procedure.ProcedureProvider;
import io.firn.spark.procedure.ProcedureTables;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.catalog.CatalogTable;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.connector.catalog.TableCatalog;
import org.apache.spark.sql.connector.catalog.procedures.UnboundProcedure;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/**
 * {@code CALL spark_catalog.system.migrate('db.t')}: replaces a Parquet table of Spark's own
 * catalog by an Iceberg table of the same name at the same location, with the same files. The old
 * table is renamed to {@code t_BACKUP_}, or dropped in the end; if anything fails, it is put back.
 * Returns how many files there are.
 */
public final class Migrate implements ProcedureProvider {
  private static final String NAME = "migrate";
  private static final String DESCRIPTION =
      "Replaces a Parquet table of Spark's own catalog by an Iceberg table on the same files";
  private static final String BACKUP_SUFFIX = "_BACKUP_";
  private static final String PURGES_WHEN_DROPPED = "external.table.purge";
  private static final Parameters PARAMETERS =
      Parameters.of(
          NAME,
          Parameters.requiredString("table", "table of spark_catalog"),
          Parameters.optionalMap("properties", "properties of the new table"),
          Parameters.optional(
              "drop_backup",
              DataTypes.BooleanType,
              "whether the old table is dropped at the end; false by default"),
          Parameters.optionalString(
              "backup_table_name", "name of the old table afterwards; the name and _BACKUP_"),
          Parameters.optional(
              "parallelism", DataTypes.IntegerType, "footers that a task reads at a time"),
          Parameters.optional(
              "ignore_missing_files",
              DataTypes.BooleanType,
              "whether directories and files that are missing are left out; false by default"));
  private static final StructType RESULT =
      new StructType().add("migrated_files_count", DataTypes.LongType, false);

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public UnboundProcedure procedure(ProcedureTables tables) {
    return new SystemProcedure(NAME, DESCRIPTION, PARAMETERS, input -> call(tables, input));
  }

  private static Iterator<Scan> call(ProcedureTables tables, InternalRow input) {
    String given = PARAMETERS.string(input, "table");
    if (tables.role() != CatalogRole.SESSION) {
      throw notOfThisCatalog(tables.catalog(), given);
    }
    int threads = PARAMETERS.positive(input, "parallelism", 1);
    WhenMissing whenMissing =
        PARAMETERS.isTrue(input, "ignore_missing_files") ? WhenMissing.LEAVE_OUT : WhenMissing.FAIL;
    boolean dropBackup = PARAMETERS.isTrue(input, "drop_backup");
    SparkSession session = SparkSession.active();
    requireNotMigrated(tables, given);
    CatalogTable source = new SparkTables(session).table(given);
    String backup =
        PARAMETERS
            .optionalString(input, "backup_table_name")
            .orElse(source.identifier().table() + BACKUP_SUFFIX);
    requireFilesStay(source, given, dropBackup);
    Map<String, String> properties =
        properties(new SourceTable(given, source), PARAMETERS.optionalMap(input, "properties"));
    Migration migration = new Migration(session, tables, source, backup);
    migration.requireNewBackup();
    long files = migration.run(properties, threads, whenMissing);
    if (dropBackup) {
      migration.dropBackup();
    }
    return ResultRows.of(RESULT, new GenericInternalRow(new Object[] {files}));
  }

  private static Map<String, String> properties(SourceTable source, Map<String, String> given) {
    Map<String, String> properties = source.allProperties();
    properties.putAll(given);
    properties.put(TableCatalog.PROP_PROVIDER, "iceberg");
    properties.put("migrated", "true");
    properties.putIfAbsent(TableCatalog.PROP_LOCATION, source.location());
    return properties;
  }

  private static void requireNotMigrated(ProcedureTables tables, String table) {
    try {
      tables.place(table, Optional.empty(), Map.of());
    } catch (AlreadyExistsException e) {
      throw new InvalidInputException(
          "Cannot migrate %s: Cannot use non-v1 table '%s' as a source: it is an Iceberg table already"
              .formatted(table, table),
          e);
    }
  }

  /** Hive deletes the files of such a table when it is dropped. */
  private static void requireFilesStay(CatalogTable source, String table, boolean dropBackup) {
    boolean purges = source.properties().get(PURGES_WHEN_DROPPED).exists("true"::equalsIgnoreCase);
    if (dropBackup && purges) {
      throw new InvalidInputException(
          "Cannot migrate %s with drop_backup: its property %s is true, so that dropping it deletes its files. Unset the property, or leave drop_backup out"
              .formatted(table, PURGES_WHEN_DROPPED));
    }
  }

  private static UnsupportedFeatureException notOfThisCatalog(String catalog, String table) {
    return new UnsupportedFeatureException(
        ("Cannot migrate %s: migrate replaces a table in Spark's own catalog, and %s is a catalog"
                + " of its own. CALL spark_catalog.system.migrate('%s') does it where"
                + " spark.sql.catalog.spark_catalog is io.firn.spark.FirnSessionCatalog. Or make a"
                + " table on the same files with CALL %s.system.snapshot(source_table => '%s', table"
                + " => ...), or create one and take the files in with CALL %s.system.add_files(table"
                + " => ..., source_table => '%s')")
            .formatted(table, catalog, table, catalog, table, catalog, table));
  }
}
