package io.firn.procedures;

import io.firn.error.FirnException;
import io.firn.maintenance.orphans.EqualPrefixes;
import io.firn.maintenance.orphans.OrphanFiles;
import io.firn.maintenance.orphans.PrefixMismatch;
import io.firn.procedures.args.Parameters;
import io.firn.procedures.args.ResultRows;
import io.firn.procedures.progress.Progress;
import io.firn.procedures.progress.Work;
import io.firn.spark.procedure.ProcedureProvider;
import io.firn.spark.procedure.ProcedureTables;
import io.firn.table.Table;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.connector.catalog.procedures.UnboundProcedure;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.types.UTF8String;

/**
 * {@code CALL lake.system.remove_orphan_files(table => 'db.t')}: deletes files that lie in the
 * table's directory, are older than three days, and are reached by no state of the table. Returns
 * their locations, be they deleted or not ({@code dry_run}). Files are always listed by prefix;
 * that is what {@code prefix_listing} asks for.
 */
public final class RemoveOrphanFiles implements ProcedureProvider {
  private static final String NAME = "remove_orphan_files";
  private static final String DESCRIPTION =
      "Deletes files in the table's directory that nothing of the table reaches";
  private static final long OLDER_THAN_DEFAULT_MILLIS = TimeUnit.DAYS.toMillis(3);
  private static final long YOUNGEST_MILLIS = TimeUnit.DAYS.toMillis(1);

  /** How many locations are returned, at most, when results are streamed. */
  private static final int SAMPLE = 20_000;

  private static final int GROUP = 10_000;
  private static final Parameters PARAMETERS =
      Parameters.of(
          NAME,
          Parameters.requiredString("table", "name of the table"),
          Parameters.optional(
              "older_than",
              DataTypes.TimestampType,
              "files changed before this time, by default three days ago"),
          Parameters.optionalString("location", "the directory to look in, by default the table's"),
          Parameters.optional(
              "dry_run", DataTypes.BooleanType, "whether files are only found, not deleted"),
          Parameters.optional(
              "max_concurrent_deletes", DataTypes.IntegerType, "files to delete at a time"),
          Parameters.optionalString(
              "file_list_view",
              "a view with the columns file_path and last_modified, in place of a listing"),
          Parameters.optionalMap("equal_schemes", "schemes that mean the same, such as s3a -> s3"),
          Parameters.optionalMap("equal_authorities", "authorities that mean the same"),
          Parameters.optionalString(
              "prefix_mismatch_mode",
              "ERROR, IGNORE or DELETE: for files reached under another scheme or authority"),
          Parameters.optional(
              "prefix_listing",
              DataTypes.BooleanType,
              "true or false: files are listed by prefix in both cases"),
          Parameters.optional(
              "stream_results",
              DataTypes.BooleanType,
              "whether files are deleted while they are found, and only a sample is returned"));
  private static final StructType RESULT =
      new StructType().add("orphan_file_location", DataTypes.StringType, false);

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public UnboundProcedure procedure(ProcedureTables tables) {
    return new SystemProcedure(NAME, DESCRIPTION, PARAMETERS, input -> call(tables, input));
  }

  private static Iterator<Scan> call(ProcedureTables tables, InternalRow input) {
    OptionalInt atATime = PARAMETERS.optionalInt(input, "max_concurrent_deletes");
    if (atATime.orElse(1) < 1) {
      throw PARAMETERS.misfit(
          "max_concurrent_deletes should have value > 0, value: " + atATime.getAsInt());
    }
    OrphanFiles.Request request = request(input, System.currentTimeMillis());
    Table table = tables.load(PARAMETERS.string(input, "table"));
    OrphanFiles orphans = OrphanFiles.of(table, request);
    boolean deletes = !PARAMETERS.isTrue(input, "dry_run");
    List<String> found = new ArrayList<>();
    try (Progress progress =
        Progress.start(
            SparkSession.active(), Work.of(NAME, table.name(), "orphan files deleted", 0))) {
      FileDeletion deletion = new FileDeletion(table.storage(), atATime, progress);
      if (PARAMETERS.isTrue(input, "stream_results")) {
        orphans.each(
            GROUP,
            group -> {
              found.addAll(group.subList(0, Math.min(group.size(), SAMPLE - found.size())));
              if (deletes) {
                deletion.delete(group);
              }
            });
      } else {
        found.addAll(orphans.all());
        if (deletes) {
          deletion.delete(found);
        }
      }
    } catch (FirnException e) {
      throw e.during("Cannot remove orphan files of", table.name());
    }
    return ResultRows.of(RESULT, rows(found));
  }

  private static OrphanFiles.Request request(InternalRow input, long nowMillis) {
    OptionalLong olderThan = PARAMETERS.optionalNumber(input, "older_than");
    long olderThanMillis = nowMillis - OLDER_THAN_DEFAULT_MILLIS;
    if (olderThan.isPresent()) {
      olderThanMillis = Math.floorDiv(olderThan.getAsLong(), 1000L);
      requireOld(olderThanMillis, nowMillis);
    }
    long cutOff = olderThanMillis;
    return new OrphanFiles.Request(
        PARAMETERS.optionalString(input, "location"),
        olderThanMillis,
        PARAMETERS
            .optionalString(input, "file_list_view")
            .map(view -> FileListView.of(SparkSession.active(), view, cutOff)),
        new EqualPrefixes(
            PARAMETERS.optionalMap(input, "equal_schemes"),
            PARAMETERS.optionalMap(input, "equal_authorities")),
        PARAMETERS
            .optionalString(input, "prefix_mismatch_mode")
            .map(PrefixMismatch::of)
            .orElse(PrefixMismatch.ERROR));
  }

  /** Younger files may be those of a statement that is about to commit. */
  private static void requireOld(long olderThanMillis, long nowMillis) {
    if (nowMillis - olderThanMillis < YOUNGEST_MILLIS) {
      throw PARAMETERS.misfit(
          "Cannot remove orphan files with an interval less than 24 hours: they may be files of"
              + " statements that have not committed yet. Let older_than be a day ago or earlier");
    }
  }

  private static InternalRow[] rows(List<String> locations) {
    return locations.stream()
        .map(
            location ->
                (InternalRow)
                    new GenericInternalRow(new Object[] {UTF8String.fromString(location)}))
        .toArray(InternalRow[]::new);
  }
}
