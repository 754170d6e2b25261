package io.firn.operation;

import io.firn.error.UnsupportedFeatureException;
import io.firn.model.DataFile;
import io.firn.model.TableChange;
import java.util.List;

/**
 * Replaces every partition that the new files touch: dynamic {@code INSERT OVERWRITE}. An
 * unpartitioned table is replaced whole.
 */
public record ReplacePartitions(
    SnapshotOptions options, List<DataFile> added, Validation validation) implements Operation {

  public ReplacePartitions {
    added = List.copyOf(added);
  }

  @Override
  public String name() {
    return "overwrite partitions";
  }

  @Override
  public TableChange planOn(Planning planning) {
    throw new UnsupportedFeatureException("Cannot plan " + name());
  }
}
