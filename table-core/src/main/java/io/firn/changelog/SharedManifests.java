package io.firn.changelog;

import io.firn.model.ManifestFile;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Holds what many manifest lists have in common once. */
final class SharedManifests {
  private final Map<ManifestFile, ManifestFile> known = new HashMap<>();

  List<ManifestFile> of(List<ManifestFile> list) {
    return list.stream().map(m -> known.computeIfAbsent(m, k -> k)).toList();
  }
}
