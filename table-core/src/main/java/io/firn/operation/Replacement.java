package io.firn.operation;

import io.firn.model.DataFile;
import io.firn.rebase.ChangeKind;
import io.firn.rebase.PendingChange;
import io.firn.rowmap.RowMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Data files and those that take their place.
 *
 * @param deletesAtBase the position delete files and vectors of the removed files in the snapshot
 *     that was read, by path of the data file
 * @param rowMap where the rows of the removed files went; empty if nobody knows
 * @param whyUnmapped why there is no row map where there could be one
 */
public record Replacement(
    List<DataFile> removed,
    List<DataFile> added,
    Map<String, List<DataFile>> deletesAtBase,
    Optional<RowMap> rowMap,
    Optional<String> whyUnmapped) {
  public Replacement {
    removed = List.copyOf(removed);
    added = List.copyOf(added);
    deletesAtBase = Map.copyOf(deletesAtBase);
  }

  /** With or without a row map. */
  public Replacement(
      List<DataFile> removed,
      List<DataFile> added,
      Map<String, List<DataFile>> deletesAtBase,
      Optional<RowMap> rowMap) {
    this(removed, added, deletesAtBase, rowMap, Optional.empty());
  }

  /** Without a row map, so that whole files decide about conflicts. */
  public static Replacement unmapped(List<DataFile> removed, List<DataFile> added) {
    return new Replacement(removed, added, Map.of(), Optional.empty());
  }

  PendingChange pending(ChangeKind kind, List<DataFile> removedDeletes, boolean keepsAge) {
    return new PendingChange(
        kind, added, removed, List.of(), Set.of(), removedDeletes, deletesAtBase, rowMap, keepsAge);
  }
}
