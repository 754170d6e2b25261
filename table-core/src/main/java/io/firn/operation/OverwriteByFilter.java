package io.firn.operation;

import io.firn.conflict.Guard;
import io.firn.conflict.Scope;
import io.firn.expr.CaseSensitivity;
import io.firn.expr.Predicate;
import io.firn.model.DataFile;
import io.firn.model.SnapshotOperation;
import io.firn.model.TableChange;
import java.util.List;

/**
 * Replaces all rows that match the filter by those of new files: static {@code INSERT OVERWRITE},
 * {@code REPLACE WHERE}, truncation ({@code ALWAYS_TRUE}). Works on whole files; a file of which
 * only some rows match fails the commit.
 */
public record OverwriteByFilter(
    SnapshotOptions options,
    Predicate filter,
    CaseSensitivity caseSensitivity,
    List<DataFile> added,
    Validation validation)
    implements Operation {

  public OverwriteByFilter {
    added = List.copyOf(added);
  }

  @Override
  public String name() {
    return "overwrite";
  }

  @Override
  public TableChange planOn(Planning planning) {
    SnapshotOperation operation =
        added.isEmpty() ? SnapshotOperation.DELETE : SnapshotOperation.OVERWRITE;
    return SnapshotPlanner.plan(
        planning,
        SnapshotEdit.of(name(), operation, options)
            .adding(added, List.of())
            .removing(
                Removal.matching(filter, caseSensitivity, Removal.WhenPartlyMatching.INVALID),
                SnapshotEdit.WhenMissing.IGNORE));
  }

  @Override
  public List<Guard> guards() {
    return validation.guards(options.branch(), new Scope.Matching(filter, caseSensitivity));
  }
}
