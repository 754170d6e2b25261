package io.firn.commit;

import io.firn.catalog.TableState;
import io.firn.catalog.TableStore;
import io.firn.operation.Operation;
import io.firn.operation.OperationSequence;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Commits operations: the only place that loops and tries again. Thread-safe.
 *
 * <p>What a caller may do with the files it wrote for a commit that failed: after {@code
 * CommitStateUnknownException} nothing, since they may be part of the table; after any other
 * exception delete them, since the commit surely did not happen.
 */
public final class Committer {
  /** All committers of the process wait in one line for a table. */
  private static final Turnstile PROCESS = new Turnstile();

  private final Surroundings surroundings;

  /** {@code random} gives numbers from 0 (inclusive) to 1 (exclusive). */
  public Committer(
      Clock clock,
      Supplier<UUID> newCommitId,
      LongSupplier newSnapshotId,
      Sleeper sleeper,
      DoubleSupplier random) {
    this(new Surroundings(clock, newCommitId, newSnapshotId, sleeper, random, Optional.empty()));
  }

  private Committer(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  /**
   * With the system's clock, random ids and real waiting. Such committers attempt to change a table
   * one after the other.
   */
  public static Committer system() {
    return new Committer(
        new Surroundings(
            Clock.systemUTC(),
            UUID::randomUUID,
            Committer::randomSnapshotId,
            Thread::sleep,
            Math::random,
            Optional.of(PROCESS)));
  }

  /**
   * Changes an existing table.
   *
   * @throws io.firn.error.CommitConflictException another commit changed what this one is about
   * @throws io.firn.error.CommitFailedException tries used up, or the catalog refused
   * @throws io.firn.error.CommitStateUnknownException nobody can tell whether it is in
   * @throws io.firn.error.NotFoundException there is no such table
   */
  public CommitOutcome commit(TableStore store, Operation operation) {
    return new CommitRun(surroundings, store, Optional.empty(), operation).commit();
  }

  /** The same for a caller who knows a state of the table, which is mostly the current one. */
  public CommitOutcome commit(TableStore store, TableState known, Operation operation) {
    return new CommitRun(surroundings, store, Optional.of(known), operation).commit();
  }

  /**
   * Creates a table with the operations, the first of which starts from nothing.
   *
   * @throws io.firn.error.AlreadyExistsException the table exists
   */
  public CommitOutcome create(TableStore store, Operation... operations) {
    Operation operation =
        operations.length == 1 ? operations[0] : new OperationSequence(List.of(operations));
    return new CommitRun(surroundings, store, Optional.empty(), operation).create();
  }

  private static long randomSnapshotId() {
    UUID uuid = UUID.randomUUID();
    return (uuid.getMostSignificantBits() ^ uuid.getLeastSignificantBits()) & Long.MAX_VALUE;
  }
}
