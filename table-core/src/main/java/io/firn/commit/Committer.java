package io.firn.commit;

import io.firn.catalog.TableStore;
import io.firn.error.UnsupportedFeatureException;
import io.firn.operation.Operation;
import java.time.Clock;
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
  private final Clock clock;
  private final Supplier<UUID> newCommitId;
  private final LongSupplier newSnapshotId;
  private final Sleeper sleeper;
  private final DoubleSupplier random;

  /** {@code random} gives numbers from 0 (inclusive) to 1 (exclusive). */
  public Committer(
      Clock clock,
      Supplier<UUID> newCommitId,
      LongSupplier newSnapshotId,
      Sleeper sleeper,
      DoubleSupplier random) {
    this.clock = clock;
    this.newCommitId = newCommitId;
    this.newSnapshotId = newSnapshotId;
    this.sleeper = sleeper;
    this.random = random;
  }

  /** With the system's clock, random ids and real waiting. */
  public static Committer system() {
    return new Committer(
        Clock.systemUTC(),
        UUID::randomUUID,
        Committer::randomSnapshotId,
        Thread::sleep,
        Math::random);
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
    throw new UnsupportedFeatureException("Cannot commit " + operation.name());
  }

  /**
   * Creates a table with the operations, the first of which starts from nothing.
   *
   * @throws io.firn.error.AlreadyExistsException the table exists
   */
  public CommitOutcome create(TableStore store, Operation... operations) {
    throw new UnsupportedFeatureException("Cannot create " + store.name());
  }

  private static long randomSnapshotId() {
    UUID uuid = UUID.randomUUID();
    return (uuid.getMostSignificantBits() ^ uuid.getLeastSignificantBits()) & Long.MAX_VALUE;
  }
}
