package io.firn.procedures;

import io.firn.error.InvalidInputException;
import io.firn.maintenance.CompactionOptions;
import io.firn.model.SnapshotRef;
import io.firn.procedures.args.Parameters;
import io.firn.procedures.args.ResultRows;
import io.firn.procedures.compact.Compaction;
import io.firn.procedures.compact.CompactionResult;
import io.firn.procedures.compact.CompactionScan;
import io.firn.procedures.compact.RewriteStrategy;
import io.firn.procedures.compact.StrategyArguments;
import io.firn.spark.conf.ReadConf;
import io.firn.spark.conf.SessionSettings;
import io.firn.spark.conf.WriteTarget;
import io.firn.spark.procedure.ProcedureProvider;
import io.firn.spark.procedure.ProcedureTables;
import io.firn.table.Table;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.connector.catalog.procedures.UnboundProcedure;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.types.UTF8String;
import org.jspecify.annotations.Nullable;

/**
 * {@code CALL lake.system.rewrite_data_files(table => 'db.t')}: compacts small data files, and
 * files with many deletes, into files of the target size, and sorts their rows if it is told to.
 * Leaves a compaction map, by which statements that run at the same time follow their rows.
 */
public final class RewriteDataFiles implements ProcedureProvider {
  private static final String NAME = "rewrite_data_files";
  private static final String DESCRIPTION =
      "Rewrites small data files, and files with many deletes, into files of the target size";
  private static final Parameters PARAMETERS =
      Parameters.of(
          NAME,
          Parameters.requiredString("table", "name of the table"),
          Parameters.optionalString("strategy", "binpack or sort; sort if a sort order is given"),
          Parameters.optionalString(
              "sort_order",
              "c1 DESC NULLS LAST, bucket(4, c2), or zorder(c1, c2); that of the table by default"),
          Parameters.optionalMap("options", "sizes, thresholds and partial progress"),
          Parameters.optionalString("where", "only files that may have a matching row"),
          Parameters.optionalString("branch", "the branch to compact, main by default"));
  private static final StructType RESULT =
      new StructType()
          .add("rewritten_data_files_count", DataTypes.IntegerType, false)
          .add("added_data_files_count", DataTypes.IntegerType, false)
          .add("rewritten_bytes_count", DataTypes.LongType, false)
          .add("failed_data_files_count", DataTypes.IntegerType, false)
          .add("removed_delete_files_count", DataTypes.IntegerType, false)
          .add("compaction_map_location", DataTypes.StringType, true)
          .add("compaction_map_runs", DataTypes.LongType, true)
          .add("compaction_map_bytes", DataTypes.LongType, true);

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
    Table table = tables.load(name);
    SparkSession session = SparkSession.active();
    Map<String, String> given = PARAMETERS.optionalMap(input, "options");
    RewriteStrategy strategy = strategy(table, session, given, input);
    CompactionOptions options =
        CompactionOptions.of(given, table.metadata().properties(), strategy.rearrangement());
    Optional<String> branch = PARAMETERS.optionalString(input, "branch");
    if (branch.isEmpty()) {
      requireNoAuditBranch(table, SessionSettings.of(session));
    }
    String compacted = branch.orElse(SnapshotRef.MAIN);
    CompactionResult result =
        new CompactionScan(session, tables.sqlName(name), branch)
            .where(PARAMETERS.optionalString(input, "where"))
            .map(
                scan ->
                    new Compaction(session, scan, options, strategy, tables.catalog(), compacted)
                        .run())
            .orElse(CompactionResult.nothing());
    tables.refresh(name);
    return ResultRows.of(RESULT, row(result));
  }

  /** What a session with an audit branch reads is not what a compaction of main replaces. */
  private static void requireNoAuditBranch(Table table, SessionSettings session) {
    Optional<String> branch = WriteTarget.auditBranch(session, table.metadata().properties());
    if (branch.isPresent()) {
      throw new InvalidInputException(
          ("Cannot rewrite data files of %s: the session reads and writes its branch %s"
                  + " (spark.wap.branch), and main is compacted. Unset spark.wap.branch, or name the branch")
              .formatted(table.name(), branch.get()));
    }
  }

  private static RewriteStrategy strategy(
      Table table, SparkSession session, Map<String, String> options, InternalRow input) {
    return new StrategyArguments(
            PARAMETERS, table, ReadConf.caseSensitivity(SessionSettings.of(session)))
        .strategy(
            PARAMETERS.optionalString(input, "strategy"),
            PARAMETERS.optionalString(input, "sort_order"),
            options);
  }

  private static InternalRow row(CompactionResult result) {
    @Nullable Object[] values = {
      result.rewrittenFiles(),
      result.addedFiles(),
      result.rewrittenBytes(),
      result.failedFiles(),
      result.removedDeleteFiles(),
      result.mapLocation().map(UTF8String::fromString).orElse(null),
      result.mapLocation().isPresent() ? (Object) result.mapRuns() : null,
      result.mapLocation().isPresent() ? (Object) result.mapBytes() : null
    };
    return new GenericInternalRow(values);
  }
}
