package io.firn.changelog;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.firn.expr.CaseSensitivity;
import io.firn.expr.Predicate;
import io.firn.history.History;
import io.firn.io.FileOperation;
import io.firn.model.DataFile;
import io.firn.model.Snapshot;
import io.firn.operation.Isolation;
import io.firn.operation.PlanFixture;
import io.firn.operation.RowChanges;
import io.firn.operation.RowDelta;
import io.firn.operation.RowLevelCommand;
import io.firn.operation.SnapshotOptions;
import io.firn.operation.Statement;
import io.firn.scan.FileChange;
import io.firn.scan.FileTask;
import io.firn.scan.ManifestCache;
import io.firn.scan.PlannedScan;
import io.firn.scan.ScanRequest;
import io.firn.scan.StatsMode;
import io.firn.scan.Workers;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Which files tell of which changes, and what planning reads for it. */
class ChangelogPlannerTest {
  private static final DataFile A = PlanFixture.data("memory:/a.parquet", "a", 0);
  private static final DataFile OTHER_A = PlanFixture.data("memory:/a2.parquet", "a", 10);
  private static final DataFile B = PlanFixture.data("memory:/b.parquet", "b", 20);

  private static PlanFixture table(int formatVersion) {
    return new PlanFixture(formatVersion, Map.of("commit.manifest-merge.enabled", "false"));
  }

  private static void change(
      PlanFixture table, List<DataFile> rows, List<DataFile> deletes, List<DataFile> lifted) {
    table.commit(
        new RowDelta(
            SnapshotOptions.main(),
            new Statement(
                RowLevelCommand.UPDATE,
                table.store.metadata().currentSnapshotId(),
                Predicate.ALWAYS_TRUE,
                CaseSensitivity.SENSITIVE,
                Isolation.SNAPSHOT),
            new RowChanges(rows, deletes, lifted, Set.of())));
  }

  private static PlannedScan plan(PlanFixture table, Predicate filter, int skipped) {
    List<Snapshot> line =
        new ArrayList<>(History.ancestors(table.store.metadata(), table.head().snapshotId()));
    Collections.reverse(line);
    ScanRequest request =
        new ScanRequest(
            table.store.metadata(),
            table.head(),
            table.store.metadata().schema(),
            filter,
            CaseSensitivity.SENSITIVE,
            StatsMode.DROP);
    return new ChangelogPlanner(table.storage, ManifestCache.none(), new Workers(2))
        .plan(request, line.subList(skipped, line.size()));
  }

  /** {@code 1 OTHER_DELETES a [kept deletes] +[landed] -[lifted]}. */
  private static List<String> tasks(PlannedScan plan) {
    return plan.tasks().stream().map(ChangelogPlannerTest::text).sorted().toList();
  }

  private static String text(FileTask task) {
    FileChange change = task.change().orElseThrow();
    String deletes = names(task.positionDeletes()) + names(task.equalityDeletes());
    String changed =
        " +%s%s -%s%s"
            .formatted(
                names(change.landed().positions()),
                names(change.landed().equalities()),
                names(change.lifted().positions()),
                names(change.lifted().equalities()));
    return change.ordinal()
        + " "
        + change.kind()
        + " "
        + names(List.of(task.file()))
        + deletes
        + (change.kind() == FileChange.Kind.OTHER_DELETES ? changed : "");
  }

  private static String names(List<DataFile> files) {
    return files.stream()
        .map(file -> file.filePath().replaceAll(".*/|\\..*", ""))
        .sorted()
        .collect(Collectors.joining(",", "[", "]"));
  }

  @Test
  void deletesShowTheRowsThatTheyTookFromFilesThatWereThere() {
    PlanFixture table = table(2);
    table.append(A, B);
    DataFile first = PlanFixture.positions("memory:/p1.parquet", A);
    change(table, List.of(), List.of(first), List.of());
    DataFile wide = PlanFixture.positions("memory:/p2.parquet", "a");
    DataFile keys = PlanFixture.equalities("memory:/e.parquet", "b");
    change(table, List.of(OTHER_A), List.of(wide, keys), List.of());
    change(table, List.of(), List.of(), List.of(first));
    assertEquals(
        List.of(
            "0 ADDED [a][][]",
            "0 ADDED [b][][]",
            "1 OTHER_DELETES [a][][] +[p1][] -[][]",
            "2 ADDED [a2][p2][]",
            "2 OTHER_DELETES [a][p1][] +[p2][] -[][]",
            "2 OTHER_DELETES [b][][] +[][e] -[][]",
            "3 OTHER_DELETES [a][p2][] +[][] -[p1][]"),
        tasks(plan(table, Predicate.ALWAYS_TRUE, 0)));
  }

  @Test
  void aVectorTakesThePlaceOfTheOneBefore() {
    PlanFixture table = table(3);
    table.append(A);
    DataFile first = PlanFixture.positions("memory:/v1.puffin", A);
    change(table, List.of(), List.of(first), List.of());
    DataFile second = PlanFixture.positions("memory:/v2.puffin", A);
    change(table, List.of(), List.of(second), List.of(first));
    assertEquals(
        List.of("1 OTHER_DELETES [a][][] +[v2][] -[v1][]"),
        tasks(plan(table, Predicate.ALWAYS_TRUE, 1)).stream()
            .filter(text -> text.startsWith("1"))
            .toList());
  }

  @Test
  void whatCannotMatchIsLeftOut() {
    PlanFixture table = table(2);
    table.append(A, B);
    change(
        table,
        List.of(),
        List.of(
            PlanFixture.positions("memory:/pa.parquet", A),
            PlanFixture.positions("memory:/pb.parquet", B)),
        List.of());
    assertEquals(
        List.of("0 ADDED [b][][]", "1 OTHER_DELETES [b][][] +[pb][] -[][]"),
        tasks(plan(table, Predicate.equal("category", "b"), 0)));
    assertEquals(List.of(), tasks(plan(table, Predicate.equal("id", 500L), 0)));
  }

  /** Each of 40 snapshots lists up to 40 manifests: 820 times one is named. */
  @Test
  void aManifestOfManySnapshotsIsReadTwiceAtMost() {
    PlanFixture table = table(2);
    for (int i = 0; i < 20; i++) {
      table.append(PlanFixture.data("memory:/a" + i + ".parquet", "a", i * 10L));
    }
    for (int i = 0; i < 20; i++) {
      DataFile target = PlanFixture.data("memory:/a" + i + ".parquet", "a", i * 10L);
      DataFile delete = PlanFixture.positions("memory:/p" + i + ".parquet", target);
      change(table, List.of(), List.of(delete), List.of());
    }
    table.storage.clear();
    PlannedScan plan = plan(table, Predicate.ALWAYS_TRUE, 0);
    assertEquals(40, plan.tasks().size());
    Map<String, Long> reads =
        table.storage.operations(FileOperation.Kind.OPEN).stream()
            .collect(Collectors.groupingBy(FileOperation::location, Collectors.counting()));
    assertEquals(80, reads.size());
    assertTrue(reads.values().stream().allMatch(times -> times <= 2), reads::toString);
  }

  @Test
  void manifestsOfOtherPartitionsAreNotRead() {
    PlanFixture table = table(2);
    table.append(B);
    table.append(A);
    change(table, List.of(), List.of(PlanFixture.positions("memory:/p.parquet", A)), List.of());
    table.storage.clear();
    assertEquals(
        List.of("0 OTHER_DELETES [a][][] +[p][] -[][]"),
        tasks(plan(table, Predicate.ALWAYS_TRUE, 2)));
    assertEquals(
        3, table.storage.operations(FileOperation.Kind.OPEN).size(), "list, deletes, data of a");
  }
}
