package io.firn.procedures;

import io.firn.maintenance.deletes.DeleteGroup;
import io.firn.maintenance.deletes.DeleteRewriteOptions;
import io.firn.maintenance.deletes.DeleteRewritePlanner;
import io.firn.model.Snapshot;
import io.firn.procedures.args.Parameters;
import io.firn.procedures.args.ResultRows;
import io.firn.procedures.deletes.DeleteFilter;
import io.firn.procedures.deletes.DeleteRewrite;
import io.firn.procedures.deletes.DeleteRewriteResult;
import io.firn.procedures.progress.Progress;
import io.firn.procedures.progress.Work;
import io.firn.spark.procedure.ProcedureProvider;
import io.firn.spark.procedure.ProcedureTables;
import io.firn.table.Table;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.connector.catalog.procedures.UnboundProcedure;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/**
 * {@code CALL lake.system.rewrite_position_delete_files('db.t')}: merges position delete files into
 * files of the target size, without deletes of data files that are gone. In a table with deletion
 * vectors these take their place. Statements that run at the same time do not notice.
 */
public final class RewritePositionDeleteFiles implements ProcedureProvider {
  private static final String NAME = "rewrite_position_delete_files";
  private static final String DESCRIPTION =
      "Merges position delete files, without deletes that apply to nothing any more";
  private static final Parameters PARAMETERS =
      Parameters.of(
          NAME,
          Parameters.requiredString("table", "name of the table"),
          Parameters.optionalMap("options", "sizes, thresholds and partial progress"),
          Parameters.optionalString("where", "only partitions that may have a matching row"));
  private static final StructType RESULT =
      new StructType()
          .add("rewritten_delete_files_count", DataTypes.IntegerType, false)
          .add("added_delete_files_count", DataTypes.IntegerType, false)
          .add("rewritten_bytes_count", DataTypes.LongType, false)
          .add("added_bytes_count", DataTypes.LongType, false);

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
    DeleteRewriteOptions options =
        DeleteRewriteOptions.of(
            PARAMETERS.optionalMap(input, "options"), table.metadata().properties());
    SparkSession session = SparkSession.active();
    Optional<DeleteFilter> filter =
        DeleteFilter.of(session, tables.sqlName(name), PARAMETERS.optionalString(input, "where"));
    Optional<Snapshot> base = table.metadata().currentSnapshot();
    DeleteRewriteResult result = DeleteRewriteResult.nothing();
    if (base.isPresent() && filter.isPresent()) {
      List<DeleteGroup> groups =
          new DeleteRewritePlanner(table.storage(), table.metadata(), options)
              .plan(base.get(), filter.get().predicate(), filter.get().caseSensitivity());
      long bytes = groups.stream().mapToLong(DeleteGroup::sizeBytes).sum();
      try (Progress progress =
          Progress.start(session, new Work(NAME, table.name(), "groups", groups.size(), bytes))) {
        result = new DeleteRewrite(session, table, options, progress).run(base.get(), groups);
      }
      tables.refresh(name);
    }
    return ResultRows.of(
        RESULT,
        new GenericInternalRow(
            new Object[] {
              result.rewrittenFiles(),
              result.addedFiles(),
              result.rewrittenBytes(),
              result.addedBytes()
            }));
  }
}
