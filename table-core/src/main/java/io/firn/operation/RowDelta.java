package io.firn.operation;

import io.firn.conflict.ConflictRule;
import io.firn.conflict.DataFilesExist;
import io.firn.conflict.Guard;
import io.firn.conflict.NoAddedDeletes;
import io.firn.conflict.NoConcurrentVectors;
import io.firn.conflict.NoRemovalOf;
import io.firn.conflict.SameColumns;
import io.firn.model.DataFile;
import io.firn.model.SnapshotOperation;
import io.firn.model.TableChange;
import io.firn.rebase.PendingChange;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** DELETE, UPDATE or MERGE in merge-on-read mode: new rows and deletes of rows by position. */
public final class RowDelta implements Operation {
  private final SnapshotOptions options;
  private final Statement statement;
  private final RowChanges changes;
  private final Judged judged;

  public RowDelta(SnapshotOptions options, Statement statement, RowChanges changes) {
    this(options, statement, changes, Judged.byFiles());
  }

  private RowDelta(
      SnapshotOptions options, Statement statement, RowChanges changes, Judged judged) {
    this.options = options;
    this.statement = statement;
    this.changes = changes;
    this.judged = judged;
  }

  @Override
  public String name() {
    return statement.command().name();
  }

  @Override
  public Operation rebasedOn(Rebasing state) {
    PendingChange change =
        new PendingChange(
            statement.kind(),
            changes.addedData(),
            List.of(),
            changes.addedDeletes(),
            changes.referencedDataFiles(),
            changes.removedDeletes(),
            changes.takenIn(),
            Optional.empty(),
            false);
    return new RowDelta(
        options,
        statement,
        changes,
        state.judge(name(), options.branch(), statement.baseSnapshotId(), change));
  }

  @Override
  public Optional<String> rebaseRefusal() {
    return judged.refusal();
  }

  @Override
  public TableChange planOn(Planning planning) {
    SnapshotEdit edit =
        SnapshotEdit.of(name(), operation(), options).saying(statement.says(operation()));
    return SnapshotPlanner.plan(
        planning,
        judged
            .rebased()
            .map(on -> on.apply(edit, planning))
            .orElseGet(
                () ->
                    edit.adding(changes.addedData(), changes.addedDeletes())
                        .removing(
                            Removal.files(List.of(), changes.removedDeletes()), whenMissing())));
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
    List<Guard> guards = new ArrayList<>();
    if (!judged.byRows() || statement.isolation() != Isolation.SNAPSHOT) {
      guards.add(
          new Guard(
              options.branch(),
              statement.baseSnapshotId(),
              List.of(new SameColumns(statement.readFilter(), statement.caseSensitivity()))));
    }
    guards.addAll(judged.byRows() ? statement.rowGuards(options.branch()) : List.of(byFiles()));
    return guards;
  }

  /** Whole files decide. */
  private Guard byFiles() {
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
    return new Guard(options.branch(), statement.baseSnapshotId(), rules);
  }

  private Set<String> vectorTargets() {
    return changes.addedDeletes().stream()
        .filter(DataFile::isDeletionVector)
        .flatMap(f -> f.referencedDataFile().stream())
        .collect(Collectors.toUnmodifiableSet());
  }
}
