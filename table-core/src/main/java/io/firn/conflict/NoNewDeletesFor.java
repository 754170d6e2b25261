package io.firn.conflict;

import io.firn.expr.CaseSensitivity;
import io.firn.expr.Predicate;
import io.firn.model.DataFile;
import io.firn.model.EntryStatus;
import io.firn.model.FileContent;
import io.firn.model.ManifestContent;
import java.util.List;
import java.util.Optional;

/** No commit has added deletes for one of the data files that are replaced. */
public record NoNewDeletesFor(List<DataFile> dataFiles, Scope scope, Kind kind)
    implements ConflictRule {

  /** Which deletes count. */
  public enum Kind {
    ANY,
    /**
     * Only deletes by position: equality deletes still apply to the new files, which keep the old
     * data sequence number.
     */
    BY_POSITION
  }

  public NoNewDeletesFor {
    dataFiles = List.copyOf(dataFiles);
  }

  /** For files that are as new as their commit; only deletes that may lie in the scope count. */
  public static NoNewDeletesFor rewritten(List<DataFile> dataFiles, Scope scope) {
    return new NoNewDeletesFor(dataFiles, scope, Kind.ANY);
  }

  /** For files that keep their rows. */
  public static NoNewDeletesFor compacted(List<DataFile> dataFiles, Kind kind) {
    return new NoNewDeletesFor(
        dataFiles, new Scope.Matching(Predicate.ALWAYS_TRUE, CaseSensitivity.SENSITIVE), kind);
  }

  @Override
  public Optional<Conflict> check(CheckContext context) {
    if (dataFiles.isEmpty()) {
      return Optional.empty();
    }
    Scope.FileTest test = scope.in(context.metadata());
    List<LandedFile> deletes =
        context
            .landed()
            .files(
                ManifestContent.DELETES,
                EntryStatus.ADDED,
                NoAddedDeletes.DELETING,
                test::mayHold,
                entry -> counts(entry.file()) && test.mayHold(entry.file()));
    if (deletes.isEmpty()) {
      return Optional.empty();
    }
    DeleteTargets targets = new DeleteTargets(dataFiles, context.metadata());
    for (LandedFile delete : deletes) {
      Optional<DataFile> hit = targets.firstHitBy(delete.entry().file());
      if (hit.isPresent()) {
        return Optional.of(conflict(delete, hit.get()));
      }
    }
    return Optional.empty();
  }

  private boolean counts(DataFile delete) {
    return kind == Kind.ANY || delete.content() == FileContent.POSITION_DELETES;
  }

  private Conflict conflict(LandedFile delete, DataFile dataFile) {
    String what = kind == Kind.ANY ? "new delete" : "new position delete";
    return Conflict.with(
        "Cannot commit, found " + what + " for replaced data file " + dataFile.filePath(),
        List.of(delete));
  }
}
