package io.firn.operation;

import io.firn.error.UnsupportedFeatureException;
import io.firn.model.DataFile;
import io.firn.model.TableChange;
import java.util.List;
import java.util.OptionalLong;

/**
 * Replaces files by others that hold the same rows: compaction. The new data files count as old as
 * {@code dataSequenceNumber} says, so that equality deletes that landed meanwhile still apply to
 * them; without it they are as new as the commit.
 */
public record RewriteFiles(
    SnapshotOptions options,
    OptionalLong baseSnapshotId,
    List<DataFile> removedData,
    List<DataFile> removedDeletes,
    List<DataFile> addedData,
    List<DataFile> addedDeletes,
    OptionalLong dataSequenceNumber)
    implements Operation {

  public RewriteFiles {
    removedData = List.copyOf(removedData);
    removedDeletes = List.copyOf(removedDeletes);
    addedData = List.copyOf(addedData);
    addedDeletes = List.copyOf(addedDeletes);
  }

  @Override
  public String name() {
    return "rewrite";
  }

  @Override
  public TableChange planOn(Planning planning) {
    throw new UnsupportedFeatureException("Cannot plan " + name());
  }
}
