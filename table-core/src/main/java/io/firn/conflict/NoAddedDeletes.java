package io.firn.conflict;

import io.firn.model.EntryStatus;
import io.firn.model.ManifestContent;
import io.firn.model.SnapshotOperation;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** No commit has added a delete file that may apply to rows of the scope. */
public record NoAddedDeletes(Scope scope) implements ConflictRule {
  static final Set<SnapshotOperation> DELETING =
      Set.of(SnapshotOperation.OVERWRITE, SnapshotOperation.DELETE);

  @Override
  public Optional<Conflict> check(CheckContext context) {
    Scope.FileTest test = scope.in(context.metadata());
    List<LandedFile> added =
        context
            .landed()
            .files(
                ManifestContent.DELETES,
                EntryStatus.ADDED,
                DELETING,
                test::mayHold,
                entry -> test.mayHold(entry.file()));
    return added.isEmpty()
        ? Optional.empty()
        : Optional.of(
            Conflict.with(
                "Found new conflicting delete files that can apply to records matching "
                    + scope.describe(),
                added));
  }
}
