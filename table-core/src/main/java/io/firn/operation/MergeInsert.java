package io.firn.operation;

import io.firn.conflict.Guard;
import io.firn.conflict.SameColumns;
import io.firn.model.DataFile;
import io.firn.model.SnapshotOperation;
import io.firn.model.TableChange;
import io.firn.model.TableProperties;
import java.util.ArrayList;
import java.util.List;

/**
 * Adds the rows that a MERGE with only NOT MATCHED clauses inserts. It changes no row, so there is
 * nothing to rebase; but it must have seen every row with its keys. With {@code
 * commit.rebase.enabled = false} it is the plain append that it is for other connectors.
 */
public final class MergeInsert implements Operation {
  private final SnapshotOptions options;
  private final Statement statement;
  private final List<DataFile> files;
  private final boolean checks;

  public MergeInsert(SnapshotOptions options, Statement statement, List<DataFile> files) {
    this(options, statement, files, true);
  }

  private MergeInsert(
      SnapshotOptions options, Statement statement, List<DataFile> files, boolean checks) {
    this.options = options;
    this.statement = statement;
    this.files = List.copyOf(files);
    this.checks = checks;
  }

  @Override
  public String name() {
    return statement.command().name();
  }

  @Override
  public Operation rebasedOn(Rebasing state) {
    boolean enabled =
        TableProperties.booleanValue(
            state.table().properties(),
            TableProperties.COMMIT_REBASE_ENABLED,
            TableProperties.COMMIT_REBASE_ENABLED_DEFAULT);
    return new MergeInsert(options, statement, files, enabled);
  }

  @Override
  public List<Guard> guards() {
    if (!checks || statement.isolation() == Isolation.SNAPSHOT) {
      return List.of();
    }
    List<Guard> guards = new ArrayList<>();
    guards.add(
        new Guard(
            options.branch(),
            statement.baseSnapshotId(),
            List.of(new SameColumns(statement.readFilter(), statement.caseSensitivity()))));
    guards.addAll(statement.rowGuards(options.branch()));
    return guards;
  }

  @Override
  public TableChange planOn(Planning planning) {
    return SnapshotPlanner.plan(
        planning,
        SnapshotEdit.of(name(), SnapshotOperation.APPEND, options)
            .adding(files, List.of())
            .saying(statement.says(SnapshotOperation.APPEND)));
  }
}
