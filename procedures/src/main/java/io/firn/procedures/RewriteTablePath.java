package io.firn.procedures;

import io.firn.procedures.args.Parameters;
import io.firn.procedures.args.ResultRows;
import io.firn.procedures.progress.Progress;
import io.firn.procedures.progress.Work;
import io.firn.procedures.relocate.DeleteFileJob;
import io.firn.relocate.PathPrefix;
import io.firn.relocate.RelocatedTable;
import io.firn.relocate.RelocationRequest;
import io.firn.relocate.TableRelocation;
import io.firn.spark.procedure.ProcedureProvider;
import io.firn.spark.procedure.ProcedureTables;
import io.firn.table.Table;
import java.util.Iterator;
import java.util.Optional;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.connector.catalog.procedures.UnboundProcedure;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.types.UTF8String;

/**
 * {@code CALL lake.system.rewrite_table_path(table => 'db.t', source_prefix => '/data/t',
 * target_prefix => '/backup/t')}: stages copies of the table's metadata with other paths, and lists
 * what to copy where to make the table whole at the target, from the beginning or from a version
 * that was copied before. Copies nothing to the target itself.
 */
public final class RewriteTablePath implements ProcedureProvider {
  private static final String NAME = "rewrite_table_path";
  private static final String DESCRIPTION =
      "Stages the metadata of a table for a copy of it at another place";
  private static final Parameters PARAMETERS =
      Parameters.of(
          NAME,
          Parameters.requiredString("table", "name of the table"),
          Parameters.requiredString("source_prefix", "what all paths of the table begin with"),
          Parameters.requiredString("target_prefix", "what they begin with in the copy"),
          Parameters.optionalString(
              "start_version", "name of the metadata file up to which the copy exists already"),
          Parameters.optionalString(
              "end_version", "name of the last metadata file to copy; the current one by default"),
          Parameters.optionalString("staging_location", "where the new files are put"),
          Parameters.optional(
              "create_file_list",
              DataTypes.BooleanType,
              "whether the files to copy are listed; true by default"));
  private static final StructType RESULT =
      new StructType()
          .add("latest_version", DataTypes.StringType, true)
          .add("file_list_location", DataTypes.StringType, true)
          .add("rewritten_manifest_file_paths_count", DataTypes.IntegerType, true)
          .add("rewritten_delete_file_paths_count", DataTypes.IntegerType, true);

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public UnboundProcedure procedure(ProcedureTables tables) {
    return new SystemProcedure(NAME, DESCRIPTION, PARAMETERS, input -> call(tables, input));
  }

  private static Iterator<Scan> call(ProcedureTables tables, InternalRow input) {
    Table table = tables.load(PARAMETERS.string(input, "table"));
    PathPrefix prefix =
        new PathPrefix(
            PARAMETERS.string(input, "source_prefix"), PARAMETERS.string(input, "target_prefix"));
    RelocationRequest request =
        new RelocationRequest(
            prefix,
            given(input, "start_version"),
            given(input, "end_version"),
            given(input, "staging_location"),
            PARAMETERS.isFalse(input, "create_file_list")
                ? RelocationRequest.Listing.LEAVE_OUT
                : RelocationRequest.Listing.WRITE);
    SparkSession session = SparkSession.active();
    RelocatedTable result;
    try (Progress progress = Progress.start(session, Work.of(NAME, table.name(), "files"))) {
      DeleteFileJob deleteFiles = new DeleteFileJob(session, table, prefix, progress);
      result =
          new TableRelocation(
                  table.storage(), table.name(), table.state(), request, deleteFiles, progress)
              .run();
    }
    return ResultRows.of(
        RESULT,
        new GenericInternalRow(
            new Object[] {
              UTF8String.fromString(result.latestVersion()),
              UTF8String.fromString(result.fileListLocation()),
              result.manifestCount(),
              result.deleteFileCount()
            }));
  }

  /** An argument that may be left out, but not be empty. */
  private static Optional<String> given(InternalRow input, String name) {
    Optional<String> value = PARAMETERS.optionalString(input, name);
    if (value.isPresent() && value.get().isBlank()) {
      throw PARAMETERS.misfit("the argument " + name + " cannot be empty");
    }
    return value;
  }
}
