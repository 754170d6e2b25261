package io.firn.procedures;

import io.firn.error.InvalidInputException;
import io.firn.imports.SpecMatch;
import io.firn.model.DataFile;
import io.firn.model.Snapshot;
import io.firn.partition.PartitionSpec;
import io.firn.procedures.args.Parameters;
import io.firn.procedures.args.ResultRows;
import io.firn.procedures.imports.FileImport;
import io.firn.procedures.imports.ImportSource;
import io.firn.procedures.imports.SparkTables;
import io.firn.procedures.imports.WhenMissing;
import io.firn.spark.procedure.ProcedureProvider;
import io.firn.spark.procedure.ProcedureTables;
import io.firn.table.Table;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.connector.catalog.procedures.UnboundProcedure;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/**
 * {@code CALL lake.system.add_files(table => 'db.t', source_table => '`parquet`.`/data/t`')}: makes
 * Parquet files part of a table as they are, without copying them. Returns how many there were and
 * how many partitions changed. A table without name mapping gets one, since such files have no
 * field ids.
 */
public final class AddFiles implements ProcedureProvider {
  private static final String NAME = "add_files";
  private static final String DESCRIPTION = "Makes existing Parquet files part of a table";
  private static final Parameters PARAMETERS =
      Parameters.of(
          NAME,
          Parameters.requiredString("table", "name of the table"),
          Parameters.requiredString(
              "source_table", "table of spark_catalog, or path as in `parquet`.`/data/t`"),
          Parameters.optionalMap("partition_filter", "partitions to add, by column"),
          Parameters.optional(
              "check_duplicate_files",
              DataTypes.BooleanType,
              "whether files that the table has already are refused; true by default"),
          Parameters.optional(
              "parallelism", DataTypes.IntegerType, "footers that a task reads at a time"));
  private static final StructType RESULT =
      new StructType()
          .add("added_files_count", DataTypes.LongType, false)
          .add("changed_partition_count", DataTypes.LongType, true);

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
    Map<String, String> filter = PARAMETERS.optionalMap(input, "partition_filter");
    int threads = PARAMETERS.positive(input, "parallelism", 1);
    SparkSession session = SparkSession.active();
    Table table = tables.load(name);
    ImportSource source =
        new SparkTables(session).source(PARAMETERS.string(input, "source_table"), table.storage());
    PartitionSpec spec = SpecMatch.find(table.metadata(), table.name(), source.partitionColumns());
    SpecMatch.requireFilterFits(spec, filter, table.name());
    FileImport files = new FileImport(NAME, session, table, threads, WhenMissing.FAIL);
    List<DataFile> listed = files.files(source, spec, filter);
    if (listed.isEmpty() && !spec.fields().isEmpty() && source.isDirectory()) {
      throw new InvalidInputException(
          "Cannot add files to %s: Cannot find any matching partitions in %s%s"
              .formatted(table.name(), source.name(), filter.isEmpty() ? "" : " for " + filter));
    }
    if (!PARAMETERS.isFalse(input, "check_duplicate_files")) {
      files.requireNew(listed);
    }
    Snapshot snapshot = files.add(files.stage(listed, spec)).snapshot().orElseThrow();
    tables.refresh(name);
    return ResultRows.of(
        RESULT,
        new GenericInternalRow(
            new @Nullable Object[] {
              Long.valueOf(snapshot.summary().getOrDefault("added-data-files", "0")),
              Long.valueOf(snapshot.summary().getOrDefault("changed-partition-count", "0"))
            }));
  }
}
