package io.firn.operation;

import io.firn.expr.CaseSensitivity;
import io.firn.expr.Predicate;
import io.firn.model.ColumnStats;
import io.firn.model.DataFile;
import io.firn.model.FileContent;
import io.firn.model.FileFormat;
import io.firn.types.SimpleType;
import io.firn.types.SingleValue;
import io.firn.types.StructValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.apache.iceberg.RowDelta;
import org.apache.iceberg.SnapshotUpdate;
import org.apache.iceberg.Table;
import org.apache.iceberg.expressions.Expression;
import org.apache.iceberg.expressions.Expressions;

/** An operation that was prepared on a snapshot, for either library. */
record PreparedChange(
    String kind,
    Optional<Isolation> isolation,
    BiFunction<Table, Isolation, SnapshotUpdate<?>> iceberg,
    Function<OptionalLong, Operation> firn) {
  static final DataFile A1 = data("a1", "a", 0);
  static final DataFile A2 = data("a2", "a", 10);
  static final DataFile B1 = data("b1", "b", 20);

  /** The deletes of a2 that are there from the beginning. */
  static final String BASE_DELETES = "d0";

  static DataFile data(String name, String category, long firstId) {
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

  static DataFile deletes(
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

  static DataFile positions(int version, String name, DataFile target) {
    String category = (String) target.partition().at(0);
    return version > 2
        ? deletes(FileContent.POSITION_DELETES, name + ".puffin", category, Optional.of(target))
        : deletes(FileContent.POSITION_DELETES, name + ".parquet", category, Optional.empty());
  }

  static PreparedChange unchecked(
      String name,
      Function<Table, SnapshotUpdate<?>> iceberg,
      Function<OptionalLong, Operation> firn) {
    return new PreparedChange(name, Optional.empty(), (t, isolation) -> iceberg.apply(t), firn);
  }

  String name() {
    return kind + ", " + isolation;
  }

  /**
   * Iceberg's level with the same outcome: it has no {@code write-serializable}, but that is {@code
   * snapshot} if only appends landed, and {@code serializable} if none did.
   */
  private Isolation icebergIsolation(boolean onlyAppendsLanded) {
    Isolation wanted = isolation.orElse(Isolation.SERIALIZABLE);
    if (wanted != Isolation.WRITE_SERIALIZABLE) {
      return wanted;
    }
    return onlyAppendsLanded ? Isolation.SNAPSHOT : Isolation.SERIALIZABLE;
  }

  String icebergName(boolean onlyAppendsLanded) {
    return kind + ", " + icebergIsolation(onlyAppendsLanded);
  }

  Function<Table, SnapshotUpdate<?>> iceberg(boolean onlyAppendsLanded) {
    return t -> iceberg.apply(t, icebergIsolation(onlyAppendsLanded));
  }

  static List<PreparedChange> all(int version, long base) {
    List<PreparedChange> pending = new ArrayList<>();
    for (Isolation isolation : Isolation.values()) {
      for (boolean byId : List.of(false, true)) {
        pending.add(copyOnWrite(base, isolation, byId, RowLevelCommand.DELETE));
        pending.add(copyOnWrite(base, isolation, byId, RowLevelCommand.MERGE));
        pending.add(mergeOnRead(version, base, isolation, byId, RowLevelCommand.DELETE));
        pending.add(mergeOnRead(version, base, isolation, byId, RowLevelCommand.UPDATE));
      }
      pending.add(mergeOnRead(version, base, isolation, false, RowLevelCommand.MERGE));
      pending.add(mergeIntoDeletes(version, base, isolation));
      pending.add(overwriteByFilter(base, isolation));
      pending.add(replacePartitions(base, isolation));
    }
    pending.add(compact(base, OptionalLong.empty()));
    pending.add(compact(base, OptionalLong.of(1)));
    pending.add(
        PreparedChange.unchecked(
            "metadata delete of a",
            t -> t.newDelete().deleteFromRowFilter(Expressions.equal("category", "a")),
            b ->
                new DeleteByFilter(
                    SnapshotOptions.main(),
                    Predicate.equal("category", "a"),
                    CaseSensitivity.SENSITIVE)));
    pending.add(
        PreparedChange.unchecked(
            "metadata delete of ids below 10",
            t -> t.newDelete().deleteFromRowFilter(Expressions.lessThan("id", 35)),
            b ->
                new DeleteByFilter(
                    SnapshotOptions.main(),
                    Predicate.compare(Predicate.Operator.LT, "id", 35L),
                    CaseSensitivity.SENSITIVE)));
    pending.add(
        PreparedChange.unchecked(
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

  private static PreparedChange copyOnWrite(
      long base, Isolation level, boolean byId, RowLevelCommand command) {
    List<DataFile> added =
        command == RowLevelCommand.DELETE ? List.of() : List.of(data("p1", "a", 0));
    return new PreparedChange(
        "copy-on-write " + command + " of a1, " + expression(byId),
        Optional.of(level),
        (t, isolation) -> {
          var overwrite =
              t.newOverwrite()
                  .deleteFile(IcebergFiles.data(t, A1))
                  .conflictDetectionFilter(expression(byId))
                  .validateFromSnapshot(base)
                  .validateNoConflictingDeletes();
          added.forEach(f -> overwrite.addFile(IcebergFiles.data(t, f)));
          return isolation == Isolation.SERIALIZABLE
              ? overwrite.validateNoConflictingData()
              : overwrite;
        },
        b ->
            new Overwrite(
                SnapshotOptions.main(), statement(command, b, level, byId), List.of(A1), added));
  }

  private static PreparedChange mergeOnRead(
      int version, long base, Isolation level, boolean byId, RowLevelCommand command) {
    DataFile deletes = positions(version, "p2", A1);
    List<DataFile> rows =
        command == RowLevelCommand.DELETE ? List.of() : List.of(data("p3", "a", 0));
    return new PreparedChange(
        "merge-on-read " + command + " in a1, " + expression(byId),
        Optional.of(level),
        (t, isolation) -> {
          RowDelta delta =
              t.newRowDelta()
                  .addDeletes(IcebergFiles.delete(t, deletes))
                  .conflictDetectionFilter(expression(byId))
                  .validateDataFilesExist(List.of(A1.filePath()))
                  .validateFromSnapshot(base);
          rows.forEach(f -> delta.addRows(IcebergFiles.data(t, f)));
          if (command != RowLevelCommand.DELETE) {
            delta.validateDeletedFiles().validateNoConflictingDeleteFiles();
          }
          return isolation == Isolation.SERIALIZABLE
              ? delta.validateNoConflictingDataFiles()
              : delta;
        },
        b ->
            new io.firn.operation.RowDelta(
                SnapshotOptions.main(),
                statement(command, b, level, byId),
                new RowChanges(rows, List.of(deletes), List.of(), Set.of(A1.filePath()))));
  }

  /** Rows of a2, which has deletes already: a new vector takes the place of the old one. */
  private static PreparedChange mergeIntoDeletes(int version, long base, Isolation level) {
    DataFile deletes = positions(version, "p7", A2);
    List<DataFile> replaced =
        version < 3 ? List.of() : List.of(positions(version, BASE_DELETES, A2));
    DataFile row = data("p8", "a", 0);
    return new PreparedChange(
        "merge-on-read MERGE in a2",
        Optional.of(level),
        (t, isolation) -> {
          RowDelta delta =
              t.newRowDelta()
                  .addRows(IcebergFiles.data(t, row))
                  .addDeletes(IcebergFiles.delete(t, deletes))
                  .conflictDetectionFilter(expression(false))
                  .validateDataFilesExist(List.of(A2.filePath()))
                  .validateFromSnapshot(base)
                  .validateDeletedFiles()
                  .validateNoConflictingDeleteFiles();
          replaced.forEach(f -> delta.removeDeletes(IcebergFiles.delete(t, f)));
          return isolation == Isolation.SERIALIZABLE
              ? delta.validateNoConflictingDataFiles()
              : delta;
        },
        b ->
            new io.firn.operation.RowDelta(
                SnapshotOptions.main(),
                statement(RowLevelCommand.MERGE, b, level, false),
                new RowChanges(List.of(row), List.of(deletes), replaced, Set.of(A2.filePath()))));
  }

  private static PreparedChange overwriteByFilter(long base, Isolation level) {
    DataFile added = data("p4", "a", 50);
    return new PreparedChange(
        "overwrite of a",
        Optional.of(level),
        (t, isolation) -> {
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
                Validation.since(b, level)));
  }

  private static PreparedChange replacePartitions(long base, Isolation level) {
    DataFile added = data("p5", "a", 50);
    return new PreparedChange(
        "replace a",
        Optional.of(level),
        (t, isolation) -> {
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
                SnapshotOptions.main(), List.of(added), Validation.since(b, level)));
  }

  private static PreparedChange compact(long base, OptionalLong sequenceNumber) {
    DataFile added = data("p6", "a", 0);
    return PreparedChange.unchecked(
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
}
