package io.firn.operation;

import io.firn.conflict.ConflictRule;
import io.firn.conflict.Guard;
import io.firn.conflict.NoNewDeletesFor;
import io.firn.conflict.NoRemovalOf;
import io.firn.model.DataFile;
import io.firn.model.SnapshotOperation;
import io.firn.model.TableChange;
import io.firn.rowmap.RowMap;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Replaces data files by rewritten ones: DELETE, UPDATE or MERGE in copy-on-write mode. Vectors of
 * the removed files go with them.
 *
 * @param rowMap where the rows of the removed files went; empty if nobody knows
 */
public record Overwrite(
    SnapshotOptions options,
    Statement statement,
    List<DataFile> removed,
    List<DataFile> added,
    Optional<RowMap> rowMap)
    implements Operation {

  public Overwrite {
    removed = List.copyOf(removed);
    added = List.copyOf(added);
  }

  /** Without row map. */
  public Overwrite(
      SnapshotOptions options, Statement statement, List<DataFile> removed, List<DataFile> added) {
    this(options, statement, removed, added, Optional.empty());
  }

  @Override
  public String name() {
    return statement.command().name();
  }

  @Override
  public TableChange planOn(Planning planning) {
    return SnapshotPlanner.plan(
        planning,
        SnapshotEdit.of(name(), operation(), options)
            .adding(added, List.of())
            .removing(Removal.files(removed, List.of()), SnapshotEdit.WhenMissing.FAIL)
            .mappedBy(rowMap));
  }

  private SnapshotOperation operation() {
    if (added.isEmpty()) {
      return SnapshotOperation.DELETE;
    }
    return removed.isEmpty() ? SnapshotOperation.APPEND : SnapshotOperation.OVERWRITE;
  }

  @Override
  public List<Guard> guards() {
    List<ConflictRule> rules = new ArrayList<>(statement.noAddedRows());
    rules.add(NoNewDeletesFor.rewritten(removed, statement.scope()));
    rules.add(new NoRemovalOf(removed));
    return List.of(new Guard(options.branch(), statement.baseSnapshotId(), rules));
  }
}
