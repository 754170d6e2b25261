package io.firn.operation;

import io.firn.model.DataFile;
import io.firn.model.SnapshotOperation;
import io.firn.model.TableChange;
import java.util.List;

/** Adds data files. */
public record Append(SnapshotOptions options, List<DataFile> files, Mode mode)
    implements Operation {

  /** What happens to the manifests that are there already. */
  public enum Mode {
    /** They stay as they are: the quickest commit. */
    FAST,
    /** Small ones are merged as {@code commit.manifest.*} says. */
    MERGE
  }

  public Append {
    files = List.copyOf(files);
  }

  @Override
  public String name() {
    return "append";
  }

  @Override
  public TableChange planOn(Planning planning) {
    SnapshotEdit edit =
        SnapshotEdit.of(name(), SnapshotOperation.APPEND, options).adding(files, List.of());
    return SnapshotPlanner.plan(planning, mode == Mode.FAST ? edit.keepingOldManifests() : edit);
  }
}
