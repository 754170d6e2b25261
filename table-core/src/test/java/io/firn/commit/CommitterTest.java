package io.firn.commit;

import static io.firn.commit.CommitFixture.append;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.firn.catalog.MemoryTableStore.Fault;
import io.firn.catalog.MemoryTableStore.LoadFault;
import io.firn.conflict.CheckContext;
import io.firn.conflict.Conflict;
import io.firn.conflict.Guard;
import io.firn.error.AlreadyExistsException;
import io.firn.error.CommitConflictException;
import io.firn.error.CommitFailedException;
import io.firn.error.CommitStateUnknownException;
import io.firn.error.NotFoundException;
import io.firn.error.StorageException;
import io.firn.io.FaultyStorage;
import io.firn.io.FileOperation.Kind;
import io.firn.model.MetadataUpdate;
import io.firn.model.TableChange;
import io.firn.operation.Operation;
import io.firn.operation.Planning;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class CommitterTest {
  private static final Set<String> FIRST_COMMIT =
      Set.of(
          "00000000-0000-0000-0000-000000000002-m0.avro",
          "snap-101-1-00000000-0000-0000-0000-000000000002.avro");

  private final CommitFixture fixture = new CommitFixture();

  private CommitOutcome commit(Operation operation) {
    return fixture.committer.commit(fixture.store, operation);
  }

  private static Operation setProperty(String key, String value) {
    return new Operation() {
      @Override
      public String name() {
        return "set properties";
      }

      @Override
      public TableChange planOn(Planning planning) {
        return new TableChange(
            List.of(), List.of(new MetadataUpdate.SetProperties(Map.of(key, value))));
      }
    };
  }

  @Test
  void anAppendReadsTheParentsListAndWritesAManifestAndAList() {
    fixture.withTable(Map.of());
    commit(append("a.parquet"));
    fixture.storage.clear();
    CommitOutcome outcome = commit(append("b.parquet"));
    assertEquals(
        List.of(
            "WRITE 00000000-0000-0000-0000-000000000003-m0.avro",
            "READ snap-101-1-00000000-0000-0000-0000-000000000002.avro",
            "WRITE snap-102-1-00000000-0000-0000-0000-000000000003.avro"),
        fixture.storage.operations().stream()
            .filter(o -> o.kind() != Kind.CREATE && o.kind() != Kind.OPEN)
            .map(o -> o.kind() + " " + CommitFixture.nameOf(o.location()))
            .toList());
    assertEquals(1, outcome.attempts());
    assertEquals(List.of(102L), outcome.snapshotIds());
    assertEquals(102L, outcome.snapshot().orElseThrow().snapshotId());
    assertEquals(List.of("a.parquet", "b.parquet"), fixture.live());
  }

  @Test
  void aStaleSwapIsTriedAgainOnTheNewBaseWithTheSameManifest() {
    fixture.withTable(Map.of());
    fixture.store.beforeSwap(() -> commit(append("other.parquet")));
    CommitOutcome outcome = commit(append("a.parquet"));
    assertEquals(2, outcome.attempts());
    assertEquals(List.of("a.parquet", "other.parquet"), fixture.live());
    assertEquals(
        Set.of(
            "00000000-0000-0000-0000-000000000002-m0.avro",
            "00000000-0000-0000-0000-000000000003-m0.avro",
            "snap-101-2-00000000-0000-0000-0000-000000000002.avro",
            "snap-102-1-00000000-0000-0000-0000-000000000003.avro"),
        fixture.metadataFiles());
  }

  @Test
  void waitsGrowBetweenTheLeastAndTheLongest() {
    fixture.withTable(Map.of("commit.retry.num-retries", "5", "commit.retry.max-wait-ms", "1000"));
    fixture.store.meet(Fault.STALE, Fault.STALE, Fault.STALE, Fault.STALE, Fault.STALE);
    assertEquals(6, commit(append("a.parquet")).attempts());
    assertEquals(List.of(150L, 250L, 450L, 550L, 550L), fixture.time.sleeps());
  }

  @Test
  void usedUpTriesFailAndLeaveNoFile() {
    fixture.withTable(Map.of());
    fixture.store.meet(Fault.STALE, Fault.STALE, Fault.STALE, Fault.STALE, Fault.STALE);
    CommitFailedException e =
        assertThrows(CommitFailedException.class, () -> commit(append("a.parquet")));
    assertEquals(
        "Cannot commit append to lake.db.t: others were faster in each of 5 attempts (1700 ms). Try"
            + " again, or raise commit.retry.num-retries",
        e.getMessage());
    assertEquals(Set.of(), fixture.metadataFiles());
  }

  @Test
  void timeRunsOutBeforeTheTriesDo() {
    fixture.withTable(Map.of("commit.retry.total-timeout-ms", "300"));
    fixture.store.meet(Fault.STALE, Fault.STALE, Fault.STALE, Fault.STALE, Fault.STALE);
    assertThrows(CommitFailedException.class, () -> commit(append("a.parquet")));
    assertEquals(List.of(150L, 250L), fixture.time.sleeps());
  }

  @Test
  void aRefusalFailsAtOnceAndLeavesNoFile() {
    fixture.withTable(Map.of());
    fixture.store.meet(Fault.REFUSED);
    CommitFailedException e =
        assertThrows(CommitFailedException.class, () -> commit(append("a.parquet")));
    assertEquals(
        "Cannot commit append to lake.db.t: the catalog refused it: injected fault",
        e.getMessage());
    assertEquals(Set.of(), fixture.metadataFiles());
    assertEquals(List.of(), fixture.time.sleeps());
  }

  @Test
  void aLostAnswerIsFoundInTheTable() {
    for (Fault fault : List.of(Fault.ANSWER_LOST, Fault.ANSWER_LOST_NAMELESS, Fault.THROWS_AFTER)) {
      CommitFixture table = new CommitFixture().withTable(Map.of());
      table.store.meet(fault);
      CommitOutcome outcome = table.committer.commit(table.store, append("a.parquet"));
      assertEquals(1, outcome.attempts(), fault.toString());
      assertEquals(List.of("a.parquet"), table.live(), fault.toString());
      assertEquals(FIRST_COMMIT, table.metadataFiles(), fault.toString());
    }
  }

  @Test
  void aLostAnswerIsFoundBehindLaterCommits() {
    fixture.withTable(Map.of());
    fixture.store.meet(Fault.ANSWER_LOST, Fault.WORKS);
    fixture.store.meet(LoadFault.WORKS, LoadFault.FAILS);
    Committer sleepy =
        fixture.committer(
            millis -> {
              fixture.time.sleep(millis);
              fixture.committer.commit(fixture.store, append("later.parquet"));
            });
    CommitOutcome outcome = sleepy.commit(fixture.store, append("a.parquet"));
    assertEquals(101L, outcome.snapshot().orElseThrow().snapshotId());
    assertEquals(List.of("a.parquet", "later.parquet"), fixture.live());
    assertEquals(List.of(1500L), fixture.time.sleeps());
  }

  @Test
  void aLostRequestIsRepeated() {
    for (Fault fault : List.of(Fault.REQUEST_LOST, Fault.REQUEST_LOST_NAMELESS)) {
      CommitFixture table = new CommitFixture().withTable(Map.of());
      table.store.meet(fault);
      CommitOutcome outcome = table.committer.commit(table.store, append("a.parquet"));
      assertEquals(1, outcome.attempts());
      assertEquals(List.of("a.parquet"), table.live());
      assertEquals(FIRST_COMMIT, table.metadataFiles());
    }
  }

  @Test
  void aDelayedRequestDoesNotCountTwice() {
    fixture.withTable(Map.of());
    fixture.store.meet(Fault.REQUEST_DELAYED);
    commit(append("a.parquet"));
    fixture.store.deliver();
    assertEquals(List.of("a.parquet"), fixture.live());
    assertEquals(1, fixture.store.metadata().snapshots().size());
  }

  @Test
  void aLostRequestThatAnotherCommitOvertookIsPlannedAnew() {
    fixture.withTable(Map.of());
    fixture.store.meet(Fault.REQUEST_LOST);
    fixture.store.meet(LoadFault.WORKS, LoadFault.FAILS);
    Committer sleepy =
        fixture.committer(
            millis -> {
              if (fixture.store.metadata().snapshots().isEmpty()) {
                fixture.committer.commit(fixture.store, append("other.parquet"));
              }
            });
    CommitOutcome outcome = sleepy.commit(fixture.store, append("a.parquet"));
    assertEquals(2, outcome.attempts());
    assertEquals(List.of("a.parquet", "other.parquet"), fixture.live());
    assertEquals(4, fixture.metadataFiles().size());
  }

  @Test
  void anOutcomeThatNobodyCanTellDeletesNothing() {
    fixture.withTable(Map.of());
    fixture.store.meet(Fault.ANSWER_LOST);
    fixture.store.meet(
        LoadFault.WORKS, LoadFault.FAILS, LoadFault.FAILS, LoadFault.FAILS, LoadFault.FAILS);
    CommitStateUnknownException e =
        assertThrows(CommitStateUnknownException.class, () -> commit(append("a.parquet")));
    assertEquals(
        "Cannot tell whether append was committed to lake.db.t: after 4 status checks it still is"
            + " not clear. Nothing was deleted; look at the table before trying again",
        e.getMessage());
    assertEquals(List.of(1500L, 2500L, 4500L), fixture.time.sleeps());
    assertEquals(FIRST_COMMIT, fixture.metadataFiles());
    assertEquals(List.of("a.parquet"), fixture.live());
  }

  @Test
  void aSwapThatIsNeverAnsweredEndsAsUnknown() {
    fixture.withTable(Map.of());
    fixture.store.meet(
        Fault.REQUEST_DELAYED, Fault.REFUSED, Fault.REQUEST_LOST, Fault.DISK_FULL, Fault.REFUSED);
    assertThrows(CommitStateUnknownException.class, () -> commit(append("a.parquet")));
    assertEquals(FIRST_COMMIT, fixture.metadataFiles());
    fixture.store.deliver();
    assertEquals(List.of("a.parquet"), fixture.live());
  }

  @Test
  void runningOutOfMemoryInASwapLeavesTheOutcomeOpen() {
    fixture.withTable(Map.of());
    fixture.store.meet(Fault.DIES_AFTER);
    CommitStateUnknownException e =
        assertThrows(CommitStateUnknownException.class, () -> commit(append("a.parquet")));
    assertInstanceOf(OutOfMemoryError.class, e.getCause());
    assertEquals(FIRST_COMMIT, fixture.metadataFiles());
  }

  @Test
  void aSwapThatCannotEvenStartFailsAndLeavesNoFile() {
    fixture.withTable(Map.of());
    fixture.store.meet(Fault.DISK_FULL);
    assertThrows(StorageException.class, () -> commit(append("a.parquet")));
    assertEquals(Set.of(), fixture.metadataFiles());
  }

  @Test
  void aChangeWithoutSnapshotIsRecognisedByItsMetadataFile() {
    fixture.withTable(Map.of());
    fixture.store.meet(Fault.ANSWER_LOST);
    assertEquals(1, commit(setProperty("a", "1")).attempts());
    assertEquals("1", fixture.store.metadata().properties().get("a"));
  }

  @Test
  void aChangeWithoutSnapshotThatWasOvertakenIsPlannedAnew() {
    fixture.withTable(Map.of());
    fixture.store.meet(Fault.REQUEST_LOST);
    fixture.store.meet(LoadFault.WORKS, LoadFault.FAILS);
    Committer sleepy =
        fixture.committer(millis -> fixture.committer.commit(fixture.store, setProperty("b", "2")));
    assertEquals(2, sleepy.commit(fixture.store, setProperty("a", "1")).attempts());
    assertEquals(Map.of("a", "1", "b", "2"), fixture.store.metadata().properties());
  }

  @Test
  void aChangeThatLeavesNoMarkStaysUnknownOnceTheTableHasMovedOn() {
    fixture.withTable(Map.of());
    fixture.store.meet(Fault.REQUEST_LOST_NAMELESS);
    fixture.store.meet(LoadFault.WORKS, LoadFault.FAILS);
    Committer sleepy =
        fixture.committer(millis -> fixture.committer.commit(fixture.store, setProperty("b", "2")));
    CommitStateUnknownException e =
        assertThrows(
            CommitStateUnknownException.class,
            () -> sleepy.commit(fixture.store, setProperty("a", "1")));
    assertTrue(e.getMessage().contains("leaves no mark"), e.getMessage());
  }

  @Test
  void aConflictIsNotTriedAgainAndLeavesNoFile() {
    fixture.withTable(Map.of());
    fixture.store.meet(Fault.STALE);
    Operation appendOnce = append("a.parquet");
    Operation guarded =
        new Operation() {
          @Override
          public String name() {
            return "MERGE";
          }

          @Override
          public TableChange planOn(Planning planning) {
            return appendOnce.planOn(planning);
          }

          @Override
          public List<Guard> guards() {
            return List.of(new Guard("main", OptionalLong.empty(), List.of(this::check)));
          }

          private Optional<Conflict> check(CheckContext context) {
            return Optional.of(new Conflict("Found a conflict", Optional.empty()));
          }
        };
    Committer sleepy =
        fixture.committer(millis -> fixture.committer.commit(fixture.store, append("x.parquet")));
    CommitConflictException e =
        assertThrows(CommitConflictException.class, () -> sleepy.commit(fixture.store, guarded));
    assertEquals(
        "Cannot commit MERGE to lake.db.t: Found a conflict. Run it again on the new data.",
        e.getMessage());
    assertEquals(2, fixture.metadataFiles().size());
    assertEquals(List.of("x.parquet"), fixture.live());
  }

  @Test
  void anInterruptedWaitFailsTheCommitAndStaysInterrupted() {
    fixture.withTable(Map.of());
    fixture.store.meet(Fault.STALE);
    Committer interrupted =
        fixture.committer(
            millis -> {
              throw new InterruptedException();
            });
    assertThrows(
        CommitFailedException.class, () -> interrupted.commit(fixture.store, append("a.parquet")));
    assertTrue(Thread.interrupted());
    assertEquals(Set.of(), fixture.metadataFiles());
  }

  @Test
  void anEmptyChangeIsNotSwapped() {
    fixture.withTable(Map.of());
    Operation nothing =
        new Operation() {
          @Override
          public String name() {
            return "nothing";
          }

          @Override
          public TableChange planOn(Planning planning) {
            return new TableChange(List.of(), List.of());
          }
        };
    int before = fixture.store.swaps();
    assertEquals(List.of(), commit(nothing).snapshotIds());
    assertEquals(before, fixture.store.swaps());
  }

  @Test
  void aMissingTableIsSaidToBeMissing() {
    assertThrows(NotFoundException.class, () -> commit(append("a.parquet")));
  }

  @Test
  void aTableIsCreatedWithItsFirstRows() {
    CommitOutcome outcome =
        fixture.committer.create(
            fixture.store, fixture.newTable(Map.of()), append("a.parquet", "b.parquet"));
    assertEquals(List.of(101L), outcome.snapshotIds());
    assertEquals(List.of("a.parquet", "b.parquet"), fixture.live());
    assertEquals(1, fixture.store.swaps());
  }

  @Test
  void creatingATableThatExistsFailsAndLeavesNoFile() {
    fixture.withTable(Map.of());
    AlreadyExistsException e =
        assertThrows(
            AlreadyExistsException.class,
            () ->
                fixture.committer.create(
                    fixture.store, fixture.newTable(Map.of()), append("a.parquet")));
    assertEquals("Cannot create table lake.db.t: it exists already", e.getMessage());
    assertEquals(Set.of(), fixture.metadataFiles());
  }

  @Test
  void aLostAnswerToACreationIsFound() {
    for (Fault fault : List.of(Fault.ANSWER_LOST, Fault.ANSWER_LOST_NAMELESS, Fault.REQUEST_LOST)) {
      CommitFixture table = new CommitFixture();
      table.store.meet(fault);
      table.committer.create(table.store, table.newTable(Map.of()), append("a.parquet"));
      assertEquals(List.of("a.parquet"), table.live(), fault.toString());
    }
  }

  @Test
  void leftOverFilesThatCannotBeDeletedFailNothing() {
    fixture.withTable(Map.of());
    fixture.store.meet(Fault.STALE);
    fixture.faults.failDeletes(location -> true, FaultyStorage.ALWAYS);
    assertEquals(2, commit(append("a.parquet")).attempts());
    assertEquals(List.of("a.parquet"), fixture.live());
    assertEquals(3, fixture.metadataFiles().size());
  }

  @Test
  void aFullDiskWhileWritingMetadataFailsAndLeavesTheTableAsItWas() {
    for (String file : List.of("-m0.avro", "snap-")) {
      CommitFixture table = new CommitFixture().withTable(Map.of());
      table.faults.diskFullAfter(10, location -> location.contains(file), FaultyStorage.ALWAYS);
      assertThrows(
          StorageException.class, () -> table.committer.commit(table.store, append("a.parquet")));
      assertEquals(List.of(), table.live(), file);
      assertEquals(Set.of(), table.metadataFiles(), file);
    }
  }
}
