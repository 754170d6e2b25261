package io.firn.conflict;

import io.firn.model.EntryStatus;
import io.firn.model.ManifestContent;
import io.firn.model.SnapshotOperation;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** No commit of the operations has removed a data file that may hold rows of the scope. */
public record NoRemovedRows(Scope scope, Set<SnapshotOperation> operations)
    implements ConflictRule {

  public NoRemovedRows {
    operations = Set.copyOf(operations);
  }

  /** All commits that remove files count. */
  public static NoRemovedRows byAnyCommit(Scope scope) {
    return new NoRemovedRows(
        scope,
        Set.of(SnapshotOperation.OVERWRITE, SnapshotOperation.REPLACE, SnapshotOperation.DELETE));
  }

  /** Replacements keep all rows, in other files. */
  public static NoRemovedRows butReplacements(Scope scope) {
    return new NoRemovedRows(scope, Set.of(SnapshotOperation.OVERWRITE, SnapshotOperation.DELETE));
  }

  @Override
  public Optional<Conflict> check(CheckContext context) {
    Scope.FileTest test = scope.in(context.metadata());
    List<LandedFile> removed =
        context
            .landed()
            .files(
                ManifestContent.DATA,
                EntryStatus.DELETED,
                operations,
                test::mayHold,
                entry -> test.mayHold(entry.file()));
    return removed.isEmpty()
        ? Optional.empty()
        : Optional.of(
            Conflict.with(
                "Found conflicting deleted files that can contain records matching "
                    + scope.describe(),
                removed));
  }
}
