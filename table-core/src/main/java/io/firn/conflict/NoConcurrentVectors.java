package io.firn.conflict;

import io.firn.model.EntryStatus;
import io.firn.model.ManifestContent;
import io.firn.model.SnapshotOperation;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** No commit has given a deletion vector to one of the data files that get a new one. */
public record NoConcurrentVectors(Set<String> dataFiles) implements ConflictRule {
  private static final Set<SnapshotOperation> ADDING =
      Set.of(SnapshotOperation.OVERWRITE, SnapshotOperation.DELETE, SnapshotOperation.REPLACE);

  public NoConcurrentVectors {
    dataFiles = Set.copyOf(dataFiles);
  }

  @Override
  public Optional<Conflict> check(CheckContext context) {
    if (dataFiles.isEmpty()) {
      return Optional.empty();
    }
    List<LandedFile> added =
        context
            .landed()
            .files(
                ManifestContent.DELETES,
                EntryStatus.ADDED,
                ADDING,
                manifest -> true,
                entry ->
                    entry.file().isDeletionVector()
                        && entry
                            .file()
                            .referencedDataFile()
                            .filter(dataFiles::contains)
                            .isPresent());
    return added.isEmpty()
        ? Optional.empty()
        : Optional.of(
            Conflict.with(
                "Found concurrently added DV for "
                    + added.get(0).entry().file().referencedDataFile().orElseThrow(),
                added));
  }
}
