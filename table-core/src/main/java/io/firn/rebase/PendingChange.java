package io.firn.rebase;

import io.firn.model.DataFile;
import io.firn.rowmap.RowMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A change that waits for its commit, as far as other commits can get in its way.
 *
 * @param addedData new data files
 * @param removedData data files that {@code addedData} replaces
 * @param addedDeletes delete files and vectors with the rows that the change deletes
 * @param deletedFrom paths of all data files that {@code addedDeletes} name
 * @param removedDeletes earlier delete files that {@code addedDeletes} have taken in, or that go
 *     with {@code removedData}
 * @param deletesAtBase the position delete files and vectors that data files of {@code removedData}
 *     and {@code deletedFrom} had in the snapshot that the change was prepared on, by path of the
 *     data file
 * @param rowMap where rows of {@code removedData} went; empty if nobody knows
 * @param keepsAge whether {@code addedData} keep the data sequence number that their rows had, so
 *     that equality deletes still apply to them
 */
public record PendingChange(
    ChangeKind kind,
    List<DataFile> addedData,
    List<DataFile> removedData,
    List<DataFile> addedDeletes,
    Set<String> deletedFrom,
    List<DataFile> removedDeletes,
    Map<String, List<DataFile>> deletesAtBase,
    Optional<RowMap> rowMap,
    boolean keepsAge) {
  public PendingChange {
    addedData = List.copyOf(addedData);
    removedData = List.copyOf(removedData);
    addedDeletes = List.copyOf(addedDeletes);
    deletedFrom = Set.copyOf(deletedFrom);
    removedDeletes = List.copyOf(removedDeletes);
    deletesAtBase = Map.copyOf(deletesAtBase);
  }
}
