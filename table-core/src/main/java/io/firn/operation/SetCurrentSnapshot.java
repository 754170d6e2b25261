package io.firn.operation;

import io.firn.model.MetadataUpdate;
import io.firn.model.Requirements;
import io.firn.model.SnapshotRef;
import io.firn.model.TableChange;
import io.firn.model.TableMetadata;
import java.util.List;

/** Moves the branch main to any snapshot of the table, whether it descends from it or not. */
public record SetCurrentSnapshot(long snapshotId) implements Operation {

  @Override
  public String name() {
    return "set current snapshot";
  }

  @Override
  public TableChange planOn(Planning planning) {
    TableMetadata base = planning.table();
    return moveMain(base, base.requireSnapshot(snapshotId).snapshotId());
  }

  static TableChange moveMain(TableMetadata base, long snapshotId) {
    SnapshotRef main =
        base.ref(SnapshotRef.MAIN)
            .map(r -> r.at(snapshotId))
            .orElse(SnapshotRef.branch(snapshotId));
    if (base.ref(SnapshotRef.MAIN).filter(main::equals).isPresent()) {
      return new TableChange(List.of(), List.of());
    }
    List<MetadataUpdate> updates =
        List.of(new MetadataUpdate.SetSnapshotRef(SnapshotRef.MAIN, main));
    return new TableChange(Requirements.forUpdates(base, updates), updates);
  }
}
