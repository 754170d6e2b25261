package io.firn.operation;

import io.firn.codec.avro.ManifestProjection;
import io.firn.codec.avro.ManifestReader;
import io.firn.io.Storage;
import io.firn.model.ManifestEntry;
import io.firn.model.ManifestFile;
import io.firn.model.Snapshot;
import io.firn.model.TableMetadata;
import io.firn.scan.SnapshotManifests;
import java.util.ArrayList;
import java.util.List;

/** Reads the files of a snapshot, for tests. */
public final class LiveFiles {
  private LiveFiles() {}

  /** The entries of all manifests of the snapshot, deleted ones too. */
  public static List<ManifestEntry> entries(
      Storage storage, TableMetadata table, Snapshot snapshot) {
    List<ManifestEntry> entries = new ArrayList<>();
    for (ManifestFile manifest : SnapshotManifests.read(storage, snapshot)) {
      try (ManifestReader reader =
          ManifestReader.open(
              storage.newInputFile(manifest.manifestPath(), manifest.manifestLength()),
              manifest,
              ManifestProjection.allStats(),
              table)) {
        reader.forEach(entries::add);
      }
    }
    return entries;
  }

  /** The paths of all live files of the current snapshot, sorted, repetitions included. */
  public static List<String> paths(Storage storage, TableMetadata table) {
    return table
        .currentSnapshot()
        .map(
            snapshot ->
                entries(storage, table, snapshot).stream()
                    .filter(ManifestEntry::isLive)
                    .map(entry -> entry.file().filePath())
                    .sorted()
                    .toList())
        .orElse(List.of());
  }
}
