package io.firn.operation;

import io.firn.conflict.ConflictRule;
import io.firn.conflict.NoAddedRows;
import io.firn.conflict.NoLandedRows;
import io.firn.conflict.ReadRows;
import io.firn.conflict.Scope;
import io.firn.error.InvalidInputException;
import java.util.List;
import java.util.Locale;

/**
 * Isolation level of a statement that reads and writes ({@code write.*.isolation-level}, option
 * {@code isolation-level}).
 */
public enum Isolation {
  SERIALIZABLE,
  SNAPSHOT,
  WRITE_SERIALIZABLE;

  /**
   * Parses {@code serializable}, {@code snapshot} or {@code write-serializable} in any case; {@code
   * source} names the property or option in the error.
   */
  public static Isolation parse(String source, String text) {
    for (Isolation isolation : values()) {
      if (isolation.text().equals(text.toLowerCase(Locale.ROOT))) {
        return isolation;
      }
    }
    throw new InvalidInputException(
        "Invalid isolation level '"
            + text
            + "' of "
            + source
            + ": use serializable, snapshot or write-serializable");
  }

  public String text() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** The rule on rows of the scope that others add: none for {@code SNAPSHOT}. */
  List<ConflictRule> noAddedRows(Scope scope) {
    return switch (this) {
      case SERIALIZABLE -> List.of(NoAddedRows.byAnyCommit(scope));
      case WRITE_SERIALIZABLE -> List.of(NoAddedRows.butBlindAppends(scope));
      case SNAPSHOT -> List.of();
    };
  }

  /** As {@link #noAddedRows}, decided by rows instead of files. */
  List<ConflictRule> noLandedRows(ReadRows rows) {
    return switch (this) {
      case SERIALIZABLE ->
          List.of(NoLandedRows.narrowing(NoAddedRows.byAnyCommit(rows.scope()), rows));
      case WRITE_SERIALIZABLE ->
          List.of(NoLandedRows.narrowing(NoAddedRows.butBlindAppends(rows.scope()), rows));
      case SNAPSHOT -> List.of();
    };
  }
}
