package io.firn.procedures;

import io.firn.error.InvalidInputException;
import io.firn.model.Snapshot;
import io.firn.table.Table;

/** The current snapshot of a table, for procedures that cannot do without. */
final class CurrentSnapshots {
  private CurrentSnapshots() {}

  /** {@code action} says what cannot be done without it. */
  static Snapshot require(Table table, String action) {
    return table
        .metadata()
        .currentSnapshot()
        .orElseThrow(
            () ->
                new InvalidInputException(
                    "Cannot " + action + " " + table.name() + ": it has no snapshot"));
  }
}
