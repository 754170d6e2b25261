package io.firn.operation;

import static io.firn.operation.PlanFixture.data;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.firn.error.FirnException;
import io.firn.model.SnapshotRef;
import io.firn.model.SnapshotRef.RefType;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** Moving main back in time, and branches forward. */
final class RefMovesTest {
  private final PlanFixture table = new PlanFixture(2, Map.of());

  private long append(String name) {
    table.append(data("memory:/t/data/" + name, "x", 0));
    table.time.sleep(1000);
    return table.head().snapshotId();
  }

  private void refused(Operation operation, String message) {
    String actual = assertThrows(FirnException.class, () -> table.commit(operation)).getMessage();
    assertEquals("Cannot commit " + operation.name() + " to lake.db.t: " + message, actual);
  }

  private void set(String name, RefType type, long snapshotId) {
    table.commit(
        new SetRef(
            name,
            type,
            OptionalLong.of(snapshotId),
            OptionalInt.empty(),
            OptionalLong.of(5),
            OptionalLong.empty(),
            SetRef.Mode.CREATE));
  }

  @Test
  void rollbackTakesTheNewestOlderAncestor() {
    long first = append("a");
    long second = append("b");
    long time = table.head().timestampMillis();
    table.commit(new RollbackToTimestamp(time + 1));
    assertEquals(second, table.head().snapshotId());
    table.commit(new RollbackToTimestamp(time));
    assertEquals(first, table.head().snapshotId());
    append("c");
    table.commit(new RollbackToTimestamp(time + 1));
    assertEquals(first, table.head().snapshotId(), "b is no ancestor any more");
    long firstTime = table.head().timestampMillis();
    refused(
        new RollbackToTimestamp(firstTime),
        "Cannot roll back, no valid snapshot older than: " + firstTime);
    assertEquals(3, table.store.metadata().snapshots().size());
  }

  @Test
  void branchIsMovedOnAndKeepsItsRetention() {
    long first = append("a");
    set("b", RefType.BRANCH, first);
    long second = append("b");
    table.commit(new FastForward("b", "main"));
    SnapshotRef ref = table.store.metadata().ref("b").orElseThrow();
    assertEquals(second, ref.snapshotId());
    assertEquals(OptionalLong.of(5), ref.maxSnapshotAgeMillis());
    table.commit(new FastForward("new", "b"));
    assertEquals(SnapshotRef.branch(second), table.store.metadata().ref("new").orElseThrow());
  }

  @Test
  void onlyBranchesMoveAndOnlyForward() {
    long first = append("a");
    set("b", RefType.BRANCH, first);
    table.commit(
        new SetRef(
            "v1",
            RefType.TAG,
            OptionalLong.of(first),
            OptionalInt.empty(),
            OptionalLong.empty(),
            OptionalLong.empty(),
            SetRef.Mode.CREATE));
    append("b");
    refused(new FastForward("main", "b"), "Cannot fast-forward: main is not an ancestor of b");
    refused(new FastForward("v1", "main"), "Cannot fast-forward v1: Ref v1 is a tag not a branch");
    refused(
        new FastForward("b", "none"), "Cannot fast-forward b to none: Ref does not exist: none");
    table.commit(new FastForward("b", "v1"));
    assertEquals(first, table.store.metadata().ref("b").orElseThrow().snapshotId());
  }
}
