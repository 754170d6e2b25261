package io.firn.operation;

import io.firn.conflict.ConflictRule;
import io.firn.conflict.Explained;
import io.firn.conflict.Guard;
import io.firn.conflict.NoAddedDeletes;
import io.firn.conflict.NoRemovedMatches;
import io.firn.conflict.NoRemovedRows;
import io.firn.conflict.ReadRows;
import io.firn.conflict.Scope;
import io.firn.expr.CaseSensitivity;
import io.firn.expr.Predicate;
import io.firn.model.Snapshot;
import io.firn.model.SnapshotOperation;
import io.firn.rebase.ChangeKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;

/**
 * A row-level statement and what it read: the snapshot (empty: the branch had none), the rows it
 * had to see, and how far it must be kept apart from others.
 *
 * @param unchanged whether it matters that rows which it saw and left as they are stay there
 */
public record Statement(
    RowLevelCommand command,
    OptionalLong baseSnapshotId,
    ReadRows rows,
    Unchanged unchanged,
    Isolation isolation) {

  /** What a statement's result owes to rows that it does not change. */
  public enum Unchanged {
    /** Without such a row it would have inserted one: a MERGE with NOT MATCHED clauses. */
    HINDER_INSERTS,
    DO_NOT_MATTER
  }

  /** Of which no more is known than a filter of what it read. */
  public Statement(
      RowLevelCommand command,
      OptionalLong baseSnapshotId,
      Predicate readFilter,
      CaseSensitivity caseSensitivity,
      Isolation isolation) {
    this(
        command,
        baseSnapshotId,
        ReadRows.matching(readFilter, caseSensitivity),
        command == RowLevelCommand.MERGE ? Unchanged.HINDER_INSERTS : Unchanged.DO_NOT_MATTER,
        isolation);
  }

  /** What every row that the statement had to see matches. */
  Predicate readFilter() {
    return rows.filter();
  }

  /** How the filter names columns. */
  CaseSensitivity caseSensitivity() {
    return rows.caseSensitivity();
  }

  /** The rows that the statement had to see, as whole files decide. */
  Scope.Matching scope() {
    return rows.scope();
  }

  List<ConflictRule> noAddedRows() {
    return isolation.noAddedRows(scope());
  }

  /**
   * The rules for a statement whose own rows the rebase has judged one by one: what is left are the
   * rows that it read. A MERGE also read rows that it matched and did not change, which nobody may
   * have deleted: it would have inserted them.
   */
  List<Guard> rowGuards(String branch) {
    List<ConflictRule> rules = new ArrayList<>(isolation.noLandedRows(rows));
    if (insertsByWhatItRead() && rows.test().isPresent()) {
      rules.add(new NoRemovedMatches(rows));
    } else {
      noRemovedRows().forEach(rule -> rules.add(new Explained(rule, rows)));
    }
    return List.of(new Guard(branch, baseSnapshotId, rules));
  }

  private boolean insertsByWhatItRead() {
    return unchanged == Unchanged.HINDER_INSERTS && isolation != Isolation.SNAPSHOT;
  }

  /** By whole files: rows that were read, and hinder an insert, are still there. */
  List<ConflictRule> noRemovedRows() {
    return insertsByWhatItRead()
        ? List.of(new NoAddedDeletes(scope()), NoRemovedRows.butReplacements(scope()))
        : List.of();
  }

  /** What the summary says of it: that an append is not blind. */
  Map<String, String> says(SnapshotOperation operation) {
    return operation == SnapshotOperation.APPEND
        ? Map.of(Snapshot.ROW_LEVEL_COMMAND_KEY, command.name().toLowerCase(Locale.ROOT))
        : Map.of();
  }

  ChangeKind kind() {
    return ChangeKind.valueOf(command.name());
  }
}
