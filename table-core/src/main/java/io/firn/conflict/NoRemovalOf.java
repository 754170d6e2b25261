package io.firn.conflict;

import io.firn.model.DataFile;
import io.firn.model.EntryStatus;
import io.firn.model.FileContent;
import io.firn.model.FileKey;
import io.firn.model.ManifestContent;
import io.firn.model.SnapshotOperation;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * No commit has removed one of the files that the operation is to remove itself. Planning would
 * find out too, but not which commit it was.
 */
public record NoRemovalOf(List<DataFile> files) implements ConflictRule {
  private static final Set<SnapshotOperation> REMOVING =
      Set.of(SnapshotOperation.OVERWRITE, SnapshotOperation.REPLACE, SnapshotOperation.DELETE);

  public NoRemovalOf {
    files = List.copyOf(files);
  }

  @Override
  public Optional<Conflict> check(CheckContext context) {
    return removed(context, ManifestContent.DATA)
        .or(() -> removed(context, ManifestContent.DELETES));
  }

  private Optional<Conflict> removed(CheckContext context, ManifestContent content) {
    Set<FileKey> keys =
        files.stream()
            .filter(f -> (f.content() == FileContent.DATA) == (content == ManifestContent.DATA))
            .map(DataFile::key)
            .collect(Collectors.toUnmodifiableSet());
    if (keys.isEmpty()) {
      return Optional.empty();
    }
    List<LandedFile> removed =
        context
            .landed()
            .files(
                content,
                EntryStatus.DELETED,
                REMOVING,
                manifest -> true,
                entry -> keys.contains(entry.file().key()));
    return removed.isEmpty()
        ? Optional.empty()
        : Optional.of(Conflict.with("Missing required files to delete", removed));
  }
}
