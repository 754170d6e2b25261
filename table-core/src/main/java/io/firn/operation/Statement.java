package io.firn.operation;

import io.firn.conflict.ConflictRule;
import io.firn.conflict.Guard;
import io.firn.conflict.NoAddedDeletes;
import io.firn.conflict.NoRemovedRows;
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
 */
public record Statement(
    RowLevelCommand command,
    OptionalLong baseSnapshotId,
    Predicate readFilter,
    CaseSensitivity caseSensitivity,
    Isolation isolation) {

  /** The rows that the statement had to see. */
  Scope.Matching scope() {
    return new Scope.Matching(readFilter, caseSensitivity);
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
    List<ConflictRule> rules = new ArrayList<>(isolation.noLandedRows(scope()));
    if (command == RowLevelCommand.MERGE && isolation != Isolation.SNAPSHOT) {
      rules.add(new NoAddedDeletes(scope()));
      rules.add(NoRemovedRows.butReplacements(scope()));
    }
    return List.of(new Guard(branch, baseSnapshotId, rules));
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
