package io.firn.operation;

import static io.firn.operation.PlanFixture.data;
import static io.firn.operation.PlanFixture.positions;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.firn.catalog.MemoryTableStore.Fault;
import io.firn.commit.CommitOutcome;
import io.firn.error.CommitConflictException;
import io.firn.error.CommitFailedException;
import io.firn.error.CommitStateUnknownException;
import io.firn.expr.CaseSensitivity;
import io.firn.expr.Predicate;
import io.firn.io.FileOperation;
import io.firn.io.FileOperation.Kind;
import io.firn.model.DataFile;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What a commit does again after a lost swap, and what it never does again. */
final class RetryTest {
  private static final DataFile A = data("memory:/t/data/a", "x", 0);
  private static final DataFile NEW = data("memory:/t/data/new", "x", 0);

  private final PlanFixture table = new PlanFixture(2, Map.of());

  /** Reads the ids below 5, which only {@code A} can have. */
  private Overwrite update(OptionalLong base) {
    return new Overwrite(
        SnapshotOptions.main(),
        new Statement(
            RowLevelCommand.UPDATE,
            base,
            Predicate.compare(Predicate.Operator.LT, "id", 5L),
            CaseSensitivity.SENSITIVE,
            Isolation.SERIALIZABLE),
        List.of(A),
        List.of(NEW));
  }

  private OptionalLong head() {
    return table.store.metadata().currentSnapshotId();
  }

  /** Before each of so many swaps, another writer appends a file to the same partition. */
  private void raceBeforeSwaps(int races) {
    if (races > 0) {
      table.store.beforeSwap(
          () -> {
            table.append(data("memory:/t/data/other" + races, "x", 100L * races));
            raceBeforeSwaps(races - 1);
          });
    }
  }

  private long count(Kind kind, String namePart) {
    return table.storage.operations(kind).stream()
        .filter(o -> nameOf(o).contains(namePart))
        .count();
  }

  private static String nameOf(FileOperation operation) {
    return operation.location().substring(operation.location().lastIndexOf('/') + 1);
  }

  @Test
  void fourLostSwapsCostFourManifestListsAndNoFileIsReadTwice() {
    table.append(A);
    OptionalLong base = head();
    table.storage.clear();
    raceBeforeSwaps(4);
    CommitOutcome outcome = table.committer.commit(table.store, update(base));
    assertEquals(5, outcome.attempts());
    // 4 manifests of the others; the statement's own two are written once.
    assertEquals(4 + 2, count(Kind.WRITE, "-m"));
    // 4 manifest lists of the others, and one for each attempt.
    assertEquals(4 + 5, count(Kind.WRITE, "snap-"));
    // Each of the lists that lost is deleted, and nothing else.
    assertEquals(4, count(Kind.DELETE, "snap-"));
    assertEquals(4, table.storage.operations(Kind.DELETE).size());
    // The statement reads the base's manifest and each landed one, once. The others read none.
    Map<String, Long> manifestReads =
        table.storage.operations(Kind.OPEN).stream()
            .map(RetryTest::nameOf)
            .filter(name -> name.contains("-m"))
            .collect(Collectors.groupingBy(name -> name, TreeMap::new, Collectors.counting()));
    assertEquals(5, manifestReads.size());
    assertEquals(Set.of(1L), Set.copyOf(manifestReads.values()));
    // The others read their parents' lists; the statement reads each list once.
    assertEquals(4 + 5, count(Kind.OPEN, "snap-"));
    assertTrue(
        table.storage.operations().stream().noneMatch(o -> o.location().contains("/data/")),
        "a data file was touched");
    assertEquals(List.of(NEW.filePath(), other(1), other(2), other(3), other(4)), table.live());
  }

  private static String other(int race) {
    return "memory:/t/data/other" + race;
  }

  @Test
  void eachAttemptChecksAgainWhatHasLanded() {
    table.append(A);
    OptionalLong base = head();
    raceBeforeSwaps(1);
    table
        .store
        .beforeSwap(() -> {})
        .beforeSwap(() -> table.append(data("memory:/t/data/l", "x", 0)));
    CommitConflictException e =
        assertThrows(
            CommitConflictException.class, () -> table.committer.commit(table.store, update(base)));
    assertTrue(e.getMessage().contains("[memory:/t/data/l]"), e.getMessage());
    assertEquals(List.of(150L, 250L), table.time.sleeps());
  }

  @Test
  void aConflictEndsTheCommitWhateverTriesAreLeft() {
    table.append(A);
    OptionalLong base = head();
    table.commit(
        new RowDelta(
            SnapshotOptions.main(),
            new Statement(
                RowLevelCommand.DELETE,
                base,
                Predicate.ALWAYS_TRUE,
                CaseSensitivity.SENSITIVE,
                Isolation.SNAPSHOT),
            new RowChanges(
                List.of(),
                List.of(positions("memory:/t/data/d.parquet", A)),
                List.of(),
                Set.of(A.filePath()))));
    int swaps = table.store.swaps();
    int loads = table.store.loads();
    table.storage.clear();
    assertThrows(
        CommitConflictException.class, () -> table.committer.commit(table.store, update(base)));
    assertEquals(swaps, table.store.swaps());
    assertEquals(loads + 1, table.store.loads());
    assertEquals(List.of(), table.time.sleeps());
    assertEquals(List.of(), table.storage.operations(Kind.WRITE));
  }

  @Test
  void aCommitThatSurelyFailedLeavesNoMetadataFile() {
    table.append(A);
    OptionalLong base = head();
    for (Fault fault : List.of(Fault.REFUSED, Fault.DISK_FULL)) {
      table.storage.clear();
      table.store.meet(fault);
      RuntimeException e =
          assertThrows(
              RuntimeException.class, () -> table.committer.commit(table.store, update(base)));
      assertTrue(!(e instanceof CommitStateUnknownException), fault + ": " + e);
      assertEquals(written(), deleted(), fault.toString());
      assertEquals(3, deleted().size(), fault.toString());
      assertEquals(List.of(A.filePath()), table.live());
    }
  }

  @Test
  void usedUpTriesLeaveNoMetadataFile() {
    table.append(A);
    OptionalLong base = head();
    table.storage.clear();
    table.store.meet(Fault.STALE, Fault.STALE, Fault.STALE, Fault.STALE, Fault.STALE);
    assertThrows(
        CommitFailedException.class, () -> table.committer.commit(table.store, update(base)));
    assertEquals(written(), deleted());
    assertEquals(List.of(A.filePath()), table.live());
  }

  @Test
  void anUnknownOutcomeDeletesNothing() {
    table.append(A);
    OptionalLong base = head();
    table.storage.clear();
    table.store.meet(Fault.ANSWER_LOST, Fault.WORKS);
    table.store.meet(
        io.firn.catalog.MemoryTableStore.LoadFault.WORKS,
        io.firn.catalog.MemoryTableStore.LoadFault.FAILS,
        io.firn.catalog.MemoryTableStore.LoadFault.FAILS,
        io.firn.catalog.MemoryTableStore.LoadFault.FAILS,
        io.firn.catalog.MemoryTableStore.LoadFault.FAILS);
    assertThrows(
        CommitStateUnknownException.class, () -> table.committer.commit(table.store, update(base)));
    assertEquals(Set.of(), deleted());
    assertEquals(List.of(NEW.filePath()), table.live());
  }

  private Set<String> written() {
    return locations(Kind.WRITE);
  }

  private Set<String> deleted() {
    return locations(Kind.DELETE);
  }

  private Set<String> locations(Kind kind) {
    return table.storage.operations(kind).stream()
        .map(FileOperation::location)
        .collect(Collectors.toSet());
  }
}
