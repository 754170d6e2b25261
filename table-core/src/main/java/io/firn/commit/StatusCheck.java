package io.firn.commit;

import io.firn.catalog.SwapResult;
import io.firn.catalog.TableState;
import io.firn.catalog.TableStore;
import io.firn.error.CommitStateUnknownException;
import io.firn.error.NotFoundException;
import io.firn.model.TableChange;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds out what became of a swap whose answer was lost: looks for the change in the table, and
 * repeats the identical swap while the table still is where it was. A swap that may still be under
 * way cannot go through after another one has, since both start from the same base.
 */
final class StatusCheck {
  private static final Logger LOG = LoggerFactory.getLogger(Committer.class);

  private final Surroundings surroundings;
  private final TableStore store;
  private final String operationName;
  private final Optional<TableState> base;
  private final TableChange change;
  private final Marks marks;
  private final RetryPolicy policy;
  private final long startMillis;
  private Throwable cause;

  StatusCheck(
      Surroundings surroundings,
      TableStore store,
      String operationName,
      Optional<TableState> base,
      TableChange change,
      Marks marks,
      SwapResult.Unknown unknown) {
    this.surroundings = surroundings;
    this.store = store;
    this.operationName = operationName;
    this.base = base;
    this.change = change;
    this.marks = marks;
    this.policy =
        RetryPolicy.ofStatusChecks(base.map(b -> b.metadata().properties()).orElse(Map.of()));
    this.startMillis = surroundings.nowMillis();
    this.cause = unknown.cause();
    marks.attempted(unknown.attemptedLocation());
  }

  /**
   * The state with the change in it; empty when the change surely did not get in because others
   * were faster.
   *
   * @throws CommitStateUnknownException when all tries are used up, or nothing could tell
   */
  Optional<TableState> resolve() {
    LOG.warn(
        "The answer to a swap of {} was lost while committing {}: {}",
        store.name(),
        operationName,
        cause.toString());
    int tries = 0;
    do {
      if (tries > 0) {
        waitAfter(tries);
      }
      tries++;
      Optional<Verdict> verdict = lookAndSwapAgain();
      if (verdict.isPresent()) {
        return verdict.get().committed();
      }
    } while (policy.allowsTryAfter(tries, surroundings.nowMillis() - startMillis));
    throw unknown("after %d status checks it still is not clear".formatted(tries));
  }

  private Optional<Verdict> lookAndSwapAgain() {
    try {
      Optional<Verdict> seen = look();
      if (seen.isPresent()) {
        return seen;
      }
      SwapResult again = base.isPresent() ? store.swap(base.get(), change) : store.create(change);
      if (again instanceof SwapResult.Swapped swapped) {
        return Optional.of(new Verdict(Optional.of(swapped.current())));
      }
      if (again instanceof SwapResult.Unknown unknown) {
        cause = unknown.cause();
        marks.attempted(unknown.attemptedLocation());
        return Optional.empty();
      }
      return look();
    } catch (CannotTellException e) {
      throw unknown(e.why);
    } catch (RuntimeException e) {
      cause = e;
      return Optional.empty();
    }
  }

  /** Empty while the table is where it was before the swap. */
  private Optional<Verdict> look() {
    TableState now;
    try {
      now = store.load();
    } catch (NotFoundException e) {
      if (base.isEmpty()) {
        return Optional.empty();
      }
      cause = e;
      throw new CannotTellException("the table does not exist any more");
    }
    if (marks.areIn(now) || (base.isEmpty() && marks.areOfNewTable(now))) {
      return Optional.of(new Verdict(Optional.of(now)));
    }
    if (base.isEmpty()) {
      return Optional.of(new Verdict(Optional.empty()));
    }
    if (isSame(base.get(), now)) {
      return Optional.empty();
    }
    if (marks.wouldShowIn(now, base.get())) {
      return Optional.of(new Verdict(Optional.empty()));
    }
    throw new CannotTellException("the table has moved on, and the change leaves no mark in it");
  }

  private static boolean isSame(TableState a, TableState b) {
    return a.metadataLocation().isPresent() && b.metadataLocation().isPresent()
        ? a.metadataLocation().equals(b.metadataLocation())
        : a.metadata().equals(b.metadata());
  }

  private void waitAfter(int tries) {
    try {
      surroundings.sleeper().sleep(policy.waitMillisAfter(tries, surroundings.random()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      cause = e;
      throw unknown("interrupted while finding out");
    }
  }

  private CommitStateUnknownException unknown(String why) {
    return new CommitStateUnknownException(
        ("Cannot tell whether %s was committed to %s: %s. Nothing was deleted; look at the table"
                + " before trying again")
            .formatted(operationName, store.name(), why),
        cause);
  }

  /** The state with the change in it, or none when it is surely not in. */
  private record Verdict(Optional<TableState> committed) {}

  /** Looking again will not help. */
  private static final class CannotTellException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String why;

    CannotTellException(String why) {
      super(why);
      this.why = why;
    }
  }
}
