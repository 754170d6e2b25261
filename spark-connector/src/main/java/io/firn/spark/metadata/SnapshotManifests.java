package io.firn.spark.metadata;

import io.firn.codec.avro.ManifestListReader;
import io.firn.codec.avro.ManifestReader;
import io.firn.io.Storage;
import io.firn.model.ManifestFile;
import io.firn.model.Snapshot;
import java.util.List;

/** The manifests of a snapshot. */
final class SnapshotManifests {
  private SnapshotManifests() {}

  /** By its manifest list, or one by one for an old v1 snapshot that has none. */
  static List<ManifestFile> of(Storage storage, Snapshot snapshot) {
    if (snapshot.manifestList().isPresent()) {
      return ManifestListReader.read(storage.newInputFile(snapshot.manifestList().get()))
          .manifests();
    }
    return snapshot.manifests().stream()
        .map(path -> ManifestReader.describe(storage.newInputFile(path), snapshot.snapshotId()))
        .toList();
  }
}
