package io.firn.operation;

import io.firn.error.InvalidInputException;
import io.firn.model.Snapshot;
import io.firn.model.TableChange;
import io.firn.model.TableMetadata;
import java.util.Optional;

/** Moves the branch main back to one of the ancestors of its current snapshot. */
public record RollbackToSnapshot(long snapshotId) implements Operation {

  @Override
  public String name() {
    return "roll back to snapshot";
  }

  @Override
  public TableChange planOn(Planning planning) {
    TableMetadata base = planning.table();
    base.requireSnapshot(snapshotId);
    if (!isAncestor(base)) {
      throw new InvalidInputException(
          "Cannot roll back to snapshot, not an ancestor of the current state: " + snapshotId);
    }
    return SetCurrentSnapshot.moveMain(base, snapshotId);
  }

  /** Ends at the first snapshot whose parent has expired. */
  private boolean isAncestor(TableMetadata base) {
    Optional<Snapshot> ancestor = base.currentSnapshot();
    for (int steps = 0; ancestor.isPresent() && steps <= base.snapshots().size(); steps++) {
      Snapshot snapshot = ancestor.get();
      if (snapshot.snapshotId() == snapshotId) {
        return true;
      }
      ancestor =
          snapshot.parentSnapshotId().isPresent()
              ? base.snapshot(snapshot.parentSnapshotId().getAsLong())
              : Optional.empty();
    }
    return false;
  }
}
