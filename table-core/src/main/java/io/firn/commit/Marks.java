package io.firn.commit;

import io.firn.catalog.TableState;
import io.firn.model.MetadataUpdate;
import io.firn.model.TableChange;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * By what a change is recognised in a table after its swap's answer was lost: the snapshots it
 * adds, the uuid it gives to a new table, and the names of the metadata files that its swaps tried.
 */
final class Marks {
  private final List<Long> snapshotIds;
  private final Optional<UUID> newTableUuid;
  private final Set<String> attemptedLocations = new HashSet<>();
  private boolean everyTryIsNamed = true;

  private Marks(List<Long> snapshotIds, Optional<UUID> newTableUuid) {
    this.snapshotIds = List.copyOf(snapshotIds);
    this.newTableUuid = newTableUuid;
  }

  static Marks of(TableChange change) {
    List<Long> snapshotIds = new ArrayList<>();
    Optional<UUID> uuid = Optional.empty();
    for (MetadataUpdate update : change.updates()) {
      if (update instanceof MetadataUpdate.AddSnapshot added) {
        snapshotIds.add(added.snapshot().snapshotId());
      } else if (update instanceof MetadataUpdate.AssignUuid assigned) {
        uuid = Optional.of(assigned.uuid());
      }
    }
    return new Marks(snapshotIds, uuid);
  }

  List<Long> snapshotIds() {
    return snapshotIds;
  }

  /** Another swap of the change whose answer was lost. */
  void attempted(Optional<String> location) {
    everyTryIsNamed &= location.isPresent();
    location.ifPresent(attemptedLocations::add);
  }

  /** Whether the change is surely in. */
  boolean areIn(TableState state) {
    boolean snapshotIsIn =
        snapshotIds.stream().anyMatch(id -> state.metadata().snapshot(id).isPresent());
    return snapshotIsIn
        || state.metadataLocation().filter(attemptedLocations::contains).isPresent()
        || state.metadata().metadataLog().stream()
            .anyMatch(e -> attemptedLocations.contains(e.metadataFile()));
  }

  /** Whether the change made this new table. */
  boolean areOfNewTable(TableState state) {
    return newTableUuid.filter(state.metadata().tableUuid()::equals).isPresent();
  }

  /**
   * Whether a table that has moved on from {@code base} would bear the marks, had one of the swaps
   * gone through. A metadata log that does not reach back to the base proves nothing.
   */
  boolean wouldShowIn(TableState state, TableState base) {
    boolean logReachesBase =
        base.metadataLocation().isPresent()
            && state.metadata().metadataLog().stream()
                .anyMatch(e -> e.metadataFile().equals(base.metadataLocation().get()));
    return !snapshotIds.isEmpty() || (logReachesBase && everyTryIsNamed);
  }
}
