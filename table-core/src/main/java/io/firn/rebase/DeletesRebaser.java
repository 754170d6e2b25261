package io.firn.rebase;

import io.firn.conflict.DeleteReach;
import io.firn.conflict.LandedCommits;
import io.firn.deletes.PositionSet;
import io.firn.error.CorruptFileException;
import io.firn.error.MissingFileException;
import io.firn.io.Storage;
import io.firn.model.DataFile;
import io.firn.model.FileContent;
import io.firn.model.FileKey;
import io.firn.model.Snapshot;
import io.firn.model.TableMetadata;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * Alters a pending rewrite of position deletes so that it follows what landed: a file that others
 * removed is not removed again, deletes of a data file that is gone are not added, and a data file
 * that got a deletion vector keeps that one, which has taken the earlier deletes in. Rows that were
 * deleted stay deleted, and no other is. In conflict only with a commit that brought deleted rows
 * back.
 */
public final class DeletesRebaser {
  private final PendingDeletes change;
  private final TableMetadata table;
  private final RebaseLimits limits;
  private final DeleteReads reads;
  private final Map<FileKey, DataFile> removed = new HashMap<>();
  private final Set<String> goneData = new HashSet<>();
  private final Set<String> withVector = new HashSet<>();

  /** Files of the change that a commit has removed, and what it did besides. */
  private final Map<DataFile, LandedChange> takenAway = new HashMap<>();

  private int commits;

  private DeletesRebaser(
      PendingDeletes change, TableMetadata table, Storage storage, LongSupplier clockMillis) {
    this.change = change;
    this.table = table;
    this.limits = new RebaseLimits(table.properties(), clockMillis);
    this.reads = new DeleteReads(storage, limits);
    change.removed().forEach(file -> removed.put(file.key(), file));
  }

  /** Rebases the change on what landed; {@code table} is what it is to be committed to. */
  public static Rebase rebase(
      PendingDeletes change,
      TableMetadata table,
      LandedCommits landed,
      Storage storage,
      LongSupplier clockMillis) {
    if (landed.snapshots().isEmpty()) {
      return new Rebase.NotNeeded();
    }
    Optional<Rebase> refused = Rebaser.refusal(table);
    if (refused.isPresent()) {
      return refused.get();
    }
    try {
      return new DeletesRebaser(change, table, storage, clockMillis).rebaseOn(landed);
    } catch (CannotRebaseException e) {
      return e.outcome();
    } catch (MissingFileException | CorruptFileException e) {
      return new Rebase.Refused(String.valueOf(e.getMessage()));
    }
  }

  private Rebase rebaseOn(LandedCommits landed) {
    for (Snapshot snapshot : landed.snapshots()) {
      follow(LandedChange.read(landed, snapshot, limits));
    }
    takenAway.forEach(this::requireRowsStayDeleted);
    List<DataFile> added = change.added().stream().filter(this::isStillWanted).toList();
    if (takenAway.isEmpty() && added.size() == change.added().size()) {
      return new Rebase.NotNeeded();
    }
    List<DataFile> left = new ArrayList<>(change.removed());
    left.removeAll(takenAway.keySet());
    return new Rebase.Done(
        new RebasedFiles(List.of(), List.of(), added, left, List.of(), commits, 0));
  }

  private void follow(LandedChange landed) {
    int before = takenAway.size() + goneData.size() + withVector.size();
    for (FileKey key : landed.removedDeletes()) {
      DataFile mine = removed.get(key);
      if (mine != null) {
        takenAway.put(mine, landed);
      }
    }
    goneData.addAll(landed.removedData());
    for (DataFile delete : landed.addedDeletes()) {
      if (delete.isDeletionVector()) {
        delete.referencedDataFile().ifPresent(withVector::add);
      }
    }
    if (takenAway.size() + goneData.size() + withVector.size() > before) {
      commits++;
    }
  }

  private boolean isStillWanted(DataFile delete) {
    Optional<String> dataFile = delete.referencedDataFile();
    return dataFile.isEmpty()
        || (!goneData.contains(dataFile.get()) && !withVector.contains(dataFile.get()));
  }

  /** Who removes deletes of a data file that stays has taken them in, or brought its rows back. */
  private void requireRowsStayDeleted(DataFile delete, LandedChange landed) {
    reads
        .all(delete)
        .forEach(
            (path, positions) -> {
              if (!goneData.contains(path)) {
                requireRowsStayDeleted(path, rewritten(path, positions), landed);
              }
            });
  }

  private void requireRowsStayDeleted(String path, PositionSet positions, LandedChange landed) {
    for (DataFile delete : landed.addedDeletes()) {
      if (!positions.isEmpty() && mayName(delete, path)) {
        positions.removeAll(reads.of(path, List.of(delete)));
      }
    }
    if (!positions.isEmpty()) {
      throw CannotRebaseException.conflict(
          SameRowRule.rows(path, positions) + " were deleted and came back meanwhile",
          landed.snapshot());
    }
  }

  /** Those of the positions that the change's own files delete; others do not count any more. */
  private PositionSet rewritten(String path, PositionSet positions) {
    PositionSet others = positions.copy();
    for (DataFile file : change.added()) {
      if (mayName(file, path)) {
        others.removeAll(reads.of(path, List.of(file)));
      }
    }
    positions.removeAll(others);
    return positions;
  }

  private boolean mayName(DataFile delete, String path) {
    return delete.content() == FileContent.POSITION_DELETES
        && DeleteReach.of(delete, table.schema()).mayName(path);
  }
}
