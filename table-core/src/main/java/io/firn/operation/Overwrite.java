package io.firn.operation;

import io.firn.conflict.ConflictRule;
import io.firn.conflict.Guard;
import io.firn.conflict.NoNewDeletesFor;
import io.firn.conflict.NoRemovalOf;
import io.firn.conflict.SameColumns;
import io.firn.model.DataFile;
import io.firn.model.SnapshotOperation;
import io.firn.model.TableChange;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Replaces data files by rewritten ones: DELETE, UPDATE or MERGE in copy-on-write mode. Vectors of
 * the removed files go with them.
 */
public final class Overwrite implements Operation {
  private final SnapshotOptions options;
  private final Statement statement;
  private final Replacement replacement;
  private final Files files;
  private final Judged judged;

  /** Which files the statement replaces. */
  public enum Files {
    /** All with a row that it looked up. */
    READ,
    /** Those with a row that it changed; others that it read stay as they are. */
    CHANGED
  }

  public Overwrite(
      SnapshotOptions options, Statement statement, Replacement replacement, Files files) {
    this(options, statement, replacement, files, Judged.byFiles());
  }

  /** Of all files with a row that was looked up. */
  public Overwrite(SnapshotOptions options, Statement statement, Replacement replacement) {
    this(options, statement, replacement, Files.READ);
  }

  /** Without row map. */
  public Overwrite(
      SnapshotOptions options, Statement statement, List<DataFile> removed, List<DataFile> added) {
    this(options, statement, Replacement.unmapped(removed, added));
  }

  private Overwrite(
      SnapshotOptions options,
      Statement statement,
      Replacement replacement,
      Files files,
      Judged judged) {
    this.options = options;
    this.statement = statement;
    this.replacement = replacement;
    this.files = files;
    this.judged = judged;
  }

  @Override
  public String name() {
    return statement.command().name();
  }

  @Override
  public Operation rebasedOn(Rebasing state) {
    return new Overwrite(
        options,
        statement,
        replacement,
        files,
        state.judge(
            name(),
            options.branch(),
            statement.baseSnapshotId(),
            replacement.pending(statement.kind(), List.of(), false)));
  }

  @Override
  public Optional<String> rebaseRefusal() {
    return judged.refusal();
  }

  @Override
  public TableChange planOn(Planning planning) {
    SnapshotEdit edit =
        SnapshotEdit.of(name(), operation(), options)
            .mappedBy(replacement.rowMap())
            .saying(statement.says(operation()));
    return SnapshotPlanner.plan(
        planning,
        judged
            .rebased()
            .map(on -> on.apply(edit, planning))
            .orElseGet(
                () ->
                    edit.adding(replacement.added(), List.of())
                        .removing(
                            Removal.files(replacement.removed(), List.of()),
                            SnapshotEdit.WhenMissing.FAIL)));
  }

  private SnapshotOperation operation() {
    if (judged.rebased().map(on -> on.files().addedData()).orElse(replacement.added()).isEmpty()) {
      return SnapshotOperation.DELETE;
    }
    return replacement.removed().isEmpty() ? SnapshotOperation.APPEND : SnapshotOperation.OVERWRITE;
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
    List<ConflictRule> rules = new ArrayList<>(statement.noAddedRows());
    rules.add(NoNewDeletesFor.rewritten(replacement.removed(), statement.scope()));
    rules.add(new NoRemovalOf(replacement.removed()));
    if (files == Files.CHANGED) {
      rules.addAll(statement.noRemovedRows());
    }
    return new Guard(options.branch(), statement.baseSnapshotId(), rules);
  }
}
