package io.firn.conflict;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.firn.catalog.MemoryTableStore;
import io.firn.codec.parquet.MetricsConfig;
import io.firn.codec.parquet.ParquetRowWriter;
import io.firn.codec.parquet.PositionDeleteWriter;
import io.firn.codec.parquet.RowFileSettings;
import io.firn.commit.Committer;
import io.firn.expr.CaseSensitivity;
import io.firn.expr.Predicate;
import io.firn.io.memory.MemoryStorage;
import io.firn.model.DataFile;
import io.firn.model.SnapshotOperation;
import io.firn.model.SnapshotRef;
import io.firn.operation.Append;
import io.firn.operation.Isolation;
import io.firn.operation.NewTable;
import io.firn.operation.RowChanges;
import io.firn.operation.RowDelta;
import io.firn.operation.RowLevelCommand;
import io.firn.operation.SnapshotOptions;
import io.firn.operation.Statement;
import io.firn.partition.PartitionSpec;
import io.firn.types.Field;
import io.firn.types.Schema;
import io.firn.types.SimpleType;
import io.firn.types.StructValue;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;

/** Rows that landed are read as far as the budget goes; then files decide, and it is said why. */
class ReadBudgetTest {
  private static final String LOCATION = "memory:/t";
  private static final Schema SCHEMA = Schema.of(Field.required(1, "id", SimpleType.LONG));
  private static final ReadRows ODD =
      ReadRows.matching(Predicate.equal("id", 1L), CaseSensitivity.SENSITIVE);
  private static final Set<SnapshotOperation> ALL = Set.of(SnapshotOperation.values());

  private final MemoryStorage storage = new MemoryStorage();
  private final MemoryTableStore store =
      new MemoryTableStore("lake.db.t", storage, () -> 1_700_000_000_000L);
  private final Committer committer = Committer.system();
  private final DataFile a = evenIds("a");

  ReadBudgetTest() {
    committer.create(
        store,
        new NewTable(new UUID(1, 1), 2, LOCATION, SCHEMA, PartitionSpec.unpartitioned(), Map.of()));
    committer.commit(store, new Append(SnapshotOptions.main(), List.of(a), Append.Mode.FAST));
  }

  /** 2,000 rows, of which none has id 1, as their bounds do not tell. */
  private DataFile evenIds(String name) {
    String location = LOCATION + "/data/" + name + ".parquet";
    ParquetRowWriter writer =
        ParquetRowWriter.create(
            storage.newOutputFile(location), SCHEMA, RowFileSettings.ofDeletes(Map.of()));
    try (writer) {
      for (long id = 0; id < 4_000; id += 2) {
        writer.add(StructValue.of(id));
      }
    }
    return DataFile.parquet(location, 0, StructValue.empty(), 2_000, writer.fileSizeInBytes())
        .withStats(writer.stats(MetricsConfig.of(SCHEMA, Map.of(), new int[0])).columnStats());
  }

  private void deleteFirstRow() {
    PositionDeleteWriter writer =
        PositionDeleteWriter.create(
            storage.newOutputFile(LOCATION + "/data/deletes.parquet"),
            0,
            StructValue.empty(),
            RowFileSettings.ofDeletes(Map.of()));
    try (writer) {
      writer.add(a.filePath(), 0);
    }
    committer.commit(
        store,
        new RowDelta(
            SnapshotOptions.main(),
            new Statement(
                RowLevelCommand.DELETE,
                store.load().metadata().currentSnapshotId(),
                Predicate.ALWAYS_TRUE,
                CaseSensitivity.SENSITIVE,
                Isolation.SNAPSHOT),
            new RowChanges(
                List.of(), List.of(writer.toDataFile()), List.of(), Set.of(a.filePath()))));
  }

  /** All that landed since the table is there. */
  private CheckContext context(Map<String, String> budget, LongSupplier clockMillis) {
    var metadata = store.load().metadata();
    return new CheckContext(
        metadata,
        LandedCommits.onBranch(metadata, SnapshotRef.MAIN, OptionalLong.empty(), storage)
            .orElseThrow(),
        new ReadBudget(budget, clockMillis));
  }

  private static String what(Optional<Conflict> conflict) {
    return conflict.map(Conflict::what).orElse("none");
  }

  private static KeySet key(long id) {
    KeyCollector keys =
        KeyCollector.ofAll(List.of(new KeyColumn(1, SimpleType.LONG, KeyColumn.Nulls.UNEQUAL)));
    keys.add(id);
    return keys.keys();
  }

  @Test
  void rowsAreReadWithinTheBudget() {
    assertEquals("none", what(new NoLandedRows(ODD, ALL).check(context(Map.of(), () -> 0))));
  }

  @Test
  void tooManyBytesAreNotRead() {
    String what =
        what(
            new NoLandedRows(ODD, ALL)
                .check(context(Map.of("commit.conflict-read.max-bytes", "1000"), () -> 0)));
    assertTrue(
        what.contains(
            "matching id = 1, whose rows were not read: they take more than"
                + " commit.conflict-read.max-bytes=1000: [memory:/t/data/a.parquet]"),
        what);
  }

  @Test
  void readingEndsWhenItTakesTooLong() {
    AtomicLong clock = new AtomicLong();
    String what =
        what(
            new NoLandedRows(ODD, ALL)
                .check(
                    context(
                        Map.of("commit.conflict-read.timeout-ms", "40"),
                        () -> clock.getAndAdd(50))));
    assertTrue(
        what.contains(
            "whose rows were not read: that took 50 ms, longer than"
                + " commit.conflict-read.timeout-ms=40"),
        what);
  }

  /** Opening a file counts as 64 KiB; here one file may be opened. */
  @Test
  void theRulesOfAnAttemptShareTheBudget() {
    deleteFirstRow();
    ReadRows one = ODD.passing(key(1));
    CheckContext context = context(Map.of("commit.conflict-read.max-bytes", "100000"), () -> 0);
    assertEquals("none", what(new NoLandedRows(one, ALL).check(context)));
    String what = what(new NoRemovedMatches(one).check(context));
    assertTrue(what.startsWith("Found new conflicting delete files"), what);
    assertTrue(
        what.contains(
            "whose rows were not read: they take more than commit.conflict-read.max-bytes=100000"),
        what);
    assertEquals("none", what(new NoRemovedMatches(one).check(context(Map.of(), () -> 0))));
  }
}
