package io.firn.operation;

import io.firn.conflict.ConflictRule;
import io.firn.conflict.Guard;
import io.firn.conflict.NoAddedDeletes;
import io.firn.conflict.NoRemovedRows;
import io.firn.conflict.Scope;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Whether an overwrite fails when others changed the rows that it replaces. Iceberg engines check
 * only when the writer asks for it ({@code isolation-level}, {@code validate-from-snapshot-id}).
 * Without a snapshot the check goes back to the beginning of the table's history.
 */
public record Validation(Optional<Isolation> isolation, OptionalLong fromSnapshotId) {

  /** The overwrite wins over whatever landed meanwhile. */
  public static Validation none() {
    return new Validation(Optional.empty(), OptionalLong.empty());
  }

  /** Checks what landed after the snapshot. */
  public static Validation since(OptionalLong snapshotId, Isolation isolation) {
    return new Validation(Optional.of(isolation), snapshotId);
  }

  /**
   * The rules for an overwrite of the scope: nobody has deleted rows in it, and for more than
   * {@code snapshot} isolation nobody has added any.
   */
  List<Guard> guards(String branch, Scope scope) {
    if (isolation.isEmpty()) {
      return List.of();
    }
    List<ConflictRule> rules = new ArrayList<>(isolation.get().noAddedRows(scope));
    rules.add(new NoAddedDeletes(scope));
    rules.add(NoRemovedRows.byAnyCommit(scope));
    return List.of(new Guard(branch, fromSnapshotId, rules));
  }
}
