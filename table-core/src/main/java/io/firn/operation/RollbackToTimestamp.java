package io.firn.operation;

import io.firn.error.InvalidInputException;
import io.firn.history.History;
import io.firn.model.Snapshot;
import io.firn.model.TableChange;
import io.firn.model.TableMetadata;
import java.util.Optional;

/**
 * Moves the branch main back to the newest ancestor of its snapshot that is older than a time, in
 * milliseconds since the epoch.
 */
public record RollbackToTimestamp(long timestampMillis) implements Operation {

  @Override
  public String name() {
    return "roll back to timestamp";
  }

  @Override
  public TableChange planOn(Planning planning) {
    TableMetadata base = planning.table();
    Optional<Snapshot> target = Optional.empty();
    if (base.currentSnapshotId().isPresent()) {
      for (Snapshot ancestor : History.ancestors(base, base.currentSnapshotId().getAsLong())) {
        boolean older = ancestor.timestampMillis() < timestampMillis;
        boolean newest =
            target.isEmpty() || ancestor.timestampMillis() > target.get().timestampMillis();
        if (older && newest) {
          target = Optional.of(ancestor);
        }
      }
    }
    Snapshot snapshot =
        target.orElseThrow(
            () ->
                new InvalidInputException(
                    "Cannot roll back, no valid snapshot older than: " + timestampMillis));
    return SetCurrentSnapshot.moveMain(base, snapshot.snapshotId());
  }
}
