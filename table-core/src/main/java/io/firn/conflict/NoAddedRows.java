package io.firn.conflict;

import io.firn.model.EntryStatus;
import io.firn.model.ManifestContent;
import io.firn.model.SnapshotOperation;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** No commit has added a data file that may hold rows of the scope. */
public record NoAddedRows(Scope scope, Set<SnapshotOperation> operations) implements ConflictRule {

  public NoAddedRows {
    operations = Set.copyOf(operations);
  }

  /** All commits that bring rows count. */
  public static NoAddedRows byAnyCommit(Scope scope) {
    return new NoAddedRows(scope, Set.of(SnapshotOperation.APPEND, SnapshotOperation.OVERWRITE));
  }

  /** Pure appends do not count: the operation can be put before them in the serial order. */
  public static NoAddedRows butBlindAppends(Scope scope) {
    return new NoAddedRows(scope, Set.of(SnapshotOperation.OVERWRITE));
  }

  @Override
  public Optional<Conflict> check(CheckContext context) {
    Scope.FileTest test = scope.in(context.metadata());
    List<LandedFile> added =
        context
            .landed()
            .files(
                ManifestContent.DATA,
                EntryStatus.ADDED,
                operations,
                test::mayHold,
                entry -> test.mayHold(entry.file()));
    return added.isEmpty()
        ? Optional.empty()
        : Optional.of(
            Conflict.with(
                "Found conflicting files that can contain records matching " + scope.describe(),
                added));
  }
}
