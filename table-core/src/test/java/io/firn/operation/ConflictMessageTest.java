package io.firn.operation;

import static io.firn.operation.PlanFixture.data;
import static io.firn.operation.PlanFixture.positions;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.firn.error.CommitConflictException;
import io.firn.expr.CaseSensitivity;
import io.firn.expr.Predicate;
import io.firn.model.DataFile;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What a failed commit tells: table, statement, the other commit, the file, what to do. */
final class ConflictMessageTest {
  private static final DataFile A = data("memory:/t/data/a", "x", 0);
  private static final DataFile B = data("memory:/t/data/b", "x", 10);
  private static final DataFile NEW = data("memory:/t/data/new", "x", 0);
  private static final DataFile VECTOR = positions("memory:/t/data/d.puffin", A);
  private static final DataFile MORE = positions("memory:/t/data/e.puffin", A);

  private static final String NOT_REBASED = " (not rebased: commit.rebase.enabled is false)";

  private final PlanFixture table = new PlanFixture(3, Map.of("commit.rebase.enabled", "false"));
  private OptionalLong base = OptionalLong.empty();

  private void startFrom(DataFile... files) {
    table.append(files);
    base = table.store.metadata().currentSnapshotId();
  }

  private Statement statement(RowLevelCommand command, Isolation isolation) {
    return new Statement(
        command, base, Predicate.equal("category", "x"), CaseSensitivity.SENSITIVE, isolation);
  }

  private Overwrite copyOnWrite(RowLevelCommand command, DataFile file) {
    return new Overwrite(
        SnapshotOptions.main(),
        statement(command, Isolation.SNAPSHOT),
        List.of(file),
        List.of(NEW));
  }

  private RowDelta mergeOnRead(RowLevelCommand command, DataFile deletes, DataFile... rows) {
    return new RowDelta(
        SnapshotOptions.main(),
        statement(command, Isolation.SERIALIZABLE),
        new RowChanges(
            List.of(rows),
            List.of(deletes),
            List.of(),
            Set.of(deletes.referencedDataFile().orElseThrow())));
  }

  private void land(Operation operation) {
    table.commit(operation);
  }

  /** The message, without the parts that are the same in each. */
  private void assertConflict(Operation pending, String what) {
    String message =
        assertThrows(CommitConflictException.class, () -> table.commit(pending)).getMessage();
    assertEquals(
        "Cannot commit " + pending.name() + " to lake.db.t: " + what,
        message.replace(by(), "BY").replace(NOT_REBASED, ""));
    boolean mightBeRebased = pending instanceof Overwrite || pending instanceof RowDelta;
    assertEquals(mightBeRebased, message.contains(NOT_REBASED), message);
  }

  /** The head, the only commit that landed. */
  private String by() {
    return "by snapshot " + table.head().snapshotId();
  }

  @Test
  void addedRows() {
    startFrom(A);
    land(new Append(SnapshotOptions.main(), List.of(B), Append.Mode.FAST));
    assertConflict(
        mergeOnRead(RowLevelCommand.MERGE, VECTOR, NEW),
        "Found conflicting files that can contain records matching category = 'x':"
            + " [memory:/t/data/b], BY (append, 2023-11-14T22:13:20Z). Run it again on the new"
            + " data.");
  }

  @Test
  void addedDeletes() {
    startFrom(A, B);
    land(mergeOnRead(RowLevelCommand.DELETE, positions("memory:/t/data/d.puffin", B)));
    assertConflict(
        mergeOnRead(RowLevelCommand.UPDATE, MORE, NEW),
        "Found new conflicting delete files that can apply to records matching category = 'x':"
            + " [memory:/t/data/d.puffin], BY (delete, 2023-11-14T22:13:20Z). Run it again on the"
            + " new data.");
  }

  @Test
  void addedVector() {
    startFrom(A);
    land(mergeOnRead(RowLevelCommand.DELETE, VECTOR));
    assertConflict(
        mergeOnRead(RowLevelCommand.DELETE, MORE),
        "Found concurrently added DV for memory:/t/data/a: [memory:/t/data/d.puffin], BY (delete,"
            + " 2023-11-14T22:13:20Z). Run it again on the new data.");
  }

  @Test
  void deletesForAReplacedFile() {
    startFrom(A);
    land(mergeOnRead(RowLevelCommand.DELETE, VECTOR));
    assertConflict(
        copyOnWrite(RowLevelCommand.UPDATE, A),
        "Cannot commit, found new delete for replaced data file memory:/t/data/a:"
            + " [memory:/t/data/d.puffin], BY (delete, 2023-11-14T22:13:20Z). Run it again on the"
            + " new data.");
  }

  @Test
  void aReplacedFileThatIsGone() {
    startFrom(A);
    land(copyOnWrite(RowLevelCommand.UPDATE, A));
    assertConflict(
        copyOnWrite(RowLevelCommand.MERGE, A),
        "Missing required files to delete: [memory:/t/data/a], BY (overwrite,"
            + " 2023-11-14T22:13:20Z). Run it again on the new data.");
  }

  @Test
  void aChangedFileThatIsGone() {
    startFrom(A);
    land(copyOnWrite(RowLevelCommand.UPDATE, A));
    assertConflict(
        mergeOnRead(RowLevelCommand.DELETE, VECTOR),
        "Cannot commit, missing data files: [memory:/t/data/a], BY (overwrite,"
            + " 2023-11-14T22:13:20Z). Run it again on the new data.");
  }

  @Test
  void rowsOfAnOverwriteThatAreGone() {
    startFrom(A);
    land(
        new DeleteByFilter(
            SnapshotOptions.main(), Predicate.equal("category", "x"), CaseSensitivity.SENSITIVE));
    assertConflict(
        new OverwriteByFilter(
            SnapshotOptions.main(),
            Predicate.equal("category", "x"),
            CaseSensitivity.SENSITIVE,
            List.of(NEW),
            Validation.since(base, Isolation.SNAPSHOT)),
        "Found conflicting deleted files that can contain records matching category = 'x':"
            + " [memory:/t/data/a], BY (delete, 2023-11-14T22:13:20Z). Run it again on the new"
            + " data.");
    assertConflict(
        new ReplacePartitions(
            SnapshotOptions.main(), List.of(NEW), Validation.since(base, Isolation.SERIALIZABLE)),
        "Found conflicting deleted files that can contain records matching partitions [[x]]:"
            + " [memory:/t/data/a], BY (delete, 2023-11-14T22:13:20Z). Run it again on the new"
            + " data.");
  }

  @Test
  void aFileOfWhichSomeRowsMatch() {
    table.append(A);
    assertEquals(
        "Cannot commit DELETE to lake.db.t: Cannot delete file where some, but not all, rows match"
            + " filter id < 5: memory:/t/data/a (added "
            + by()
            + " (append, 2023-11-14T22:13:20Z)). Another commit added it; run the statement again"
            + " on the new data.",
        assertThrows(
                CommitConflictException.class,
                () ->
                    table.commit(
                        new DeleteByFilter(
                            SnapshotOptions.main(),
                            Predicate.compare(Predicate.Operator.LT, "id", 5L),
                            CaseSensitivity.SENSITIVE)))
            .getMessage());
  }
}
