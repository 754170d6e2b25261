package io.firn.rebase;

import io.firn.deletes.PositionSet;

/**
 * Two changes of one row are a conflict, unless both only delete: then the row is gone either way.
 */
final class SameRowRule {
  private static final int LISTED_ROWS = 3;

  private final ChangeKind kind;

  SameRowRule(ChangeKind kind) {
    this.kind = kind;
  }

  /** Rows of the file that the pending change and the landed one both changed. */
  void require(String dataFile, PositionSet both, LandedChange landed) {
    if (both.isEmpty() || (kind == ChangeKind.DELETE && landed.bringsNoRow())) {
      return;
    }
    throw CannotRebaseException.conflict(
        rows(dataFile, both) + ", which this statement also changes, changed meanwhile",
        landed.snapshot());
  }

  /** For messages: a few positions and the file. */
  static String rows(String dataFile, PositionSet positions) {
    StringBuilder text = new StringBuilder(positions.cardinality() == 1 ? "row " : "rows ");
    long next = positions.next(0);
    for (int i = 0; i < LISTED_ROWS && next >= 0; i++) {
      text.append(i == 0 ? "" : ", ").append(next);
      next = positions.next(next + 1);
    }
    if (next >= 0) {
      text.append(" and ").append(positions.cardinality() - LISTED_ROWS).append(" more");
    }
    return text.append(" of ").append(dataFile).toString();
  }
}
