package io.firn.scan;

import io.firn.codec.avro.ManifestListReader;
import io.firn.codec.avro.ManifestReader;
import io.firn.io.InputFile;
import io.firn.io.Storage;
import io.firn.model.ManifestFile;
import io.firn.model.Snapshot;
import java.util.List;

/** The manifests of a snapshot, in the order of its manifest list. */
public final class SnapshotManifests {
  private SnapshotManifests() {}

  /** Reads the manifest list, or the heads of the manifests that a v1 snapshot names itself. */
  public static List<ManifestFile> read(Storage storage, Snapshot snapshot) {
    return read(storage, ManifestCache.none(), snapshot);
  }

  /** The same through a cache. */
  public static List<ManifestFile> read(Storage storage, ManifestCache cache, Snapshot snapshot) {
    if (snapshot.manifestList().isPresent()) {
      InputFile list = storage.newInputFile(snapshot.manifestList().get());
      return ManifestListReader.read(cache.through(list)).manifests();
    }
    return snapshot.manifests().stream()
        .map(
            location ->
                ManifestReader.describe(
                    cache.through(storage.newInputFile(location)), snapshot.snapshotId()))
        .toList();
  }
}
