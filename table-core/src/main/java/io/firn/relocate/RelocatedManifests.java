package io.firn.relocate;

import io.firn.codec.avro.ManifestListFile;
import io.firn.codec.avro.ManifestListReader;
import io.firn.codec.avro.ManifestReader;
import io.firn.io.Storage;
import io.firn.model.ManifestContent;
import io.firn.model.ManifestFile;
import io.firn.model.Snapshot;
import io.firn.scan.Workers;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The manifests of the snapshots that are copied. {@code fresh} are those to copy; the target has
 * the others from an earlier copy.
 */
record RelocatedManifests(
    List<ManifestFile> fresh, List<ManifestFile> known, Map<Long, String> rowMaps) {

  /** Most manifests are in many snapshots: so many lists are held before only these are. */
  private static final int SNAPSHOTS_AT_A_TIME = 64;

  /**
   * @param delta the snapshots whose files are copied; empty for all
   */
  static RelocatedManifests of(
      Storage storage, List<Snapshot> snapshots, Optional<Set<Long>> delta) {
    Map<String, ManifestFile> manifests = new LinkedHashMap<>();
    Map<Long, String> rowMaps = new LinkedHashMap<>();
    for (int from = 0; from < snapshots.size(); from += SNAPSHOTS_AT_A_TIME) {
      int to = Math.min(snapshots.size(), from + SNAPSHOTS_AT_A_TIME);
      Workers.fromSystemProperty()
          .map(snapshots.subList(from, to), snapshot -> read(storage, snapshot))
          .forEach(
              list -> {
                list.manifests().forEach(m -> manifests.putIfAbsent(m.manifestPath(), m));
                list.rowMap().ifPresent(place -> rowMaps.put(list.snapshotId(), place));
              });
    }
    List<ManifestFile> fresh = new ArrayList<>();
    List<ManifestFile> known = new ArrayList<>();
    for (ManifestFile manifest : manifests.values()) {
      boolean isFresh = delta.isEmpty() || delta.get().contains(manifest.addedSnapshotId());
      (isFresh ? fresh : known).add(manifest);
    }
    return new RelocatedManifests(fresh, known, rowMaps);
  }

  private record Listed(long snapshotId, List<ManifestFile> manifests, Optional<String> rowMap) {}

  private static Listed read(Storage storage, Snapshot snapshot) {
    if (snapshot.manifestList().isPresent()) {
      ManifestListFile list =
          ManifestListReader.read(storage.newInputFile(snapshot.manifestList().get()));
      return new Listed(snapshot.snapshotId(), list.manifests(), list.rowMapLocation());
    }
    return new Listed(
        snapshot.snapshotId(),
        snapshot.manifests().stream()
            .map(path -> ManifestReader.describe(storage.newInputFile(path), snapshot.snapshotId()))
            .toList(),
        Optional.empty());
  }

  List<ManifestFile> freshDeletes() {
    return deletes(fresh);
  }

  List<ManifestFile> knownDeletes() {
    return deletes(known);
  }

  private static List<ManifestFile> deletes(List<ManifestFile> manifests) {
    return manifests.stream().filter(m -> m.content() == ManifestContent.DELETES).toList();
  }
}
