package io.firn.scan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.firn.expr.CaseSensitivity;
import io.firn.expr.IcebergExpressions;
import io.firn.expr.Predicate;
import io.firn.expr.Predicate.Operator;
import io.firn.expr.Predicate.Reference;
import io.firn.expr.Predicate.SetOperator;
import io.firn.expr.Predicate.Transformed;
import io.firn.expr.Predicates;
import io.firn.expr.RowEvaluator;
import io.firn.io.Storage;
import io.firn.io.local.LocalStorage;
import io.firn.model.DataFile;
import io.firn.model.Snapshot;
import io.firn.model.TableMetadata;
import io.firn.partition.BucketTransform;
import io.firn.partition.TimeTransform;
import io.firn.types.StructValue;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.expressions.Expression;
import org.apache.iceberg.io.CloseableIterable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Plans of tables that Apache Iceberg wrote, with evolving specs and all kinds of deletes, are
 * Iceberg's plans, but for files and deletes that Firn can rule out and Iceberg cannot.
 */
@Tag("iceberg-oracle")
class ScanOracleTest {
  private static final int TABLES = 4;
  private static final int COMMITS = 14;
  private static final int FILTERS = 12;

  private final long seed = Long.getLong("firn.test.seed", 20261130L);
  private final Random random = new Random(seed);
  private final Storage storage = new LocalStorage();

  @TempDir Path directory;

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void plansAreIcebergs(int formatVersion) throws Exception {
    for (int t = 0; t < TABLES; t++) {
      RandomTable table = new RandomTable(directory.resolve("t" + t), formatVersion, random);
      table.append();
      for (int c = 0; c < COMMITS; c++) {
        table.commit();
      }
      TableMetadata metadata = table.metadata(storage);
      for (int f = 0; f < FILTERS; f++) {
        List<Snapshot> snapshots = metadata.snapshots();
        Snapshot snapshot =
            f % 3 == 0
                ? snapshots.get(random.nextInt(snapshots.size()))
                : metadata.currentSnapshot().orElseThrow();
        Predicate filter = f == 1 ? Predicate.ALWAYS_TRUE : filter(2);
        compare(table, metadata, snapshot, filter);
      }
    }
  }

  private void compare(
      RandomTable table, TableMetadata metadata, Snapshot snapshot, Predicate filter)
      throws Exception {
    String what =
        "seed " + seed + ", snapshot " + snapshot.snapshotId() + ", " + Predicates.describe(filter);
    PlannedScan plan =
        new ScanPlanner(storage)
            .plan(
                new ScanRequest(
                    metadata,
                    snapshot,
                    metadata.schema(),
                    filter,
                    CaseSensitivity.SENSITIVE,
                    StatsMode.DROP));
    Map<String, FileTask> ours = new LinkedHashMap<>();
    plan.tasks().forEach(task -> ours.put(task.file().filePath(), task));
    assertEquals(plan.tasks().size(), ours.size(), what);
    RowEvaluator evaluator = evaluator(filter);
    int theirs = 0;
    try (CloseableIterable<FileScanTask> tasks =
        table
            .iceberg()
            .newScan()
            .useSnapshot(snapshot.snapshotId())
            .filter(IcebergExpressions.of(filter))
            .planFiles()) {
      for (FileScanTask task : tasks) {
        FileTask our = ours.get(task.file().location());
        List<StructValue> rows = table.rows(task.file().location());
        if (our == null) {
          assertFalse(rows.stream().anyMatch(evaluator::matches), what + " lost " + task.file());
        } else {
          theirs++;
          checkTask(table, our, task, rows, evaluator, what);
        }
      }
    }
    assertEquals(theirs, ours.size(), what + ": files that Iceberg pruned");
  }

  private void checkTask(
      RandomTable table,
      FileTask our,
      FileScanTask their,
      List<StructValue> rows,
      RowEvaluator filter,
      String what) {
    RowEvaluator residual = evaluator(our.residual());
    for (StructValue row : rows) {
      assertEquals(filter.matches(row), residual.matches(row), what + " residual of " + row);
    }
    // Iceberg's evaluator fails at the start of a null, takes a null partition value for less than
    // any literal, and trusts times before 1970.
    boolean nullPartition = Arrays.asList(our.file().partition().toArray()).contains(null);
    boolean comparable = !nullPartition && !what.contains("start") && !what.contains("day(");
    if (comparable && their.residual().op() == Expression.Operation.TRUE) {
      assertEquals(Predicate.ALWAYS_TRUE, our.residual(), what);
    }
    Set<String> found = new HashSet<>();
    our.positionDeletes().forEach(d -> found.add(key(d)));
    our.equalityDeletes().forEach(d -> found.add(key(d)));
    int common = 0;
    for (DeleteFile delete : their.deletes()) {
      if (found.contains(key(delete))) {
        common++;
      } else {
        boolean equality = delete.content() == org.apache.iceberg.FileContent.EQUALITY_DELETES;
        assertFalse(
            equality
                ? hits(table, delete, rows, filter)
                : delete.format() == org.apache.iceberg.FileFormat.PUFFIN
                    || table.positions(delete.location()).contains(their.file().location()),
            what + " lost " + delete.location() + " of " + their.file().location());
      }
    }
    assertEquals(common, found.size(), what + ": deletes that Iceberg does not attach");
    assertEquals(0, our.file().stats().lowerBounds().size());
  }

  private static boolean hits(
      RandomTable table, DeleteFile delete, List<StructValue> rows, RowEvaluator filter) {
    for (StructValue deleted : table.equalities(delete.location())) {
      for (StructValue row : rows) {
        boolean same =
            delete.equalityFieldIds().stream()
                .allMatch(id -> Objects.equals(deleted.at(id - 1), row.at(id - 1)));
        if (same && filter.matches(row)) {
          return true;
        }
      }
    }
    return false;
  }

  private static String key(DataFile delete) {
    return delete.filePath() + "@" + delete.contentOffset().orElse(-1);
  }

  private static String key(DeleteFile delete) {
    return delete.location() + "@" + (delete.contentOffset() == null ? -1 : delete.contentOffset());
  }

  private static RowEvaluator evaluator(Predicate predicate) {
    return RowEvaluator.of(predicate, RandomTable.SCHEMA, CaseSensitivity.SENSITIVE);
  }

  private Predicate filter(int depth) {
    switch (depth == 0 ? 9 : random.nextInt(10)) {
      case 0:
        return new Predicate.Or(filter(depth - 1), filter(depth - 1));
      case 1, 2:
        return new Predicate.And(filter(depth - 1), filter(depth - 1));
      case 3:
        return new Predicate.Not(filter(depth - 1));
      default:
        return leaf();
    }
  }

  private Predicate leaf() {
    Operator[] comparisons = {
      Operator.EQ,
      Operator.EQ,
      Operator.NOT_EQ,
      Operator.LT,
      Operator.LT_EQ,
      Operator.GT,
      Operator.GT_EQ
    };
    Operator operator = comparisons[random.nextInt(comparisons.length)];
    switch (random.nextInt(8)) {
      case 0:
        return random.nextBoolean() ? Predicate.isNull("id") : Predicate.notNull("name");
      case 1:
        return new Predicate.Comparison(
            Operator.STARTS_WITH, new Reference("name"), random.nextBoolean() ? "a" : "c");
      case 2:
        List<Object> ids = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
          ids.add(random.nextInt(24) - 4);
        }
        return new Predicate.Membership(
            SetOperator.values()[random.nextInt(2)], new Reference("id"), ids);
      case 3:
        return Predicate.compare(operator, "name", "b");
      case 4:
        return Predicate.compare(operator, "ts", (random.nextInt(8) - 4) * 86_400_000_000L);
      case 5:
        return new Predicate.Comparison(
            operator,
            new Transformed(new Reference("ts"), TimeTransform.DAY),
            random.nextInt(8) - 4);
      case 6:
        return new Predicate.Comparison(
            operator, new Transformed(new Reference("id"), new BucketTransform(3)), 1);
      default:
        return Predicate.compare(operator, "id", random.nextInt(24) - 4);
    }
  }

  @Test
  void snapshotsThatListTheirManifestsThemselvesAreReadToo() throws Exception {
    RandomTable table = new RandomTable(directory.resolve("v1"), 1, random);
    table.append();
    table.append();
    TableMetadata metadata = table.metadata(storage);
    Snapshot s = metadata.currentSnapshot().orElseThrow();
    List<String> manifests =
        table.iceberg().currentSnapshot().allManifests(table.iceberg().io()).stream()
            .map(m -> m.path())
            .toList();
    Snapshot inline =
        new Snapshot(
            s.snapshotId(),
            s.parentSnapshotId(),
            0,
            s.timestampMillis(),
            s.summary(),
            Optional.empty(),
            manifests,
            s.schemaId(),
            s.firstRowId(),
            s.addedRows(),
            s.keyId());
    for (Predicate filter : List.of(Predicate.ALWAYS_TRUE, Predicate.equal("id", 5))) {
      ScanRequest listed =
          new ScanRequest(
              metadata, s, metadata.schema(), filter, CaseSensitivity.SENSITIVE, StatsMode.KEEP);
      ScanRequest named =
          new ScanRequest(
              metadata,
              inline,
              metadata.schema(),
              filter,
              CaseSensitivity.SENSITIVE,
              StatsMode.KEEP);
      assertEquals(
          new ScanPlanner(storage).plan(listed).tasks(),
          new ScanPlanner(storage).plan(named).tasks());
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void appendsAreIcebergs(int formatVersion) throws Exception {
    RandomTable table = new RandomTable(directory.resolve("a"), formatVersion, random);
    table.append();
    for (int c = 0; c < COMMITS; c++) {
      table.commit();
    }
    table.append();
    TableMetadata metadata = table.metadata(storage);
    List<Snapshot> snapshots = metadata.snapshots();
    for (int i = 0; i < 8; i++) {
      int to = 1 + random.nextInt(snapshots.size() - 1);
      int from = random.nextInt(to);
      Predicate filter = i == 0 ? Predicate.ALWAYS_TRUE : filter(1);
      Set<String> expected = new HashSet<>();
      try (CloseableIterable<FileScanTask> tasks =
          table
              .iceberg()
              .newIncrementalAppendScan()
              .fromSnapshotExclusive(snapshots.get(from).snapshotId())
              .toSnapshot(snapshots.get(to).snapshotId())
              .filter(IcebergExpressions.of(filter))
              .planFiles()) {
        tasks.forEach(task -> expected.add(task.file().location()));
      }
      ScanRequest request =
          new ScanRequest(
              metadata,
              snapshots.get(to),
              metadata.schema(),
              filter,
              CaseSensitivity.SENSITIVE,
              StatsMode.DROP);
      PlannedScan plan =
          new ScanPlanner(storage).planAppends(request, snapshots.get(from).snapshotId());
      String what = "seed " + seed + ": " + Predicates.describe(filter);
      plan.tasks().forEach(task -> assertTrue(expected.remove(task.file().filePath()), what));
      RowEvaluator evaluator = evaluator(filter);
      for (String path : expected) {
        assertFalse(table.rows(path).stream().anyMatch(evaluator::matches), what + " lost " + path);
      }
      assertTrue(i > 0 || expected.isEmpty(), what);
    }
  }
}
