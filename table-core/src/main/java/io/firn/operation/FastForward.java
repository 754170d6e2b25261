package io.firn.operation;

import io.firn.error.InvalidInputException;
import io.firn.error.NotFoundException;
import io.firn.history.History;
import io.firn.model.MetadataUpdate;
import io.firn.model.Requirements;
import io.firn.model.SnapshotRef;
import io.firn.model.TableChange;
import io.firn.model.TableMetadata;
import java.util.List;
import java.util.Optional;

/**
 * Moves a branch on to the snapshot of another branch or tag, which must descend from that of the
 * branch. A branch that does not exist is created there.
 */
public record FastForward(String branch, String to) implements Operation {

  @Override
  public String name() {
    return "fast-forward";
  }

  @Override
  public TableChange planOn(Planning planning) {
    TableMetadata base = planning.table();
    SnapshotRef target =
        base.ref(to)
            .orElseThrow(
                () ->
                    new NotFoundException(
                        "Cannot fast-forward "
                            + branch
                            + " to "
                            + to
                            + ": Ref does not exist: "
                            + to));
    Optional<SnapshotRef> current = base.ref(branch);
    if (current.isPresent() && !current.get().isBranch()) {
      throw new InvalidInputException(
          "Cannot fast-forward " + branch + ": Ref " + branch + " is a tag not a branch");
    }
    if (current.isPresent() && current.get().snapshotId() == target.snapshotId()) {
      return new TableChange(List.of(), List.of());
    }
    if (current.isPresent()
        && !History.isAncestor(base, current.get().snapshotId(), target.snapshotId())) {
      throw new InvalidInputException(
          "Cannot fast-forward: %s is not an ancestor of %s".formatted(branch, to));
    }
    SnapshotRef moved =
        current
            .map(ref -> ref.at(target.snapshotId()))
            .orElseGet(() -> SnapshotRef.branch(target.snapshotId()));
    List<MetadataUpdate> updates = List.of(new MetadataUpdate.SetSnapshotRef(branch, moved));
    return new TableChange(Requirements.forUpdates(base, updates), updates);
  }
}
