package io.firn.rebase;

import io.firn.deletes.PositionSet;
import io.firn.model.DataFile;
import io.firn.types.StructValue;
import java.util.List;

/**
 * A change after what landed.
 *
 * @param addedDeletes delete files of the change that are good as they are
 * @param newDeletes deletes that are still to be written
 * @param removedDeletes delete files that the change's own and new ones take in
 * @param commits how many landed commits the change had to do with
 * @param positions how many deleted positions are in {@code newDeletes} that were not deleted
 *     before
 */
public record RebasedFiles(
    List<DataFile> addedData,
    List<DataFile> removedData,
    List<DataFile> addedDeletes,
    List<DataFile> removedDeletes,
    List<NewDeletes> newDeletes,
    int commits,
    long positions) {
  public RebasedFiles {
    addedData = List.copyOf(addedData);
    removedData = List.copyOf(removedData);
    addedDeletes = List.copyOf(addedDeletes);
    removedDeletes = List.copyOf(removedDeletes);
    newDeletes = List.copyOf(newDeletes);
  }

  /**
   * The deletes of one data file. In a table with deletion vectors they are all deletes of the
   * file, earlier ones included.
   */
  public record NewDeletes(
      String dataFile, int specId, StructValue partition, PositionSet positions) {}
}
