package io.firn.operation;

import io.firn.codec.parquet.PositionDeleteFile;
import io.firn.error.InvalidInputException;
import io.firn.expr.CaseSensitivity;
import io.firn.expr.Predicate;
import io.firn.history.History;
import io.firn.io.Storage;
import io.firn.model.DataFile;
import io.firn.model.FileKey;
import io.firn.model.Snapshot;
import io.firn.model.SnapshotOperation;
import io.firn.model.TableMetadata;
import io.firn.scan.FileTask;
import io.firn.scan.ScanPlanner;
import io.firn.scan.ScanRequest;
import io.firn.scan.StatsMode;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A snapshot of a DELETE, UPDATE or MERGE as the statement that its commit was, so that it can be
 * rebased over what landed since its parent. What the statement read is not known any more: others
 * may have added rows that it would have changed, as with isolation level {@code snapshot}.
 *
 * <p>Files alone say what rows became of a change only if it deleted by position, only deleted
 * files, or left a row map; all else is refused.
 */
final class PickedRows {
  private final TableMetadata table;
  private final Snapshot snapshot;
  private final SnapshotFiles files;

  PickedRows(TableMetadata table, Snapshot snapshot, SnapshotFiles files) {
    this.table = table;
    this.snapshot = snapshot;
    this.files = files;
  }

  Operation operation(SnapshotOptions options, Storage storage) {
    Optional<String> refusal = refusal();
    if (refusal.isPresent()) {
      throw new InvalidInputException(
          ("Cannot cherry-pick snapshot %d: not append, dynamic overwrite, or fast-forward, nor a"
                  + " row-level change that can be rebased: %s")
              .formatted(snapshot.snapshotId(), refusal.get()));
    }
    if (files.removedData().isEmpty()) {
      return rowDelta(options, storage);
    }
    return new Overwrite(
        options,
        statement(isDelete()),
        new Replacement(
            files.removedData(), files.addedData(), deletesAtBase(storage), files.rowMap()));
  }

  private Optional<String> refusal() {
    if (snapshot.operation().equals(Optional.of(SnapshotOperation.REPLACE.text()))) {
      return Optional.of("it rewrote files without changing rows");
    }
    if (files.addsEqualityDeletes()) {
      return Optional.of("it has equality deletes");
    }
    if (!files.removedData().isEmpty() && !files.addedDeletes().isEmpty()) {
      return Optional.of("it both rewrote files and deleted by position");
    }
    if (files.addedDeletes().isEmpty() && files.removedData().isEmpty()) {
      return Optional.of("it only added rows, in place of what it does not tell");
    }
    boolean rewrites = !files.removedData().isEmpty() && !files.addedData().isEmpty();
    if (rewrites && files.rowMap().isEmpty()) {
      return Optional.of("it rewrote files and left no row map");
    }
    OptionalLong parent = snapshot.parentSnapshotId();
    boolean follows =
        parent.isPresent()
            && table.currentSnapshotId().isPresent()
            && History.isAncestor(table, parent.getAsLong(), table.currentSnapshotId().getAsLong());
    return follows
        ? Optional.empty()
        : Optional.of("its parent is not an ancestor of the current state");
  }

  private boolean isDelete() {
    return files.addedData().isEmpty()
        || files.rowMap().filter(map -> map.newImages().isEmpty()).isPresent();
  }

  private Statement statement(boolean deletes) {
    return new Statement(
        deletes ? RowLevelCommand.DELETE : RowLevelCommand.MERGE,
        snapshot.parentSnapshotId(),
        Predicate.ALWAYS_TRUE,
        CaseSensitivity.SENSITIVE,
        Isolation.SNAPSHOT);
  }

  private RowDelta rowDelta(SnapshotOptions options, Storage storage) {
    Set<String> deletedFrom = new HashSet<>();
    for (DataFile delete : files.addedDeletes()) {
      delete
          .referencedDataFile()
          .ifPresentOrElse(
              deletedFrom::add,
              () -> deletedFrom.addAll(PositionDeleteFile.readAll(storage, delete).keySet()));
    }
    Set<FileKey> removed =
        files.removedDeletes().stream().map(DataFile::key).collect(Collectors.toSet());
    Map<String, List<DataFile>> takenIn = new HashMap<>();
    deletesAtBase(storage)
        .forEach(
            (path, deletes) -> {
              List<DataFile> taken =
                  deletes.stream().filter(d -> usesVectors() || removed.contains(d.key())).toList();
              if (deletedFrom.contains(path) && !taken.isEmpty()) {
                takenIn.put(path, taken);
              }
            });
    return new RowDelta(
        options,
        statement(files.addedData().isEmpty()),
        new RowChanges(
            files.addedData(), files.addedDeletes(), files.removedDeletes(), deletedFrom, takenIn));
  }

  private boolean usesVectors() {
    return files.addedDeletes().stream().anyMatch(DataFile::isDeletionVector);
  }

  /** The deletes by position of all data files in the parent. */
  private Map<String, List<DataFile>> deletesAtBase(Storage storage) {
    Snapshot parent = table.requireSnapshot(snapshot.parentSnapshotId().orElseThrow());
    Map<String, List<DataFile>> deletes = new HashMap<>();
    for (FileTask task :
        new ScanPlanner(storage)
            .plan(
                new ScanRequest(
                    table,
                    parent,
                    table.schema(),
                    Predicate.ALWAYS_TRUE,
                    CaseSensitivity.SENSITIVE,
                    StatsMode.KEEP))
            .tasks()) {
      if (!task.positionDeletes().isEmpty()) {
        deletes.put(task.file().filePath(), task.positionDeletes());
      }
    }
    return deletes;
  }
}
