package io.firn.rebase;

import io.firn.conflict.Conflict;
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
import io.firn.model.TableProperties;
import io.firn.rowmap.RowMap;
import io.firn.rowmap.RowMapKind;
import io.firn.rowmap.Translation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * Alters a pending change so that it follows the commits that landed since it was prepared: deletes
 * of rows that moved are sent after them, deletes that landed on files that the change rewrote are
 * sent to its own files, and a file that somebody else rewrote as well is given up. Only a row that
 * both sides changed is a conflict. Looks at one commit after the other, oldest first, so that
 * chains need nothing more.
 */
public final class Rebaser {
  private final PendingChange change;
  private final TableMetadata table;
  private final RebaseLimits limits;
  private final DeleteReads reads;
  private final PendingRows rows;
  private final SameRowRule sameRow;

  /** The newest landed vector of each data file. */
  private final Map<String, DataFile> vectors = new HashMap<>();

  private final Set<FileKey> landedRemovals = new HashSet<>();
  private int commits;

  private Rebaser(
      PendingChange change, TableMetadata table, Storage storage, LongSupplier clockMillis) {
    this.change = change;
    this.table = table;
    this.limits = new RebaseLimits(table.properties(), clockMillis);
    this.reads = new DeleteReads(storage, limits);
    this.rows = new PendingRows(change, reads);
    this.sameRow = new SameRowRule(change.kind());
  }

  /**
   * Rebases the change on what landed; {@code table} is what it is to be committed to. Starts anew
   * each time: nothing of an earlier attempt counts.
   */
  public static Rebase rebase(
      PendingChange change,
      TableMetadata table,
      LandedCommits landed,
      Storage storage,
      LongSupplier clockMillis) {
    if (landed.snapshots().isEmpty()) {
      return new Rebase.NotNeeded();
    }
    Optional<Rebase> refused = refusal(table);
    if (refused.isPresent()) {
      return refused.get();
    }
    try {
      return new Rebaser(change, table, storage, clockMillis).rebaseOn(landed);
    } catch (CannotRebaseException e) {
      return e.outcome();
    } catch (MissingFileException | CorruptFileException e) {
      return new Rebase.Refused(String.valueOf(e.getMessage()));
    }
  }

  /** Why changes of the table are not rebased at all. */
  static Optional<Rebase> refusal(TableMetadata table) {
    boolean enabled =
        TableProperties.booleanValue(
            table.properties(),
            TableProperties.COMMIT_REBASE_ENABLED,
            TableProperties.COMMIT_REBASE_ENABLED_DEFAULT);
    if (!enabled) {
      return Optional.of(new Rebase.Refused(TableProperties.COMMIT_REBASE_ENABLED + " is false"));
    }
    return table.formatVersion() < 2
        ? Optional.of(new Rebase.Refused("the table has format version 1"))
        : Optional.empty();
  }

  private Rebase rebaseOn(LandedCommits landed) {
    for (Snapshot snapshot : landed.snapshots()) {
      follow(LandedChange.read(landed, snapshot, limits));
    }
    boolean outdated =
        change.removedDeletes().stream().anyMatch(file -> landedRemovals.contains(file.key()));
    if (rows.isUntouched() && !outdated) {
      return new Rebase.NotNeeded();
    }
    if (change.kind() == ChangeKind.COMPACTION && rows.replaced().isEmpty()) {
      return new Rebase.InConflict(
          new Conflict(
              "other commits rewrote or removed every file of it meanwhile",
              Optional.of(landed.snapshots().get(landed.snapshots().size() - 1))));
    }
    return new Rebase.Done(result());
  }

  private void follow(LandedChange landed) {
    boolean concerned = false;
    for (String path : landed.removedData()) {
      if (rows.deletesFrom(path)) {
        moveDeletes(path, landed);
        concerned = true;
      }
      if (rows.replaces(path)) {
        giveUp(path, landed);
        concerned = true;
      }
    }
    for (DataFile delete : landed.addedDeletes()) {
      if (delete.content() == FileContent.EQUALITY_DELETES) {
        requireNoHit(delete, landed);
      } else {
        concerned |= takePositions(delete, landed);
      }
    }
    landedRemovals.addAll(landed.removedDeletes());
    if (concerned) {
      commits++;
    }
  }

  /** Rows that the change deletes were moved, or removed with their file. */
  private void moveDeletes(String path, LandedChange landed) {
    PositionSet positions = rows.forget(path);
    vectors.remove(path);
    sendAfter(path, positions, landed);
  }

  /** Sends rows of a file that a commit replaced to where they are now. */
  private void sendAfter(String path, PositionSet positions, LandedChange landed) {
    if (positions.isEmpty()) {
      return;
    }
    Optional<RowMap> map = landed.mapOf(path);
    if (map.isEmpty()) {
      if (!landed.isPureDelete()) {
        throw noMap(path, landed);
      }
      sameRow.require(path, positions, landed);
      return;
    }
    Translation moved = map.get().translate(path, positions);
    if (!moved.gaps().isEmpty() && map.get().kind() == RowMapKind.COMPACTION) {
      throw CannotRebaseException.conflict(
          "the row map of a compaction has no place for " + SameRowRule.rows(path, moved.gaps()),
          landed.snapshot());
    }
    sameRow.require(path, moved.gaps(), landed);
    moved
        .byTarget()
        .forEach(
            (target, there) ->
                rows.delete(
                    landed.addedData(target).orElseThrow(() -> notAdded(target, landed)), there));
  }

  /** A file that the change rewrote was rewritten or removed by somebody else as well. */
  private void giveUp(String path, LandedChange landed) {
    DataFile file = rows.keep(path);
    RowMap own = ownMap(path);
    if (change.kind() != ChangeKind.COMPACTION) {
      sendAfter(path, changedRows(file, own), landed);
    }
    own.rowsOf(path).forEach(rows::mask);
  }

  /** Rows of a replaced file that the change deleted or changed. */
  private PositionSet changedRows(DataFile file, RowMap own) {
    PositionSet changed = PositionSet.ofRange(0, file.recordCount());
    changed.removeAll(own.source(file.filePath()).orElseThrow().carried());
    changed.removeAll(rows.deadRows(file.filePath()));
    return changed;
  }

  /** Equality deletes are not read: that one may hit is enough. */
  private void requireNoHit(DataFile delete, LandedChange landed) {
    EqualityHits hits = new EqualityHits(delete, table);
    if (change.kind() != ChangeKind.DELETE && hits.anyIn(rows.deletedFromPartitions())) {
      throw equalityConflict(delete, landed);
    }
    boolean rewrites = change.kind() != ChangeKind.COMPACTION || !change.keepsAge();
    if (rewrites && hits.any(rows.replaced())) {
      throw equalityConflict(delete, landed);
    }
  }

  private static CannotRebaseException equalityConflict(DataFile delete, LandedChange landed) {
    return CannotRebaseException.conflict(
        "Found new conflicting delete files that can apply to its rows: the equality deletes "
            + delete.filePath(),
        landed.snapshot());
  }

  /** Deletes by position that landed; whether the change has to do with them. */
  private boolean takePositions(DataFile delete, LandedChange landed) {
    Optional<String> only = delete.referencedDataFile();
    if (only.isPresent() && !rows.concerns(only.get())) {
      if (delete.isDeletionVector()) {
        vectors.put(only.get(), delete);
      }
      return false;
    }
    if (only.isEmpty() && !rows.mayBeNamedBy(delete, DeleteReach.of(delete, table.schema()))) {
      return false;
    }
    boolean concerned = false;
    Map<String, PositionSet> byFile = reads.all(delete);
    for (Map.Entry<String, PositionSet> entry : byFile.entrySet()) {
      String path = entry.getKey();
      if (rows.concerns(path)) {
        requireSameFormat(delete, landed);
        concerned = true;
        take(path, entry.getValue(), delete, landed);
      }
    }
    return concerned;
  }

  /** A vector takes in all earlier deletes of its file, and only such are known here. */
  private void requireSameFormat(DataFile delete, LandedChange landed) {
    if (delete.isDeletionVector() != usesVectors()) {
      throw CannotRebaseException.conflict(
          "the table got another format version meanwhile, after the deletes " + delete.filePath(),
          landed.snapshot());
    }
  }

  private void take(String path, PositionSet landedRows, DataFile delete, LandedChange landed) {
    if (rows.deletesFrom(path)) {
      PositionSet mine = rows.deletedRows(path);
      PositionSet both = mine.copy();
      PositionSet others = mine.copy();
      others.removeAll(landedRows);
      both.removeAll(others);
      sameRow.require(path, both, landed);
      mine.removeAll(both);
      if (delete.isDeletionVector()) {
        vectors.put(path, delete);
      }
      if (delete.isDeletionVector() || !both.isEmpty()) {
        rows.alter(path);
      }
    }
    if (rows.replaces(path)) {
      PositionSet dead = rows.deadRows(path);
      landedRows.removeAll(dead);
      dead.addAll(landedRows);
      Translation moved = ownMap(path).translate(path, landedRows);
      if (change.kind() != ChangeKind.COMPACTION) {
        sameRow.require(path, moved.gaps(), landed);
      }
      moved.byTarget().forEach(rows::mask);
    }
  }

  private RowMap ownMap(String path) {
    return change
        .rowMap()
        .filter(map -> map.source(path).isPresent())
        .orElseThrow(
            () ->
                CannotRebaseException.refused(
                    "this change has no row map of " + path + ", which others changed as well"));
  }

  private boolean usesVectors() {
    return table.formatVersion() >= 3;
  }

  private static CannotRebaseException noMap(String path, LandedChange landed) {
    return CannotRebaseException.conflict(
        "Cannot commit, missing data files: "
            + path
            + " was rewritten by a commit that left no row map"
            + landed.whyUnmapped().map(reason -> ": " + reason).orElse(""),
        landed.snapshot());
  }

  private static CannotRebaseException notAdded(String target, LandedChange landed) {
    return CannotRebaseException.conflict(
        "its row map names " + target + ", which it did not add", landed.snapshot());
  }

  private RebasedFiles result() {
    List<DataFile> added = new ArrayList<>();
    List<RebasedFiles.NewDeletes> newDeletes = new ArrayList<>();
    long positions = 0;
    for (DataFile file : change.addedData()) {
      PositionSet masked = rows.masked(file.filePath());
      if (masked.cardinality() < file.recordCount()) {
        added.add(file);
        if (!masked.isEmpty()) {
          newDeletes.add(
              new RebasedFiles.NewDeletes(
                  file.filePath(), file.specId(), file.partition(), masked));
          positions += masked.cardinality();
        }
      }
    }
    Set<FileKey> outdated = new HashSet<>();
    List<DataFile> takenIn = new ArrayList<>();
    for (RebasedFiles.NewDeletes deletes : rows.alteredDeletes()) {
      positions += deletes.positions().cardinality();
      DataFile vector = vectors.get(deletes.dataFile());
      if (usesVectors() && vector != null) {
        deletes.positions().addAll(reads.of(deletes.dataFile(), List.of(vector)));
        takenIn.add(vector);
      }
      newDeletes.add(deletes);
    }
    for (DataFile file : change.addedDeletes()) {
      if (file.referencedDataFile().filter(rows::isAltered).isPresent()) {
        outdated.add(file.key());
      }
    }
    return new RebasedFiles(
        added,
        rows.replaced(),
        change.addedDeletes().stream().filter(f -> !outdated.contains(f.key())).toList(),
        removedDeletes(takenIn),
        newDeletes,
        commits,
        positions);
  }

  /** Those that are still there, and whose data file is or goes with them. */
  private List<DataFile> removedDeletes(List<DataFile> takenIn) {
    List<DataFile> removed = new ArrayList<>(takenIn);
    Set<String> kept = new HashSet<>();
    change.removedData().forEach(file -> kept.add(file.filePath()));
    rows.replaced().forEach(file -> kept.remove(file.filePath()));
    for (DataFile file : change.removedDeletes()) {
      boolean isNeeded =
          file.referencedDataFile().filter(kept::contains).isPresent()
              || file.referencedDataFile().filter(this::lacksEarlierDeletes).isPresent();
      if (!landedRemovals.contains(file.key()) && !isNeeded) {
        removed.add(file);
      }
    }
    return removed;
  }

  /** Deletes that are written anew have only the change's own, where there are no vectors. */
  private boolean lacksEarlierDeletes(String dataFile) {
    return !usesVectors() && rows.deletesFrom(dataFile) && rows.isAltered(dataFile);
  }
}
