package io.firn.imports;

import io.firn.codec.avro.ManifestProjection;
import io.firn.codec.avro.ManifestReader;
import io.firn.io.Storage;
import io.firn.model.ManifestContent;
import io.firn.model.ManifestEntry;
import io.firn.model.ManifestFile;
import io.firn.model.Snapshot;
import io.firn.scan.SnapshotManifests;
import io.firn.scan.Workers;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The data files that a snapshot holds already. */
public final class KnownFiles {
  private final Storage storage;
  private final Snapshot snapshot;

  public KnownFiles(Storage storage, Snapshot snapshot) {
    this.storage = storage;
    this.snapshot = snapshot;
  }

  /**
   * Which of these files are live in the snapshot, sorted. Reads all of its data manifests, several
   * at a time, and keeps nothing of them but the answer.
   *
   * @param qualified locations as {@link Storage#qualified} has them
   */
  public List<String> among(Set<String> qualified) {
    List<ManifestFile> manifests =
        SnapshotManifests.read(storage, snapshot).stream()
            .filter(m -> m.content() == ManifestContent.DATA && m.mayHaveLiveFiles())
            .toList();
    return Workers.fromSystemProperty().map(manifests, m -> among(qualified, m)).stream()
        .flatMap(List::stream)
        .distinct()
        .sorted()
        .toList();
  }

  private List<String> among(Set<String> qualified, ManifestFile manifest) {
    List<String> found = new ArrayList<>();
    try (ManifestReader entries =
        ManifestReader.open(
            storage.newInputFile(manifest.manifestPath(), manifest.manifestLength()),
            manifest,
            ManifestProjection.noStats())) {
      for (ManifestEntry entry : entries) {
        if (entry.isLive()) {
          String location = storage.qualified(entry.file().filePath());
          if (qualified.contains(location)) {
            found.add(location);
          }
        }
      }
    }
    return found;
  }
}
