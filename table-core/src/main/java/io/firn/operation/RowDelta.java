package io.firn.operation;

import io.firn.conflict.ConflictRule;
import io.firn.conflict.DataFilesExist;
import io.firn.conflict.Guard;
import io.firn.conflict.NoAddedDeletes;
import io.firn.conflict.NoConcurrentVectors;
import io.firn.conflict.NoRemovalOf;
import io.firn.model.DataFile;
import io.firn.model.SnapshotOperation;
import io.firn.model.TableChange;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** DELETE, UPDATE or MERGE in merge-on-read mode: new rows and deletes of rows by position. */
public record RowDelta(SnapshotOptions options, Statement statement, RowChanges changes)
    implements Operation {

  @Override
  public String name() {
    return statement.command().name();
  }

  @Override
  public TableChange planOn(Planning planning) {
    return SnapshotPlanner.plan(
        planning,
        SnapshotEdit.of(name(), operation(), options)
            .adding(changes.addedData(), changes.addedDeletes())
            .removing(Removal.files(List.of(), changes.removedDeletes()), whenMissing()));
  }

  private SnapshotOperation operation() {
    if (changes.addedDeletes().isEmpty() && !changes.addedData().isEmpty()) {
      return SnapshotOperation.APPEND;
    }
    return changes.addedData().isEmpty() && !changes.addedDeletes().isEmpty()
        ? SnapshotOperation.DELETE
        : SnapshotOperation.OVERWRITE;
  }

  /** Whether new images of deleted rows come into the table: not by a DELETE. */
  private boolean rewritesRows() {
    return statement.command() != RowLevelCommand.DELETE;
  }

  private SnapshotEdit.WhenMissing whenMissing() {
    return rewritesRows() ? SnapshotEdit.WhenMissing.FAIL : SnapshotEdit.WhenMissing.IGNORE;
  }

  @Override
  public List<Guard> guards() {
    Set<String> referenced = changes.referencedDataFiles();
    List<ConflictRule> rules = new ArrayList<>();
    if (rewritesRows()) {
      rules.add(DataFilesExist.afterAnyCommit(referenced));
      rules.addAll(statement.noAddedRows());
      rules.add(new NoAddedDeletes(statement.scope()));
    } else {
      rules.add(DataFilesExist.butForDeletions(referenced));
      rules.addAll(statement.noAddedRows());
    }
    rules.add(new NoConcurrentVectors(vectorTargets()));
    if (rewritesRows()) {
      rules.add(new NoRemovalOf(changes.removedDeletes()));
    }
    return List.of(new Guard(options.branch(), statement.baseSnapshotId(), rules));
  }

  private Set<String> vectorTargets() {
    return changes.addedDeletes().stream()
        .filter(DataFile::isDeletionVector)
        .flatMap(f -> f.referencedDataFile().stream())
        .collect(Collectors.toUnmodifiableSet());
  }
}
