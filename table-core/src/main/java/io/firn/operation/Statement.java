package io.firn.operation;

import io.firn.conflict.ConflictRule;
import io.firn.conflict.Scope;
import io.firn.expr.CaseSensitivity;
import io.firn.expr.Predicate;
import java.util.List;
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
  Scope scope() {
    return new Scope.Matching(readFilter, caseSensitivity);
  }

  List<ConflictRule> noAddedRows() {
    return isolation.noAddedRows(scope());
  }
}
