package io.firn.spark.read;

import io.firn.expr.CaseSensitivity;
import io.firn.expr.Predicate;
import io.firn.expr.RowEvaluator;
import io.firn.scan.FileChange;
import io.firn.scan.FileTask;
import io.firn.spark.convert.ChangeColumns;
import io.firn.types.Schema;
import io.firn.types.StructValue;
import java.util.List;

/** A filter on the columns of a changelog that are no columns of the table. */
final class ChangeFilter {
  static final Schema COLUMNS = new Schema(0, ChangeColumns.ALL);

  private final RowEvaluator evaluator;

  ChangeFilter(Predicate filter, CaseSensitivity caseSensitivity) {
    this.evaluator = RowEvaluator.of(filter, COLUMNS, caseSensitivity);
  }

  /** False only if no row of the task can match. */
  boolean mayMatch(FileTask task) {
    FileChange change = task.change().orElseThrow();
    return types(change.kind()).stream()
        .anyMatch(
            type -> evaluator.matches(StructValue.of(type, change.ordinal(), change.snapshotId())));
  }

  private static List<String> types(FileChange.Kind kind) {
    return switch (kind) {
      case ADDED -> List.of(ChangeColumns.INSERT);
      case REMOVED -> List.of(ChangeColumns.DELETE);
      case OTHER_DELETES -> List.of(ChangeColumns.INSERT, ChangeColumns.DELETE);
    };
  }
}
