package io.firn.operation.statistics;

import io.firn.error.CommitConflictException;
import io.firn.model.MetadataUpdate;
import io.firn.model.Requirements;
import io.firn.model.TableChange;
import io.firn.model.TableMetadata;
import io.firn.operation.Planning;
import java.util.List;

/** Statistics are of a snapshot: they go nowhere once it has expired. */
final class OfSnapshot {
  private OfSnapshot() {}

  static TableChange change(Planning planning, long snapshotId, MetadataUpdate update) {
    TableMetadata base = planning.table();
    if (base.snapshot(snapshotId).isEmpty()) {
      throw new CommitConflictException(
          ("Cannot set statistics of %s: snapshot %d expired meanwhile. Compute those of a snapshot"
                  + " that is still there.")
              .formatted(planning.tableName(), snapshotId));
    }
    List<MetadataUpdate> updates = List.of(update);
    return new TableChange(Requirements.forUpdates(base, updates), updates);
  }
}
