package io.firn.operation;

import io.firn.error.InvalidInputException;
import io.firn.history.History;
import io.firn.model.TableChange;
import io.firn.model.TableMetadata;

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
    boolean ancestor =
        base.currentSnapshotId().isPresent()
            && History.isAncestor(base, snapshotId, base.currentSnapshotId().getAsLong());
    if (!ancestor) {
      throw new InvalidInputException(
          "Cannot roll back to snapshot, not an ancestor of the current state: " + snapshotId);
    }
    return SetCurrentSnapshot.moveMain(base, snapshotId);
  }
}
