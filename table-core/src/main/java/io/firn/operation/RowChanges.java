package io.firn.operation;

import io.firn.model.DataFile;
import java.util.List;
import java.util.Set;

/**
 * The files of a merge-on-read change: new data files, new delete files or vectors, the delete
 * files and vectors that the new ones replace, and the paths of all data files whose rows the new
 * deletes name.
 */
public record RowChanges(
    List<DataFile> addedData,
    List<DataFile> addedDeletes,
    List<DataFile> removedDeletes,
    Set<String> referencedDataFiles) {
  public RowChanges {
    addedData = List.copyOf(addedData);
    addedDeletes = List.copyOf(addedDeletes);
    removedDeletes = List.copyOf(removedDeletes);
    referencedDataFiles = Set.copyOf(referencedDataFiles);
  }
}
