package io.firn.operation;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.firn.expr.CaseSensitivity;
import io.firn.expr.Predicate;
import io.firn.maintenance.DanglingDeletes;
import io.firn.model.DataFile;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Which delete files nobody needs, and the commit that takes them away. */
class DanglingDeletesTest {
  private static final DataFile OLD = PlanFixture.data("memory:/t/data/old", "a", 0);
  private static final DataFile KEPT = PlanFixture.data("memory:/t/data/kept", "b", 0);
  private static final DataFile NEW = PlanFixture.data("memory:/t/data/new", "a", 0);

  private final PlanFixture table = new PlanFixture(2, Map.of());

  private List<String> dangling() {
    return paths(DanglingDeletes.of(table.storage, table.store.metadata(), table.head()));
  }

  private static List<String> paths(List<DataFile> files) {
    return files.stream().map(DataFile::filePath).sorted().toList();
  }

  private void commitDeletes(DataFile... files) {
    table.commit(
        new RowDelta(
            SnapshotOptions.main(),
            new Statement(
                RowLevelCommand.DELETE,
                table.store.metadata().currentSnapshotId(),
                Predicate.ALWAYS_TRUE,
                CaseSensitivity.SENSITIVE,
                Isolation.SNAPSHOT),
            new RowChanges(List.of(), List.of(files), List.of(), Set.of())));
  }

  @Test
  void deletesDangleWhenTheirDataIsGoneOrNewer() {
    table.append(OLD, KEPT);
    DataFile values = PlanFixture.equalities("memory:/t/data/eq-a", "a");
    DataFile positions = PlanFixture.positions("memory:/t/data/pos-a", "a");
    commitDeletes(
        values,
        positions,
        PlanFixture.equalities("memory:/t/data/eq-b", "b"),
        PlanFixture.positions("memory:/t/data/pos-b", "b"),
        PlanFixture.positions("memory:/t/data/pos-kept", KEPT));
    assertEquals(List.of(), dangling());
    table.append(NEW);
    assertEquals(List.of(), dangling());
    table.commit(
        new RewriteFiles(
            SnapshotOptions.main(),
            table.store.metadata().currentSnapshotId(),
            List.of(OLD),
            List.of(),
            List.of(PlanFixture.data("memory:/t/data/compacted", "a", 0)),
            List.of(),
            OptionalLong.empty()));
    List<DataFile> found = DanglingDeletes.of(table.storage, table.store.metadata(), table.head());
    assertEquals(List.of(values.filePath(), positions.filePath()), paths(found));
    table.commit(
        new RewriteFiles(
            SnapshotOptions.main(),
            table.store.metadata().currentSnapshotId(),
            Replacement.unmapped(List.of(), List.of()),
            found,
            OptionalLong.empty()));
    assertEquals(List.of(), dangling());
    assertEquals(
        List.of(
            "memory:/t/data/compacted",
            "memory:/t/data/eq-b",
            KEPT.filePath(),
            NEW.filePath(),
            "memory:/t/data/pos-b",
            "memory:/t/data/pos-kept"),
        table.live());
  }

  @Test
  void positionDeletesOfTheSameSequenceNumberStillApply() {
    table.append(OLD, KEPT);
    commitDeletes(
        PlanFixture.equalities("memory:/t/data/eq-a", "a"),
        PlanFixture.positions("memory:/t/data/pos-a", "a"));
    table.commit(
        new RewriteFiles(
            SnapshotOptions.main(),
            table.store.metadata().currentSnapshotId(),
            List.of(OLD),
            List.of(),
            List.of(NEW),
            List.of(),
            OptionalLong.of(table.head().sequenceNumber())));
    assertEquals(List.of("memory:/t/data/eq-a"), dangling());
  }
}
