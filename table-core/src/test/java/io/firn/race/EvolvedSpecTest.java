package io.firn.race;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.firn.commit.Committer;
import io.firn.error.CommitConflictException;
import io.firn.expr.CaseSensitivity;
import io.firn.model.SnapshotRef;
import io.firn.operation.Isolation;
import io.firn.operation.NewTable;
import io.firn.operation.Operation;
import io.firn.operation.SpecEdit;
import io.firn.operation.UpdateSpec;
import io.firn.partition.IdentityTransform;
import io.firn.partition.PartitionSpec;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Rows that a compaction moved into another partition spec. */
class EvolvedSpecTest {
  private static final Range ALL = new Range("k", 0, 12);

  private final RaceTable table = new RaceTable(() -> 1_700_000_000_000L);
  private final Committer committer = Committer.system();
  private int statements;

  /** Takes part in everything, and compacts with a map. */
  private static final class Always extends Random {
    private static final long serialVersionUID = 1L;

    @Override
    public boolean nextBoolean() {
      return true;
    }

    @Override
    public int nextInt(int bound) {
      return bound - 1;
    }
  }

  private Operation statement(Planned.Verb verb) {
    statements++;
    Planned planned = new Planned(statements, verb, Planned.Way.ON_READ, ALL, SnapshotRef.MAIN, 0);
    return new RaceStatement(
            table, table.storage, new Always(), planned, Isolation.SNAPSHOT, Mutation.NONE)
        .run(table.view(table.store.metadata()));
  }

  private void start() {
    committer.create(
        table.store,
        new NewTable(
            new UUID(1, 1),
            2,
            RaceTable.LOCATION,
            RaceTable.SCHEMA,
            PartitionSpec.unpartitioned(),
            Map.of()));
    committer.commit(table.store, statement(Planned.Verb.INSERT));
  }

  private void moveIntoPartitions() {
    committer.commit(
        table.store,
        new UpdateSpec(
            List.of(new SpecEdit.AddField("p", IdentityTransform.IDENTITY, Optional.empty())),
            CaseSensitivity.SENSITIVE));
    committer.commit(table.store, statement(Planned.Verb.COMPACT));
    assertTrue(
        table.view(table.store.metadata()).tasks().stream().allMatch(t -> t.file().specId() == 1));
  }

  @Test
  void deletesGetThePartitionOfTheFileThatTheyMovedTo() {
    start();
    Operation delete = statement(Planned.Verb.DELETE);
    moveIntoPartitions();
    committer.commit(table.store, delete);
    assertEquals(List.of(), table.view(table.store.metadata()).rows());
  }

  @Test
  void equalityDeletesAreComparedWithWhereTheRowsAreNow() {
    start();
    Operation update = statement(Planned.Verb.UPDATE);
    moveIntoPartitions();
    committer.commit(table.store, statement(Planned.Verb.EQUALITY_DELETE));
    String message =
        assertThrows(CommitConflictException.class, () -> committer.commit(table.store, update))
            .getMessage();
    assertTrue(message.contains("the equality deletes"), message);
    assertEquals(List.of(), table.view(table.store.metadata()).rows());
  }
}
