package io.firn.procedures;

import io.firn.error.CommitStateUnknownException;
import io.firn.procedures.args.Parameters;
import io.firn.procedures.args.ResultRows;
import io.firn.procedures.imports.ImportSource;
import io.firn.procedures.imports.SourceTable;
import io.firn.procedures.imports.SparkTables;
import io.firn.procedures.imports.TableImport;
import io.firn.procedures.imports.WhenMissing;
import io.firn.spark.procedure.NewTable;
import io.firn.spark.procedure.ProcedureProvider;
import io.firn.spark.procedure.ProcedureTables;
import io.firn.table.Table;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.connector.catalog.TableCatalog;
import org.apache.spark.sql.connector.catalog.procedures.UnboundProcedure;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/**
 * {@code CALL lake.system.snapshot(source_table => 'db.src', table => 'db.t')}: makes a table that
 * reads the files of a Parquet table of Spark's own catalog where they are. The source stays as it
 * is; what is written to the new table goes to its own location, and with {@code gc.enabled} false
 * nothing deletes the source's files. Returns how many files they are.
 */
public final class SnapshotTable implements ProcedureProvider {
  private static final String NAME = "snapshot";
  private static final String DESCRIPTION =
      "Makes a table that reads the files of a Spark table where they are";
  private static final Parameters PARAMETERS =
      Parameters.of(
          NAME,
          Parameters.requiredString("source_table", "table of spark_catalog"),
          Parameters.requiredString("table", "name of the new table"),
          Parameters.optionalString("location", "location of the new table"),
          Parameters.optionalMap("properties", "properties of the new table"),
          Parameters.optional(
              "parallelism", DataTypes.IntegerType, "footers that a task reads at a time"),
          Parameters.optional(
              "ignore_missing_files",
              DataTypes.BooleanType,
              "whether directories and files that are missing are left out; false by default"));
  private static final StructType RESULT =
      new StructType().add("imported_files_count", DataTypes.LongType, false);

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public UnboundProcedure procedure(ProcedureTables tables) {
    return new SystemProcedure(NAME, DESCRIPTION, PARAMETERS, input -> call(tables, input));
  }

  private static Iterator<Scan> call(ProcedureTables tables, InternalRow input) {
    String sourceName = PARAMETERS.string(input, "source_table");
    String name = PARAMETERS.string(input, "table");
    if (sourceName.equals(name)) {
      throw PARAMETERS.misfit(
          "cannot create a snapshot with the same name as the source of the snapshot: " + name);
    }
    int threads = PARAMETERS.positive(input, "parallelism", 1);
    WhenMissing whenMissing =
        PARAMETERS.isTrue(input, "ignore_missing_files") ? WhenMissing.LEAVE_OUT : WhenMissing.FAIL;
    SparkTables sparkTables = new SparkTables(SparkSession.active());
    SourceTable source = new SourceTable(sourceName, sparkTables.table(sourceName));
    Map<String, String> properties = source.properties();
    properties.putAll(PARAMETERS.optionalMap(input, "properties"));
    properties.put(TableCatalog.PROP_PROVIDER, "iceberg");
    properties.put("gc.enabled", "false");
    properties.put("snapshot", "true");
    Optional<String> location = PARAMETERS.optionalString(input, "location");
    location.ifPresent(wanted -> properties.put(TableCatalog.PROP_LOCATION, wanted));
    NewTable target = tables.stage(name, source.columns(), source.partitions(), properties);
    long files = create(target, source, sparkTables, sourceName, threads, whenMissing);
    tables.refresh(name);
    return ResultRows.of(RESULT, new GenericInternalRow(new Object[] {files}));
  }

  private static long create(
      NewTable target,
      SourceTable source,
      SparkTables sparkTables,
      String sourceName,
      int threads,
      WhenMissing whenMissing) {
    Table table = target.table();
    source.requireApart(
        table.storage().qualified(source.location()),
        table.storage().qualified(table.metadata().location()));
    boolean settled = false;
    try {
      ImportSource files = sparkTables.source(sourceName, table.storage());
      long count =
          new TableImport(NAME, SparkSession.active(), target, threads, whenMissing).create(files);
      settled = true;
      return count;
    } catch (CommitStateUnknownException e) {
      settled = true;
      throw e;
    } finally {
      if (!settled) {
        target.abandon();
      }
    }
  }
}
