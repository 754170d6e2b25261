package io.firn.operation;

import io.firn.model.SnapshotOperation;
import io.firn.model.TableChange;

/**
 * Adds the data files of manifests that are written already. When the commit fails, the manifests
 * go as those do that a commit writes itself.
 */
public record AppendManifests(SnapshotOptions options, StagedManifests staged)
    implements Operation {

  @Override
  public String name() {
    return "append";
  }

  @Override
  public TableChange planOn(Planning planning) {
    return SnapshotPlanner.plan(
        planning, SnapshotEdit.of(name(), SnapshotOperation.APPEND, options), staged);
  }
}
