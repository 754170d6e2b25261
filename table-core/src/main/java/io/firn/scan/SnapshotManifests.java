package io.firn.scan;

import io.firn.codec.avro.ManifestListReader;
import io.firn.codec.avro.ManifestReader;
import io.firn.io.Storage;
import io.firn.model.ManifestFile;
import io.firn.model.Snapshot;
import java.util.List;

/** The manifests of a snapshot, in the order of its manifest list. */
public final class SnapshotManifests {
  private SnapshotManifests() {}

  /** Reads the manifest list, or the heads of the manifests that a v1 snapshot names itself. */
  public static List<ManifestFile> read(Storage storage, Snapshot snapshot) {
    if (snapshot.manifestList().isPresent()) {
      return ManifestListReader.read(storage.newInputFile(snapshot.manifestList().get()))
          .manifests();
    }
    return snapshot.manifests().stream()
        .map(
            location ->
                ManifestReader.describe(storage.newInputFile(location), snapshot.snapshotId()))
        .toList();
  }
}
