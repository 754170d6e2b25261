package io.firn.operation;

import io.firn.conflict.Guard;
import io.firn.conflict.NoNewDeletesFor;
import io.firn.conflict.NoRemovalOf;
import io.firn.error.InvalidInputException;
import io.firn.model.DataFile;
import io.firn.model.SnapshotOperation;
import io.firn.model.TableChange;
import io.firn.rowmap.RowMap;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * Replaces files by others that hold the same rows: compaction. The new data files count as old as
 * {@code dataSequenceNumber} says, so that equality deletes that landed meanwhile still apply to
 * them; without it they are as new as the commit.
 *
 * @param rowMap where the rows of the removed data files went; empty if nobody knows
 */
public record RewriteFiles(
    SnapshotOptions options,
    OptionalLong baseSnapshotId,
    List<DataFile> removedData,
    List<DataFile> removedDeletes,
    List<DataFile> addedData,
    List<DataFile> addedDeletes,
    OptionalLong dataSequenceNumber,
    Optional<RowMap> rowMap)
    implements Operation {

  public RewriteFiles {
    removedData = List.copyOf(removedData);
    removedDeletes = List.copyOf(removedDeletes);
    addedData = List.copyOf(addedData);
    addedDeletes = List.copyOf(addedDeletes);
  }

  /** Without row map. */
  public RewriteFiles(
      SnapshotOptions options,
      OptionalLong baseSnapshotId,
      List<DataFile> removedData,
      List<DataFile> removedDeletes,
      List<DataFile> addedData,
      List<DataFile> addedDeletes,
      OptionalLong dataSequenceNumber) {
    this(
        options,
        baseSnapshotId,
        removedData,
        removedDeletes,
        addedData,
        addedDeletes,
        dataSequenceNumber,
        Optional.empty());
  }

  @Override
  public String name() {
    return "rewrite";
  }

  @Override
  public TableChange planOn(Planning planning) {
    requireReplacement(planning.tableName());
    return SnapshotPlanner.plan(
        planning,
        SnapshotEdit.of(name(), SnapshotOperation.REPLACE, options)
            .adding(addedData, addedDeletes)
            .dataAsOldAs(dataSequenceNumber)
            .removing(Removal.files(removedData, removedDeletes), SnapshotEdit.WhenMissing.FAIL)
            .mappedBy(rowMap));
  }

  private void requireReplacement(String tableName) {
    boolean replaces =
        (!removedData.isEmpty() || !removedDeletes.isEmpty())
            && (addedData.isEmpty() || !removedData.isEmpty())
            && (addedDeletes.isEmpty() || !removedDeletes.isEmpty());
    if (!replaces) {
      throw new InvalidInputException(
          ("Cannot rewrite files of %s: %d data files replace %d and %d delete files replace %d;"
                  + " a rewrite replaces files by files of their kind")
              .formatted(
                  tableName,
                  addedData.size(),
                  removedData.size(),
                  addedDeletes.size(),
                  removedDeletes.size()));
    }
  }

  @Override
  public List<Guard> guards() {
    NoNewDeletesFor.Kind kind =
        dataSequenceNumber.isPresent()
            ? NoNewDeletesFor.Kind.BY_POSITION
            : NoNewDeletesFor.Kind.ANY;
    return List.of(
        new Guard(
            options.branch(),
            baseSnapshotId,
            List.of(
                NoNewDeletesFor.compacted(removedData, kind),
                new NoRemovalOf(
                    Stream.concat(removedData.stream(), removedDeletes.stream()).toList()))));
  }
}
