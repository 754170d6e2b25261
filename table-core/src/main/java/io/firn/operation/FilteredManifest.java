package io.firn.operation;

import io.firn.model.DataFile;
import io.firn.model.ManifestFile;
import java.util.List;

/**
 * A manifest after the files to remove were taken out: the source itself when it held none of them,
 * else a new one; with the removed files (without stats) and how many entries named one of them
 * once more.
 */
record FilteredManifest(
    ManifestFile source, ManifestFile manifest, List<DataFile> removed, long duplicates) {
  FilteredManifest {
    removed = List.copyOf(removed);
  }

  static FilteredManifest unchanged(ManifestFile manifest) {
    return new FilteredManifest(manifest, manifest, List.of(), 0);
  }

  boolean isNew() {
    return !removed.isEmpty();
  }
}
