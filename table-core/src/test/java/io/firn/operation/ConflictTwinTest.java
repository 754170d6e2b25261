package io.firn.operation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.firn.catalog.TableState;
import io.firn.catalog.hadoop.PathTableStore;
import io.firn.conflict.Conflict;
import io.firn.conflict.Guard;
import io.firn.error.FirnException;
import io.firn.expr.CaseSensitivity;
import io.firn.expr.Predicate;
import io.firn.io.local.LocalStorage;
import io.firn.model.ColumnStats;
import io.firn.model.DataFile;
import io.firn.model.FileContent;
import io.firn.model.FileFormat;
import io.firn.types.SimpleType;
import io.firn.types.SingleValue;
import io.firn.types.StructValue;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Function;
import org.apache.hadoop.conf.Configuration;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.RowDelta;
import org.apache.iceberg.Schema;
import org.apache.iceberg.SnapshotUpdate;
import org.apache.iceberg.Table;
import org.apache.iceberg.exceptions.ValidationException;
import org.apache.iceberg.expressions.Expression;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.hadoop.HadoopTables;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every kind of operation against every kind of commit that landed since it read the table: Firn
 * refuses where Apache Iceberg refuses, for the same reason, and commits where Iceberg commits.
 */
@Tag("iceberg-oracle")
final class ConflictTwinTest {
  private static final List<String> REASONS =
      List.of(
          "Found conflicting files that can contain records matching",
          "Found conflicting deleted files that can",
          "Found new conflicting delete files that can apply to records matching",
          "Found concurrently added DV for",
          "Cannot commit, missing data files",
          "Cannot commit, found new delete for replaced data file",
          "Cannot commit, found new position delete for replaced data file",
          "Missing required files to delete",
          "Cannot delete file where some, but not all, rows match filter");

  private static final DataFile A1 = data("a1", "a", 0);
  private static final DataFile A2 = data("a2", "a", 10);
  private static final DataFile B1 = data("b1", "b", 20);

  @TempDir private Path directory;

  @Test
  void firnRefusesWhatIcebergRefusesInFormatVersion2() {
    int refused = compare(2);
    assertTrue(refused > 60, refused + " refusals");
  }

  @Test
  void firnRefusesWhatIcebergRefusesInFormatVersion3() {
    int refused = compare(3);
    assertTrue(refused > 60, refused + " refusals");
  }

  private static DataFile data(String name, String category, long firstId) {
    return DataFile.parquet("/data/" + name, 0, StructValue.of(category), 10, 1000)
        .withSortOrderId(OptionalInt.of(0))
        .withStats(
            new ColumnStats(
                Map.of(),
                Map.of(1, 10L),
                Map.of(1, 0L),
                Map.of(),
                Map.of(1, SingleValue.toBytes(SimpleType.LONG, firstId)),
                Map.of(1, SingleValue.toBytes(SimpleType.LONG, firstId + 9))));
  }

  private static DataFile deletes(
      FileContent content, String name, String category, Optional<DataFile> target) {
    boolean vector = content == FileContent.POSITION_DELETES && name.endsWith(".puffin");
    return new DataFile(
        content,
        "/data/" + name,
        vector ? FileFormat.PUFFIN : FileFormat.PARQUET,
        0,
        StructValue.of(category),
        2,
        500,
        ColumnStats.none(),
        Optional.empty(),
        List.of(),
        content == FileContent.EQUALITY_DELETES ? List.of(1) : List.of(),
        OptionalInt.empty(),
        OptionalLong.empty(),
        target.map(DataFile::filePath),
        vector ? OptionalLong.of(4) : OptionalLong.empty(),
        vector ? OptionalLong.of(40) : OptionalLong.empty());
  }

  private static DataFile positions(int version, String name, DataFile target) {
    String category = (String) target.partition().at(0);
    return version > 2
        ? deletes(FileContent.POSITION_DELETES, name + ".puffin", category, Optional.of(target))
        : deletes(FileContent.POSITION_DELETES, name + ".parquet", category, Optional.empty());
  }

  /** What others did since the operation read the table. */
  private static Map<String, Consumer<Table>> landed(int version) {
    Map<String, Consumer<Table>> landed = new LinkedHashMap<>();
    landed.put("nothing", t -> {});
    landed.put("append to a", t -> append(t, data("n1", "a", 30)));
    landed.put("append to b", t -> append(t, data("n1", "b", 30)));
    landed.put("overwrite in a", t -> overwrite(t, A1, data("n2", "a", 0)));
    landed.put("overwrite in b", t -> overwrite(t, B1, data("n2", "b", 20)));
    landed.put("delete a1", t -> t.newDelete().deleteFile(IcebergFiles.data(t, A1)).commit());
    landed.put("delete b1", t -> t.newDelete().deleteFile(IcebergFiles.data(t, B1)).commit());
    landed.put("deletes in a1", t -> delete(t, positions(version, "l1", A1)));
    landed.put("deletes in a2", t -> delete(t, positions(version, "l1", A2)));
    landed.put("deletes in b1", t -> delete(t, positions(version, "l1", B1)));
    landed.put(
        "equality deletes in a",
        t -> delete(t, deletes(FileContent.EQUALITY_DELETES, "l2", "a", Optional.empty())));
    landed.put("rewrite of a", t -> rewrite(t, Set.of(A1, A2), data("n3", "a", 0)));
    landed.put("rewrite of b", t -> rewrite(t, Set.of(B1), data("n3", "b", 20)));
    landed.put(
        "replace a",
        t -> t.newReplacePartitions().addFile(IcebergFiles.data(t, data("n4", "a", 40))).commit());
    if (version == 2) {
      landed.put(
          "deletes that name a2",
          t ->
              delete(t, deletes(FileContent.POSITION_DELETES, "l3.parquet", "a", Optional.of(A2))));
    }
    return landed;
  }

  private static void append(Table table, DataFile file) {
    table.newFastAppend().appendFile(IcebergFiles.data(table, file)).commit();
  }

  private static void overwrite(Table table, DataFile old, DataFile file) {
    table
        .newOverwrite()
        .deleteFile(IcebergFiles.data(table, old))
        .addFile(IcebergFiles.data(table, file))
        .commit();
  }

  private static void delete(Table table, DataFile file) {
    table.newRowDelta().addDeletes(IcebergFiles.delete(table, file)).commit();
  }

  private static void rewrite(Table table, Set<DataFile> old, DataFile file) {
    var rewrite = table.newRewrite();
    old.forEach(f -> rewrite.deleteFile(IcebergFiles.data(table, f)));
    rewrite.addFile(IcebergFiles.data(table, file)).commit();
  }

  /** An operation that was prepared on a snapshot, for either library. */
  private record Pending(
      String name,
      Function<Table, SnapshotUpdate<?>> iceberg,
      Function<OptionalLong, Operation> firn) {}

  private static List<Pending> pending(int version, long base) {
    List<Pending> pending = new ArrayList<>();
    for (Isolation isolation : List.of(Isolation.SERIALIZABLE, Isolation.SNAPSHOT)) {
      for (boolean byId : List.of(false, true)) {
        pending.add(overwriteFiles(base, isolation, byId));
        pending.add(mergeOnRead(version, base, isolation, byId, RowLevelCommand.DELETE));
        pending.add(mergeOnRead(version, base, isolation, byId, RowLevelCommand.UPDATE));
      }
      pending.add(overwriteByFilter(base, isolation));
      pending.add(replacePartitions(base, isolation));
    }
    pending.add(compact(base, OptionalLong.empty()));
    pending.add(compact(base, OptionalLong.of(1)));
    pending.add(
        new Pending(
            "metadata delete of a",
            t -> t.newDelete().deleteFromRowFilter(Expressions.equal("category", "a")),
            b ->
                new DeleteByFilter(
                    SnapshotOptions.main(),
                    Predicate.equal("category", "a"),
                    CaseSensitivity.SENSITIVE)));
    pending.add(
        new Pending(
            "metadata delete of ids below 10",
            t -> t.newDelete().deleteFromRowFilter(Expressions.lessThan("id", 35)),
            b ->
                new DeleteByFilter(
                    SnapshotOptions.main(),
                    Predicate.compare(Predicate.Operator.LT, "id", 35L),
                    CaseSensitivity.SENSITIVE)));
    pending.add(
        new Pending(
            "append",
            t -> t.newAppend().appendFile(IcebergFiles.data(t, data("p0", "a", 0))),
            b ->
                new Append(
                    SnapshotOptions.main(), List.of(data("p0", "a", 0)), Append.Mode.MERGE)));
    return pending;
  }

  private static Expression expression(boolean byId) {
    return byId ? Expressions.lessThan("id", 5) : Expressions.equal("category", "a");
  }

  private static Statement statement(
      RowLevelCommand command, OptionalLong base, Isolation isolation, boolean byId) {
    return new Statement(
        command,
        base,
        byId
            ? Predicate.compare(Predicate.Operator.LT, "id", 5L)
            : Predicate.equal("category", "a"),
        CaseSensitivity.SENSITIVE,
        isolation);
  }

  private static Pending overwriteFiles(long base, Isolation isolation, boolean byId) {
    DataFile added = data("p1", "a", 0);
    return new Pending(
        "copy-on-write of a1, " + isolation + ", " + expression(byId),
        t -> {
          var overwrite =
              t.newOverwrite()
                  .deleteFile(IcebergFiles.data(t, A1))
                  .addFile(IcebergFiles.data(t, added))
                  .conflictDetectionFilter(expression(byId))
                  .validateFromSnapshot(base)
                  .validateNoConflictingDeletes();
          return isolation == Isolation.SERIALIZABLE
              ? overwrite.validateNoConflictingData()
              : overwrite;
        },
        b ->
            new Overwrite(
                SnapshotOptions.main(),
                statement(RowLevelCommand.UPDATE, b, isolation, byId),
                List.of(A1),
                List.of(added)));
  }

  private static Pending mergeOnRead(
      int version, long base, Isolation isolation, boolean byId, RowLevelCommand command) {
    DataFile deletes = positions(version, "p2", A1);
    List<DataFile> rows =
        command == RowLevelCommand.UPDATE ? List.of(data("p3", "a", 0)) : List.of();
    return new Pending(
        "merge-on-read " + command + " in a1, " + isolation + ", " + expression(byId),
        t -> {
          RowDelta delta =
              t.newRowDelta()
                  .addDeletes(IcebergFiles.delete(t, deletes))
                  .conflictDetectionFilter(expression(byId))
                  .validateDataFilesExist(List.of(A1.filePath()))
                  .validateFromSnapshot(base);
          rows.forEach(f -> delta.addRows(IcebergFiles.data(t, f)));
          if (command == RowLevelCommand.UPDATE) {
            delta.validateDeletedFiles().validateNoConflictingDeleteFiles();
          }
          return isolation == Isolation.SERIALIZABLE
              ? delta.validateNoConflictingDataFiles()
              : delta;
        },
        b ->
            new io.firn.operation.RowDelta(
                SnapshotOptions.main(),
                statement(command, b, isolation, byId),
                new RowChanges(rows, List.of(deletes), List.of(), Set.of(A1.filePath()))));
  }

  private static Pending overwriteByFilter(long base, Isolation isolation) {
    DataFile added = data("p4", "a", 50);
    return new Pending(
        "overwrite of a, " + isolation,
        t -> {
          var overwrite =
              t.newOverwrite()
                  .overwriteByRowFilter(Expressions.equal("category", "a"))
                  .addFile(IcebergFiles.data(t, added))
                  .validateFromSnapshot(base)
                  .validateNoConflictingDeletes();
          return isolation == Isolation.SERIALIZABLE
              ? overwrite.validateNoConflictingData()
              : overwrite;
        },
        b ->
            new OverwriteByFilter(
                SnapshotOptions.main(),
                Predicate.equal("category", "a"),
                CaseSensitivity.SENSITIVE,
                List.of(added),
                Validation.since(b, isolation)));
  }

  private static Pending replacePartitions(long base, Isolation isolation) {
    DataFile added = data("p5", "a", 50);
    return new Pending(
        "replace a, " + isolation,
        t -> {
          var replace =
              t.newReplacePartitions()
                  .addFile(IcebergFiles.data(t, added))
                  .validateFromSnapshot(base)
                  .validateNoConflictingDeletes();
          return isolation == Isolation.SERIALIZABLE
              ? replace.validateNoConflictingData()
              : replace;
        },
        b ->
            new ReplacePartitions(
                SnapshotOptions.main(), List.of(added), Validation.since(b, isolation)));
  }

  private static Pending compact(long base, OptionalLong sequenceNumber) {
    DataFile added = data("p6", "a", 0);
    return new Pending(
        "compaction of a, sequence number " + sequenceNumber,
        t -> {
          var rewrite =
              t.newRewrite()
                  .deleteFile(IcebergFiles.data(t, A1))
                  .deleteFile(IcebergFiles.data(t, A2))
                  .addFile(IcebergFiles.data(t, added))
                  .validateFromSnapshot(base);
          sequenceNumber.ifPresent(rewrite::dataSequenceNumber);
          return rewrite;
        },
        b ->
            new RewriteFiles(
                SnapshotOptions.main(),
                b,
                List.of(A1, A2),
                List.of(),
                List.of(added),
                List.of(),
                sequenceNumber));
  }

  private int compare(int version) {
    int refused = 0;
    for (Map.Entry<String, Consumer<Table>> other : landed(version).entrySet()) {
      Table table = create(version, other.getKey());
      List.of(A1, A2, B1).forEach(f -> append(table, f));
      long base = table.currentSnapshot().snapshotId();
      other.getValue().accept(table);
      table.refresh();
      for (Pending pending : pending(version, base)) {
        String where = "version " + version + ": " + other.getKey() + " < " + pending.name();
        Optional<String> iceberg = iceberg(pending, table);
        Optional<String> firn = firn(pending, table, base);
        assertEquals(iceberg.map(this::reason), firn.map(this::reason), where + iceberg + firn);
        refused += iceberg.isPresent() ? 1 : 0;
      }
    }
    return refused;
  }

  private Table create(int version, String name) {
    Schema schema =
        new Schema(
            Types.NestedField.required(1, "id", Types.LongType.get()),
            Types.NestedField.optional(2, "category", Types.StringType.get()));
    return new HadoopTables(new Configuration())
        .create(
            schema,
            PartitionSpec.builderFor(schema).identity("category").build(),
            Map.of("format-version", Integer.toString(version)),
            directory.resolve(name + version).toString());
  }

  /** Why Iceberg refuses; empty when it does not. Commits nothing. */
  private static Optional<String> iceberg(Pending pending, Table table) {
    try {
      pending.iceberg().apply(table).apply();
      return Optional.empty();
    } catch (ValidationException e) {
      return Optional.of(e.getMessage());
    }
  }

  /** Why Firn refuses; empty when it does not. Commits nothing. */
  private static Optional<String> firn(Pending pending, Table table, long base) {
    LocalStorage storage = new LocalStorage();
    TableState state = PathTableStore.at(storage, table.location()).load();
    Operation operation = pending.firn().apply(OptionalLong.of(base));
    for (Guard guard : operation.guards()) {
      Optional<Conflict> conflict = guard.check(state.metadata(), storage);
      if (conflict.isPresent()) {
        return conflict.map(Conflict::describe);
      }
    }
    try {
      operation.planOn(
          new Planning(
              "t",
              Optional.of(state.metadata()),
              new MetadataFiles(storage, UUID.randomUUID(), new Random()::nextLong),
              state.metadata().lastUpdatedMillis(),
              1,
              0));
      return Optional.empty();
    } catch (FirnException e) {
      return Optional.of(e.getMessage());
    }
  }

  private String reason(String message) {
    return REASONS.stream().filter(message::contains).findFirst().orElse(message);
  }
}
