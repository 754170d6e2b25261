package io.firn.operation;

import static io.firn.operation.PlanFixture.data;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.firn.expr.CaseSensitivity;
import io.firn.expr.Predicate;
import io.firn.model.DataFile;
import io.firn.model.Requirement;
import io.firn.model.Snapshot;
import io.firn.model.TableChange;
import io.firn.model.TableMetadata;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class OperationSequenceTest {
  private static final DataFile A = data("memory:/t/data/a", "x", 0);
  private static final DataFile B = data("memory:/t/data/b", "x", 10);

  private static Append append(DataFile file) {
    return new Append(SnapshotOptions.main(), List.of(file), Append.Mode.FAST);
  }

  private static DeleteByFilter truncate() {
    return new DeleteByFilter(
        SnapshotOptions.main(), Predicate.ALWAYS_TRUE, CaseSensitivity.SENSITIVE);
  }

  @Test
  void eachOperationSeesTheResultOfTheOneBefore() {
    PlanFixture table = new PlanFixture(3, Map.of());
    table.append(A);
    int swaps = table.store.swaps();
    TableMetadata after = table.commit(new OperationSequence(List.of(truncate(), append(B))));
    assertEquals(swaps + 1, table.store.swaps());
    assertEquals(List.of(B.filePath()), table.live());
    assertEquals(
        List.of(1L, 2L, 3L), after.snapshots().stream().map(Snapshot::sequenceNumber).toList());
    assertEquals("1", table.head().summary().get("total-data-files"));
    assertEquals(
        OptionalLong.of(after.snapshots().get(1).snapshotId()), table.head().parentSnapshotId());
    assertEquals(20, after.nextRowId());
  }

  @Test
  void onlyWhatTheBaseMeetsIsRequired() {
    PlanFixture table = new PlanFixture(2, Map.of());
    TableMetadata base = table.append(A);
    long head = table.head().snapshotId();
    AtomicLong ids = new AtomicLong(500);
    TableChange change =
        new OperationSequence(List.of(truncate(), append(B)))
            .planOn(
                new Planning(
                    "t",
                    Optional.of(base),
                    new MetadataFiles(table.storage, new UUID(1, 1), ids::incrementAndGet),
                    base.lastUpdatedMillis(),
                    1,
                    0));
    assertEquals(
        List.of(
            new Requirement.AssertTableUuid(base.tableUuid()),
            new Requirement.AssertRefSnapshotId("main", OptionalLong.of(head))),
        change.requirements());
  }

  @Test
  void theNamesOfAllOperationsAreSaid() {
    assertEquals("DELETE and append", new OperationSequence(List.of(truncate(), append(B))).name());
  }
}
