package io.firn.procedures;

import io.firn.error.InvalidInputException;
import io.firn.error.UnsupportedFeatureException;
import io.firn.model.Snapshot;
import io.firn.table.Table;
import java.util.Optional;
import java.util.OptionalLong;

/** The argument {@code snapshot_id}: the snapshot of which statistics are computed. */
final class SnapshotArgument {
  private static final int FIRST_WRITABLE_VERSION = 2;

  private SnapshotArgument() {}

  /**
   * The snapshot of that id, or without one the current one; empty if the table has none.
   *
   * @throws InvalidInputException if there is no such snapshot
   * @throws UnsupportedFeatureException if the table cannot be changed, before work is done for it
   */
  static Optional<Snapshot> of(Table table, OptionalLong id) {
    if (table.metadata().formatVersion() < FIRST_WRITABLE_VERSION) {
      throw new UnsupportedFeatureException(
          ("Cannot compute statistics of %s: it has format version %d, and such tables can only be"
                  + " read; set the table property format-version to 2 first")
              .formatted(table.name(), table.metadata().formatVersion()));
    }
    if (id.isEmpty()) {
      return table.metadata().currentSnapshot();
    }
    Optional<Snapshot> snapshot = table.metadata().snapshot(id.getAsLong());
    if (snapshot.isEmpty()) {
      throw new InvalidInputException(
          "Cannot compute statistics of %s: Snapshot not found: %d. See %s.snapshots"
              .formatted(table.name(), id.getAsLong(), table.name()));
    }
    return snapshot;
  }
}
