package io.firn.commit;

import io.firn.catalog.TableState;
import io.firn.model.Snapshot;
import java.util.List;
import java.util.Optional;

/**
 * A commit that is in: the table's state with it, the ids of the snapshots it made in order, and
 * how many attempts it took.
 */
public record CommitOutcome(TableState state, List<Long> snapshotIds, int attempts) {
  public CommitOutcome {
    snapshotIds = List.copyOf(snapshotIds);
  }

  /** The last snapshot that the commit made; empty when it made none. */
  public Optional<Snapshot> snapshot() {
    return snapshotIds.isEmpty()
        ? Optional.empty()
        : state.metadata().snapshot(snapshotIds.get(snapshotIds.size() - 1));
  }
}
