package io.firn.operation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.firn.error.FirnException;
import io.firn.model.SnapshotRef;
import io.firn.model.SnapshotRef.RefType;
import io.firn.model.TableMetadata;
import io.firn.operation.ExpireSnapshots.Leftovers;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * Which snapshots and refs an expiration removes; each snapshot is an hour younger than the last.
 */
final class ExpireSnapshotsTest {
  private static final long HOUR = 3_600_000L;

  private final PlanFixture table = new PlanFixture(2, Map.of());

  private long append(String branch) {
    table.time.sleep(HOUR);
    return table
        .committer
        .commit(
            table.store,
            new Append(
                new SnapshotOptions(branch, SnapshotOptions.Publication.CURRENT, Map.of()),
                List.of(PlanFixture.data("memory:/t/data/" + table.time.millis(), "x", 0)),
                Append.Mode.FAST))
        .snapshotIds()
        .get(0);
  }

  private void ref(
      String name, RefType type, long id, OptionalInt keep, OptionalLong age, OptionalLong refAge) {
    table.commit(
        new SetRef(name, type, OptionalLong.of(id), keep, age, refAge, SetRef.Mode.CREATE));
  }

  private Set<Long> left() {
    Set<Long> ids = new TreeSet<>();
    table.store.metadata().snapshots().forEach(s -> ids.add(s.snapshotId()));
    return ids;
  }

  private ExpireSnapshots olderThan(long hours, int retainLast, Long... ids) {
    return new ExpireSnapshots(
        OptionalLong.of(table.time.millis() - hours * HOUR),
        OptionalInt.of(retainLast),
        Set.of(ids),
        Leftovers.KEEP);
  }

  @Test
  void youngSnapshotsAndTheLastOnesStay() {
    long first = append("main");
    long second = append("main");
    long third = append("main");
    long fourth = append("main");
    table.commit(olderThan(2, 1));
    assertEquals(Set.of(second, third, fourth), left());
    table.commit(olderThan(0, 2));
    assertEquals(Set.of(third, fourth), left());
    table.commit(olderThan(-1, 1));
    assertEquals(Set.of(fourth), left());
    assertEquals(false, left().contains(first));
  }

  @Test
  void propertiesSayWhatTheCallDoesNot() {
    table.commit(
        new UpdateProperties(
            Map.of(
                "history.expire.max-snapshot-age-ms",
                String.valueOf(HOUR),
                "history.expire.min-snapshots-to-keep",
                "3"),
            Set.of()));
    append("main");
    long second = append("main");
    long third = append("main");
    long fourth = append("main");
    table.commit(
        new ExpireSnapshots(OptionalLong.empty(), OptionalInt.empty(), Set.of(), Leftovers.KEEP));
    assertEquals(Set.of(second, third, fourth), left());
  }

  @Test
  void branchesHaveTheirOwnRulesAndOldRefsGo() {
    long first = append("main");
    long second = append("main");
    ref("b", RefType.BRANCH, second, OptionalInt.of(2), OptionalLong.of(1), OptionalLong.empty());
    long onBranch = append("b");
    ref(
        "old",
        RefType.TAG,
        first,
        OptionalInt.empty(),
        OptionalLong.empty(),
        OptionalLong.of(HOUR));
    long third = append("main");
    table.commit(olderThan(-1, 1));
    assertEquals(Set.of(second, onBranch, third), left());
    assertEquals(Set.of("main", "b"), table.store.metadata().refs().keySet());
  }

  @Test
  void snapshotsThatNoRefLeadsToStayWhileTheyAreYoung() {
    long first = append("main");
    long second = append("main");
    table.commit(new SetCurrentSnapshot(first));
    table.commit(olderThan(1, 1));
    assertEquals(Set.of(first, second), left());
    table.commit(olderThan(-1, 1));
    assertEquals(Set.of(first), left());
  }

  @Test
  void namedSnapshotsGoUnlessARefIsAtThem() {
    long first = append("main");
    long second = append("main");
    long third = append("main");
    table.commit(olderThan(100, 1, second));
    assertEquals(Set.of(first, third), left());
    ref("v1", RefType.TAG, first, OptionalInt.empty(), OptionalLong.empty(), OptionalLong.empty());
    TableMetadata before = table.store.metadata();
    String message =
        assertThrows(FirnException.class, () -> table.commit(olderThan(100, 1, first)))
            .getMessage();
    assertEquals(
        "Cannot commit expire snapshots to lake.db.t: Cannot expire "
            + first
            + ". Still referenced by refs: [v1]",
        message);
    assertEquals(before, table.store.metadata());
    assertThrows(FirnException.class, () -> table.commit(olderThan(100, 1, 77L)));
    assertEquals(third, table.store.metadata().ref(SnapshotRef.MAIN).orElseThrow().snapshotId());
  }

  @Test
  void tablesWhoseFilesMayBelongToOthersAreLeftAlone() {
    append("main");
    append("main");
    table.commit(new UpdateProperties(Map.of("gc.enabled", "false"), Set.of()));
    assertThrows(FirnException.class, () -> table.commit(olderThan(-1, 1)));
    assertEquals(2, left().size());
  }
}
