package io.firn.operation;

import static io.firn.operation.PlanFixture.data;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.firn.error.CommitConflictException;
import io.firn.expr.CaseSensitivity;
import io.firn.expr.Predicate;
import io.firn.model.DataFile;
import io.firn.model.MetadataUpdate;
import io.firn.model.TableChange;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

final class IsolationTest {
  private static final DataFile A = data("memory:/t/data/a", "x", 0);
  private static final DataFile B = data("memory:/t/data/b", "x", 10);
  private static final DataFile LANDED = data("memory:/t/data/landed", "x", 20);
  private static final DataFile NEW = data("memory:/t/data/new", "x", 0);

  private final PlanFixture table = new PlanFixture(2, Map.of());

  private Overwrite update(OptionalLong base, Isolation isolation, DataFile file) {
    return new Overwrite(
        SnapshotOptions.main(),
        new Statement(
            RowLevelCommand.UPDATE,
            base,
            Predicate.equal("category", "x"),
            CaseSensitivity.SENSITIVE,
            isolation),
        List.of(file),
        List.of(NEW));
  }

  private OptionalLong head() {
    return table.store.metadata().currentSnapshotId();
  }

  @Test
  void aSerializableStatementSeesEveryLandedRow() {
    table.append(A, B);
    OptionalLong base = head();
    table.append(LANDED);
    String message =
        assertThrows(
                CommitConflictException.class,
                () -> table.commit(update(base, Isolation.SERIALIZABLE, A)))
            .getMessage();
    assertEquals(
        "Cannot commit UPDATE to lake.db.t: Found conflicting files that can contain records"
            + " matching category = 'x', whose rows were not read: File does not exist:"
            + " memory:/t/data/landed: [memory:/t/data/landed], by snapshot "
            + head().getAsLong()
            + " (append, 2023-11-14T22:13:20Z). Run it again on the new data.",
        message);
  }

  @Test
  void snapshotIsolationDoesNotLookAtLandedRows() {
    table.append(A, B);
    OptionalLong base = head();
    table.append(LANDED);
    table.commit(update(base, Isolation.SNAPSHOT, A));
    assertEquals(List.of(B.filePath(), LANDED.filePath(), NEW.filePath()), table.live());
  }

  @Test
  void writeSerializablePassesOverBlindAppendsOnly() {
    table.append(A, B);
    OptionalLong base = head();
    table.append(LANDED);
    table.commit(update(base, Isolation.WRITE_SERIALIZABLE, A));
    CommitConflictException e =
        assertThrows(
            CommitConflictException.class,
            () -> table.commit(update(base, Isolation.WRITE_SERIALIZABLE, B)));
    assertTrue(e.getMessage().contains("(overwrite, "), e.getMessage());
  }

  @Test
  void aRewrittenHistoryIsAConflict() {
    table.append(A);
    long first = head().getAsLong();
    table.append(B);
    OptionalLong base = head();
    table.commit(
        new Operation() {
          @Override
          public String name() {
            return "roll back";
          }

          @Override
          public TableChange planOn(Planning planning) {
            return new TableChange(
                List.of(),
                List.of(
                    new MetadataUpdate.SetSnapshotRef(
                        "main", planning.table().ref("main").orElseThrow().at(first))));
          }
        });
    CommitConflictException e =
        assertThrows(
            CommitConflictException.class, () -> table.commit(update(base, Isolation.SNAPSHOT, A)));
    assertTrue(e.getMessage().contains("history was rewritten or expired"), e.getMessage());
  }

  @Test
  void anUnvalidatedOverwriteWins() {
    table.append(A);
    table.append(LANDED);
    table.commit(new ReplacePartitions(SnapshotOptions.main(), List.of(NEW), Validation.none()));
    assertEquals(List.of(NEW.filePath()), table.live());
  }
}
