package io.firn.procedures;

import io.firn.commit.CommitOutcome;
import io.firn.model.Snapshot;
import io.firn.model.SnapshotRef;
import io.firn.operation.SnapshotOptions;
import io.firn.procedures.args.Parameters;
import io.firn.procedures.args.ResultRows;
import io.firn.procedures.progress.Progress;
import io.firn.procedures.progress.Work;
import io.firn.spark.procedure.ProcedureProvider;
import io.firn.spark.procedure.ProcedureTables;
import io.firn.spark.write.EngineSummary;
import io.firn.table.Table;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.connector.catalog.procedures.UnboundProcedure;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/**
 * {@code CALL lake.system.rewrite_manifests(table => 'db.t', sort_by => array('day'))}: lists the
 * files of the table in manifests of {@code commit.manifest.target-size-bytes}, those of a
 * partition together. Runs on the driver, which reads and writes manifests by several threads and
 * holds none of them; so there is nothing that {@code use_caching} could cache.
 */
public final class RewriteManifests implements ProcedureProvider {
  private static final String NAME = "rewrite_manifests";
  private static final String DESCRIPTION =
      "Rewrites manifests to the wanted size, files of a partition together";
  private static final Parameters PARAMETERS =
      Parameters.of(
          NAME,
          Parameters.requiredString("table", "name of the table"),
          Parameters.optional(
              "use_caching",
              DataTypes.BooleanType,
              "true or false: entries are streamed in both cases"),
          Parameters.optional(
              "spec_id",
              DataTypes.IntegerType,
              "the partition spec whose manifests are rewritten, by default the current one"),
          Parameters.optional(
              "sort_by",
              DataTypes.createArrayType(DataTypes.StringType),
              "partition fields that bring files together, by default all"));
  private static final StructType RESULT =
      new StructType()
          .add("rewritten_manifests_count", DataTypes.IntegerType, false)
          .add("added_manifests_count", DataTypes.IntegerType, false);

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
    OptionalInt specId = PARAMETERS.optionalInt(input, "spec_id");
    Optional<List<String>> sortBy = PARAMETERS.optionalStrings(input, "sort_by");
    SnapshotOptions options =
        new SnapshotOptions(
            SnapshotRef.MAIN,
            SnapshotOptions.Publication.CURRENT,
            EngineSummary.of(SparkSession.active()));
    Table table = tables.load(name);
    CommitOutcome outcome;
    try (Progress progress =
        Progress.start(SparkSession.active(), Work.of(NAME, table.name(), "files"))) {
      outcome =
          table.commit(new io.firn.operation.RewriteManifests(options, specId, sortBy, progress));
    }
    tables.refresh(name);
    return ResultRows.of(
        RESULT,
        new GenericInternalRow(
            new Object[] {
              count(outcome, "manifests-replaced"), count(outcome, "manifests-created")
            }));
  }

  private static int count(CommitOutcome outcome, String key) {
    return outcome
        .snapshot()
        .map(Snapshot::summary)
        .map(s -> s.get(key))
        .map(Integer::parseInt)
        .orElse(0);
  }
}
