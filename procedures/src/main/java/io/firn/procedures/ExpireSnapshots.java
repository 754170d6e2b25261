package io.firn.procedures;

import io.firn.commit.CommitOutcome;
import io.firn.maintenance.ExpiredFiles;
import io.firn.maintenance.ExpiredFiles.Kind;
import io.firn.model.Snapshot;
import io.firn.model.TableMetadata;
import io.firn.operation.ExpireSnapshots.Leftovers;
import io.firn.procedures.args.Parameters;
import io.firn.procedures.args.ResultRows;
import io.firn.procedures.progress.Progress;
import io.firn.procedures.progress.Work;
import io.firn.spark.procedure.ProcedureProvider;
import io.firn.spark.procedure.ProcedureTables;
import io.firn.table.Table;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.connector.catalog.procedures.UnboundProcedure;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/**
 * {@code CALL lake.system.expire_snapshots(table => 'db.t', retain_last => 10)}: removes old
 * snapshots and then exactly those files that only they needed. Before anything changes it reads
 * what is needed to tell; if a manifest is missing or damaged, nothing does. Returns how many files
 * it deleted.
 */
public final class ExpireSnapshots implements ProcedureProvider {
  private static final String NAME = "expire_snapshots";
  private static final String DESCRIPTION =
      "Removes old snapshots and the files that only they need";
  private static final Parameters PARAMETERS =
      Parameters.of(
          NAME,
          Parameters.requiredString("table", "name of the table"),
          Parameters.optional(
              "older_than", DataTypes.TimestampType, "snapshots before this time are removed"),
          Parameters.optional(
              "retain_last", DataTypes.IntegerType, "of each branch so many snapshots stay"),
          Parameters.optional(
              "max_concurrent_deletes", DataTypes.IntegerType, "files to delete at a time"),
          Parameters.optional(
              "stream_results",
              DataTypes.BooleanType,
              "true or false: manifests are streamed in both cases"),
          Parameters.optional(
              "snapshot_ids",
              DataTypes.createArrayType(DataTypes.LongType),
              "snapshots to remove, whatever their age"),
          Parameters.optional(
              "clean_expired_metadata",
              DataTypes.BooleanType,
              "whether partition specs and schemas go that no snapshot needs"));
  private static final StructType RESULT =
      new StructType()
          .add("deleted_data_files_count", DataTypes.LongType, true)
          .add("deleted_position_delete_files_count", DataTypes.LongType, true)
          .add("deleted_equality_delete_files_count", DataTypes.LongType, true)
          .add("deleted_manifest_files_count", DataTypes.LongType, true)
          .add("deleted_manifest_lists_count", DataTypes.LongType, true)
          .add("deleted_statistics_files_count", DataTypes.LongType, true);

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
    OptionalInt atATime = PARAMETERS.optionalInt(input, "max_concurrent_deletes");
    if (atATime.orElse(1) < 1) {
      throw PARAMETERS.misfit(
          "max_concurrent_deletes should have value > 0, value: " + atATime.getAsInt());
    }
    io.firn.operation.ExpireSnapshots expiry = expiry(input);
    Table table = tables.load(name);
    ExpiredFiles files = expire(table, expiry);
    tables.refresh(name);
    Map<Kind, Long> deleted = delete(table, files, atATime);
    return ResultRows.of(
        RESULT,
        new GenericInternalRow(
            new Object[] {
              deleted.get(Kind.DATA),
              deleted.get(Kind.POSITION_DELETES),
              deleted.get(Kind.EQUALITY_DELETES),
              deleted.get(Kind.MANIFEST),
              deleted.get(Kind.MANIFEST_LIST),
              deleted.get(Kind.STATISTICS)
            }));
  }

  private static Map<Kind, Long> delete(Table table, ExpiredFiles files, OptionalInt atATime) {
    long total = 0;
    for (Kind kind : Kind.values()) {
      total += files.paths(kind).size();
    }
    Map<Kind, Long> deleted = new EnumMap<>(Kind.class);
    try (Progress progress =
        Progress.start(SparkSession.active(), Work.of(NAME, table.name(), "files", total))) {
      FileDeletion deletion = new FileDeletion(table.storage(), atATime, progress);
      for (Kind kind : Kind.values()) {
        deleted.put(kind, deletion.delete(files.paths(kind)));
      }
    }
    return deleted;
  }

  private static io.firn.operation.ExpireSnapshots expiry(InternalRow input) {
    OptionalLong olderThan = PARAMETERS.optionalNumber(input, "older_than");
    return new io.firn.operation.ExpireSnapshots(
        olderThan.isPresent()
            ? OptionalLong.of(Math.floorDiv(olderThan.getAsLong(), 1000L))
            : OptionalLong.empty(),
        PARAMETERS.optionalInt(input, "retain_last"),
        PARAMETERS.optionalNumbers(input, "snapshot_ids"),
        PARAMETERS.isTrue(input, "clean_expired_metadata") ? Leftovers.REMOVE : Leftovers.KEEP);
  }

  /**
   * The files are looked for before the commit, so that a damaged table stays as it is, and again
   * if the commit came to other snapshots than those, since others were faster.
   */
  private static ExpiredFiles expire(Table table, io.firn.operation.ExpireSnapshots expiry) {
    TableMetadata before = table.metadata();
    Set<Long> expected = expiry.expired(before, System.currentTimeMillis());
    ExpiredFiles files = ExpiredFiles.find(table.storage(), before, before, expected);
    CommitOutcome outcome = table.commit(expiry);
    TableMetadata after = outcome.state().metadata();
    Set<Long> expired = ids(before);
    Set<Long> left = ids(after);
    expired.removeAll(left);
    boolean asExpected = expired.equals(expected) && ids(before).containsAll(left);
    return asExpected ? files : ExpiredFiles.find(table.storage(), before, after, expired);
  }

  private static Set<Long> ids(TableMetadata metadata) {
    Set<Long> ids = new HashSet<>();
    metadata.snapshots().stream().map(Snapshot::snapshotId).forEach(ids::add);
    return ids;
  }
}
