package io.firn.commit;

import io.firn.catalog.SwapResult;
import io.firn.catalog.TableState;
import io.firn.catalog.TableStore;
import io.firn.conflict.Conflict;
import io.firn.conflict.Guard;
import io.firn.error.AlreadyExistsException;
import io.firn.error.CommitConflictException;
import io.firn.error.CommitFailedException;
import io.firn.error.CommitStateUnknownException;
import io.firn.error.FirnException;
import io.firn.io.Storage;
import io.firn.model.TableChange;
import io.firn.operation.MetadataFiles;
import io.firn.operation.Operation;
import io.firn.operation.Planning;
import io.firn.operation.Rebasing;
import io.firn.scan.ReadOnceStorage;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One commit, from its first attempt to its outcome. */
final class CommitRun {
  private static final Logger LOG = LoggerFactory.getLogger(Committer.class);

  private final Surroundings surroundings;
  private final TableStore store;
  private final Optional<TableState> known;
  private final Operation operation;
  private final Storage storage;
  private final MetadataFiles files;
  private final long startMillis;
  private int attempt;
  private boolean outcomeIsOpen;

  CommitRun(
      Surroundings surroundings,
      TableStore store,
      Optional<TableState> known,
      Operation operation) {
    this.surroundings = surroundings;
    this.store = store;
    this.known = known;
    this.operation = operation;
    this.storage = new ReadOnceStorage(store.storage());
    this.files =
        new MetadataFiles(storage, surroundings.newCommitId().get(), surroundings.newSnapshotId());
    this.startMillis = surroundings.nowMillis();
  }

  CommitOutcome commit() {
    return cleaningUp(this::commitLoop);
  }

  CommitOutcome create() {
    return cleaningUp(this::createOnce);
  }

  /** Deletes this commit's files when it surely failed, and never while that is not sure. */
  private CommitOutcome cleaningUp(Supplier<CommitOutcome> body) {
    CommitOutcome outcome;
    try {
      outcome = body.get();
    } catch (CommitStateUnknownException e) {
      LOG.warn("{}", e.getMessage());
      throw e;
    } catch (RuntimeException | Error e) {
      if (outcomeIsOpen) {
        throw unknown(e);
      }
      LOG.info("Did not commit {} to {}: {}", operation.name(), store.name(), e.toString());
      delete(files.written());
      if (e instanceof FirnException failure) {
        throw failure.during("Cannot commit " + operation.name() + " to", store.name());
      }
      throw e;
    }
    LOG.info(
        "Committed {} to {}: snapshots {}, {} attempts, {} ms",
        operation.name(),
        store.name(),
        outcome.snapshotIds(),
        outcome.attempts(),
        elapsedMillis());
    delete(files.unused());
    return outcome;
  }

  private CommitOutcome commitLoop() {
    while (true) {
      attempt++;
      Attempted attempted = inTurn();
      if (attempted.result().isEmpty()) {
        return new CommitOutcome(attempted.base(), List.of(), attempt);
      }
      Marks marks = Marks.of(attempted.change());
      Optional<TableState> committed =
          settle(
              Optional.of(attempted.base()), attempted.change(), marks, attempted.result().get());
      if (committed.isPresent()) {
        return new CommitOutcome(committed.get(), marks.snapshotIds(), attempt);
      }
      waitForNextAttempt(RetryPolicy.ofCommits(attempted.base().metadata().properties()));
    }
  }

  /** The catalog's answer to one attempt; empty if there was nothing to ask. */
  private record Attempted(TableState base, TableChange change, Optional<SwapResult> result) {}

  private Attempted inTurn() {
    if (surroundings.turnstile().isEmpty()) {
      return attempt();
    }
    try (Turnstile.Turn turn = surroundings.turnstile().get().enter(tableKey())) {
      return attempt();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CommitFailedException(
          "Interrupted while waiting to commit " + operation.name() + " to " + store.name(), e);
    }
  }

  private String tableKey() {
    return known.map(state -> state.metadata().tableUuid().toString()).orElse(store.name());
  }

  private Attempted attempt() {
    files.beginAttempt();
    TableState base = known.isPresent() ? store.reload(known.get()) : store.load();
    Operation current = operation.rebasedOn(rebasing(base));
    requireNoConflict(current, base);
    TableChange change = current.planOn(planning(Optional.of(base)));
    return new Attempted(
        base,
        change,
        change.isEmpty() ? Optional.empty() : Optional.of(swap(() -> store.swap(base, change))));
  }

  private CommitOutcome createOnce() {
    attempt++;
    files.beginAttempt();
    TableChange change = operation.planOn(planning(Optional.empty()));
    Marks marks = Marks.of(change);
    Optional<TableState> created =
        settle(Optional.empty(), change, marks, swap(() -> store.create(change)));
    TableState state =
        created.orElseThrow(
            () ->
                new AlreadyExistsException(
                    "Cannot create table " + store.name() + ": it exists already"));
    return new CommitOutcome(state, marks.snapshotIds(), attempt);
  }

  /** The state with the change in it; empty when others were faster. */
  private Optional<TableState> settle(
      Optional<TableState> base, TableChange change, Marks marks, SwapResult result) {
    if (result instanceof SwapResult.Swapped swapped) {
      return Optional.of(swapped.current());
    }
    if (result instanceof SwapResult.Stale stale) {
      LOG.info(
          "Attempt {} to commit {} to {} was too late: {}",
          attempt,
          operation.name(),
          store.name(),
          stale.detail());
      return Optional.empty();
    }
    if (result instanceof SwapResult.Refused refused) {
      throw new CommitFailedException(
          "Cannot commit %s to %s: the catalog refused it: %s"
              .formatted(operation.name(), store.name(), refused.reason()));
    }
    outcomeIsOpen = true;
    Optional<TableState> found =
        new StatusCheck(
                surroundings,
                store,
                operation.name(),
                base,
                change,
                marks,
                (SwapResult.Unknown) result)
            .resolve();
    outcomeIsOpen = false;
    return found;
  }

  /**
   * What a swap throws counts as a lost answer, but for exceptions of {@code io.firn.error}, which
   * promise that nothing was changed.
   */
  private SwapResult swap(Supplier<SwapResult> call) {
    outcomeIsOpen = true;
    try {
      SwapResult result = call.get();
      outcomeIsOpen = false;
      return result;
    } catch (CommitStateUnknownException e) {
      return new SwapResult.Unknown(Optional.empty(), e);
    } catch (FirnException e) {
      outcomeIsOpen = false;
      throw e;
    } catch (RuntimeException e) {
      return new SwapResult.Unknown(Optional.empty(), e);
    }
  }

  private Rebasing rebasing(TableState base) {
    return new Rebasing(store.name(), base.metadata(), storage, surroundings::nowMillis);
  }

  private void requireNoConflict(Operation current, TableState base) {
    for (Guard guard : current.guards()) {
      Optional<Conflict> conflict = guard.check(base.metadata(), storage, surroundings::nowMillis);
      if (conflict.isPresent()) {
        throw new CommitConflictException(
            "Cannot commit %s to %s: %s%s. Run it again on the new data."
                .formatted(
                    operation.name(),
                    store.name(),
                    conflict.get().describe(),
                    current.rebaseRefusal().map(why -> " (not rebased: " + why + ")").orElse("")));
      }
    }
  }

  private Planning planning(Optional<TableState> base) {
    return new Planning(
        store.name(), base.map(TableState::metadata), files, surroundings.nowMillis(), attempt, 0);
  }

  private void waitForNextAttempt(RetryPolicy policy) {
    if (!policy.allowsTryAfter(attempt, elapsedMillis())) {
      throw new CommitFailedException(
          ("Cannot commit %s to %s: others were faster in each of %d attempts (%d ms). Try again,"
                  + " or raise commit.retry.num-retries")
              .formatted(operation.name(), store.name(), attempt, elapsedMillis()));
    }
    try {
      surroundings.sleeper().sleep(policy.waitMillisAfter(attempt, surroundings.random()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CommitFailedException(
          "Interrupted while waiting to commit " + operation.name() + " to " + store.name(), e);
    }
  }

  private long elapsedMillis() {
    return surroundings.nowMillis() - startMillis;
  }

  private CommitStateUnknownException unknown(Throwable cause) {
    return new CommitStateUnknownException(
        "Cannot tell whether %s was committed to %s; nothing was deleted: %s"
            .formatted(operation.name(), store.name(), cause.getMessage()),
        cause);
  }

  /** Left-over files do no harm, so that a failure to delete them fails nothing. */
  private void delete(Set<String> locations) {
    if (locations.isEmpty()) {
      return;
    }
    try {
      List<String> left = storage.deleteAll(locations);
      if (!left.isEmpty()) {
        LOG.warn("Files of failed attempts to commit to {} are left: {}", store.name(), left);
      }
    } catch (RuntimeException e) {
      LOG.warn("Cannot delete files of failed attempts {}", locations, e);
    }
  }
}
