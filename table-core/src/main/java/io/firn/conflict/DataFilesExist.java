package io.firn.conflict;

import io.firn.model.EntryStatus;
import io.firn.model.ManifestContent;
import io.firn.model.SnapshotOperation;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** No commit of the operations has removed one of the data files that new deletes refer to. */
public record DataFilesExist(Set<String> paths, Set<SnapshotOperation> operations)
    implements ConflictRule {

  public DataFilesExist {
    paths = Set.copyOf(paths);
    operations = Set.copyOf(operations);
  }

  /** For UPDATE and MERGE, which put new images of the deleted rows into the table. */
  public static DataFilesExist afterAnyCommit(Set<String> paths) {
    return new DataFilesExist(
        paths,
        Set.of(SnapshotOperation.OVERWRITE, SnapshotOperation.REPLACE, SnapshotOperation.DELETE));
  }

  /** For DELETE: rows that another DELETE removed with their file are deleted either way. */
  public static DataFilesExist butForDeletions(Set<String> paths) {
    return new DataFilesExist(
        paths, Set.of(SnapshotOperation.OVERWRITE, SnapshotOperation.REPLACE));
  }

  @Override
  public Optional<Conflict> check(CheckContext context) {
    if (paths.isEmpty()) {
      return Optional.empty();
    }
    List<LandedFile> removed =
        context
            .landed()
            .files(
                ManifestContent.DATA,
                EntryStatus.DELETED,
                operations,
                manifest -> true,
                entry -> paths.contains(entry.file().filePath()));
    return removed.isEmpty()
        ? Optional.empty()
        : Optional.of(Conflict.with("Cannot commit, missing data files", removed));
  }
}
