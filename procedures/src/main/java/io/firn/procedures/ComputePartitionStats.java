package io.firn.procedures;

import io.firn.model.PartitionStatisticsFile;
import io.firn.model.Snapshot;
import io.firn.operation.statistics.SetPartitionStatistics;
import io.firn.procedures.args.Parameters;
import io.firn.procedures.args.ResultRows;
import io.firn.procedures.progress.Progress;
import io.firn.procedures.progress.Work;
import io.firn.spark.procedure.ProcedureProvider;
import io.firn.spark.procedure.ProcedureTables;
import io.firn.statistics.PartitionStatistics;
import io.firn.table.Table;
import java.util.Iterator;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.connector.catalog.procedures.UnboundProcedure;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.types.UTF8String;

/**
 * {@code CALL lake.system.compute_partition_stats(table => 'db.t')}: counts rows, files and deletes
 * of each partition of a snapshot, the current one if none is named, from what was counted of an
 * earlier snapshot if it can. Returns the file with the counts; nothing for a table without files.
 */
public final class ComputePartitionStats implements ProcedureProvider {
  private static final String NAME = "compute_partition_stats";
  private static final String DESCRIPTION =
      "Computes the numbers of rows, files and deletes of each partition of a snapshot";
  private static final Parameters PARAMETERS =
      Parameters.of(
          NAME,
          Parameters.requiredString("table", "name of the table"),
          Parameters.optionalLong("snapshot_id", "the snapshot, the current one by default"));
  private static final StructType RESULT =
      new StructType().add("partition_statistics_file", DataTypes.StringType, true);

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
    Table table = tables.load(name);
    Optional<Snapshot> snapshot = SnapshotArgument.of(table, snapshotId);
    Optional<PartitionStatisticsFile> file = snapshot.flatMap(of -> compute(table, of));
    if (file.isEmpty()) {
      return ResultRows.of(RESULT);
    }
    if (!table.metadata().partitionStatistics().contains(file.get())) {
      NewFile.register(table, file.get().statisticsPath(), new SetPartitionStatistics(file.get()));
      tables.refresh(name);
    }
    return ResultRows.of(
        RESULT,
        new GenericInternalRow(new Object[] {UTF8String.fromString(file.get().statisticsPath())}));
  }

  private static Optional<PartitionStatisticsFile> compute(Table table, Snapshot snapshot) {
    try (Progress progress =
        Progress.start(SparkSession.active(), Work.of(NAME, table.name(), "manifests"))) {
      return PartitionStatistics.compute(table.storage(), table.metadata(), snapshot, progress);
    }
  }
}
