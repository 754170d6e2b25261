package io.firn.operation;

import io.firn.model.DataFile;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The files of a merge-on-read change: new data files, new delete files or vectors, the delete
 * files and vectors that the new ones replace, and the paths of all data files whose rows the new
 * deletes name.
 *
 * @param takenIn the earlier position deletes whose positions are in the new ones too, by path of
 *     their data file
 */
public record RowChanges(
    List<DataFile> addedData,
    List<DataFile> addedDeletes,
    List<DataFile> removedDeletes,
    Set<String> referencedDataFiles,
    Map<String, List<DataFile>> takenIn) {
  public RowChanges {
    addedData = List.copyOf(addedData);
    addedDeletes = List.copyOf(addedDeletes);
    removedDeletes = List.copyOf(removedDeletes);
    referencedDataFiles = Set.copyOf(referencedDataFiles);
    takenIn = Map.copyOf(takenIn);
  }

  /** With new deletes that have taken in no others. */
  public RowChanges(
      List<DataFile> addedData,
      List<DataFile> addedDeletes,
      List<DataFile> removedDeletes,
      Set<String> referencedDataFiles) {
    this(addedData, addedDeletes, removedDeletes, referencedDataFiles, Map.of());
  }
}
