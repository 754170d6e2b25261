package io.firn.operation;

import static io.firn.operation.PlanFixture.data;
import static io.firn.operation.PlanFixture.equalities;
import static io.firn.operation.PlanFixture.positions;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.firn.error.FirnException;
import io.firn.expr.CaseSensitivity;
import io.firn.expr.Predicate;
import io.firn.model.DataFile;
import io.firn.model.ManifestContent;
import io.firn.model.Snapshot;
import io.firn.model.TableMetadata;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Doing again what a staged snapshot did, on what became of the table meanwhile. */
final class CherryPickTest {
  private static final DataFile A = data("memory:/t/data/a", "x", 0);
  private static final DataFile B = data("memory:/t/data/b", "y", 10);
  private static final DataFile C = data("memory:/t/data/c", "x", 20);
  private static final DataFile D = data("memory:/t/data/d", "z", 30);

  private final PlanFixture table = new PlanFixture(2, Map.of());

  private static SnapshotOptions staged(String wapId) {
    return new SnapshotOptions("main", SnapshotOptions.Publication.STAGED, Map.of("wap.id", wapId));
  }

  /** The id of the snapshot that the operation staged. */
  private long stage(Operation operation) {
    return table.committer.commit(table.store, operation).snapshotIds().get(0);
  }

  private long stageAppend(DataFile file) {
    return stage(new Append(staged("w"), List.of(file), Append.Mode.FAST));
  }

  private Statement statement() {
    return new Statement(
        RowLevelCommand.DELETE,
        table.store.metadata().currentSnapshotId(),
        Predicate.ALWAYS_TRUE,
        CaseSensitivity.SENSITIVE,
        Isolation.SERIALIZABLE);
  }

  private void refused(long snapshotId, String message) {
    TableMetadata before = table.store.metadata();
    String actual =
        assertThrows(FirnException.class, () -> table.commit(new CherryPick(snapshotId)))
            .getMessage();
    assertTrue(actual.contains(message), actual);
    assertEquals(before, table.store.metadata());
  }

  @Test
  void snapshotOfTheCurrentStateBecomesCurrentItself() {
    table.append(A);
    long id = stageAppend(B);
    table.commit(new CherryPick(id));
    assertEquals(id, table.head().snapshotId());
    refused(id, "published already: w");
  }

  @Test
  void appendIsDoneAgainAndSaysWhereItIsFrom() {
    table.append(A);
    long id = stageAppend(B);
    table.append(C);
    table.commit(new CherryPick(id));
    assertEquals(List.of(A.filePath(), B.filePath(), C.filePath()), table.live());
    Snapshot head = table.head();
    assertEquals("append", head.summary().get("operation"));
    assertEquals(Long.toString(id), head.summary().get("source-snapshot-id"));
    assertEquals("w", head.summary().get("published-wap-id"));
    refused(id, "published already: w");
    refused(77, "Cannot cherry-pick unknown snapshot ID: 77");
  }

  @Test
  void pickIsPlannedAnewWhenAnotherCommitIsFaster() {
    table.append(A);
    long id = stageAppend(B);
    table.store.beforeSwap(() -> table.append(C));
    table.commit(new CherryPick(id));
    assertEquals(List.of(A.filePath(), B.filePath(), C.filePath()), table.live());
  }

  @Test
  void twoPicksOfOneSnapshotAtTheSameTimeAddItsFilesOnce() {
    table.append(A);
    long id = stageAppend(B);
    table.append(C);
    table.store.beforeSwap(() -> table.commit(new CherryPick(id)));
    refusedAfterTheOther(id);
    assertEquals(List.of(A.filePath(), B.filePath(), C.filePath()), table.live());
  }

  private void refusedAfterTheOther(long id) {
    String message =
        assertThrows(FirnException.class, () -> table.commit(new CherryPick(id))).getMessage();
    assertTrue(message.contains("published already: w"), message);
  }

  @Test
  void partitionsAreReplacedIfNothingHappenedInThem() {
    table.append(A, B);
    long id = stage(new ReplacePartitions(staged("w"), List.of(C), Validation.none()));
    table.append(D);
    table.commit(new CherryPick(id));
    assertEquals(List.of(B.filePath(), C.filePath(), D.filePath()), table.live());
    assertEquals("overwrite", table.head().summary().get("operation"));
  }

  @Test
  void partitionsThatChangedAreNotReplaced() {
    table.append(A, B);
    long id = stage(new ReplacePartitions(staged("w"), List.of(C), Validation.none()));
    table.commit(
        new RowDelta(
            SnapshotOptions.main(),
            statement(),
            new RowChanges(
                List.of(),
                List.of(positions("memory:/t/data/p.parquet", A)),
                List.of(),
                Set.of(A.filePath()))));
    refused(id, "Cannot cherry-pick replace partitions with changed partition");
  }

  @Test
  void overwriteOfAnotherLineIsRefused() {
    table.append(A);
    long first = table.head().snapshotId();
    table.append(B);
    long id = stage(new ReplacePartitions(staged("w"), List.of(C), Validation.none()));
    table.commit(new SetCurrentSnapshot(first));
    table.append(D);
    refused(id, "not based on an ancestor of the current state");
  }

  @Test
  void deletesByPositionArePicked() {
    table.append(A);
    DataFile deletes = positions("memory:/t/data/p.parquet", A);
    long id =
        stage(
            new RowDelta(
                staged("w"),
                statement(),
                new RowChanges(List.of(), List.of(deletes), List.of(), Set.of(A.filePath()))));
    table.append(B);
    table.commit(new CherryPick(id));
    assertEquals(
        1, table.manifests().stream().filter(m -> m.content() == ManifestContent.DELETES).count());
    assertEquals("delete", table.head().summary().get("operation"));
  }

  @Test
  void deletedFilesArePickedUnlessTheyAreGone() {
    table.append(A);
    table.append(B);
    Overwrite delete = new Overwrite(staged("w"), statement(), List.of(A), List.of());
    long id = stage(delete);
    table.append(D);
    TableMetadata before = table.store.metadata();
    table.commit(new CherryPick(id));
    assertEquals(List.of(B.filePath(), D.filePath()), table.live());
    table.commit(new SetCurrentSnapshot(before.currentSnapshotId().getAsLong()));
    table.commit(new Overwrite(SnapshotOptions.main(), statement(), List.of(A), List.of(C)));
    refused(id, "Missing required files to delete: [memory:/t/data/a]");
  }

  @Test
  void whatFilesAloneDoNotTellIsRefused() {
    table.append(A);
    long rewritten = stage(new Overwrite(staged("r"), statement(), List.of(A), List.of(C)));
    long byKey =
        stage(
            new RowDelta(
                staged("k"),
                statement(),
                new RowChanges(
                    List.of(),
                    List.of(equalities("memory:/t/data/e.parquet", "x")),
                    List.of(),
                    Set.of())));
    table.append(B);
    refused(rewritten, "not append, dynamic overwrite, or fast-forward");
    refused(rewritten, "it rewrote files and left no row map");
    refused(byKey, "it has equality deletes");
  }

  @Test
  void rowChangesArePickedOnTheirOwnOnly() {
    table.append(A);
    long id = stage(new Overwrite(staged("w"), statement(), List.of(A), List.of()));
    table.append(B);
    Operation together =
        new OperationSequence(
            List.of(new UpdateProperties(Map.of("k", "v"), Set.of()), new CherryPick(id)));
    String message = assertThrows(FirnException.class, () -> table.commit(together)).getMessage();
    assertTrue(message.contains("it changes rows; pick it on its own"), message);
  }
}
