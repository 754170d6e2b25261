package io.firn.changelog;

import io.firn.codec.avro.ManifestProjection;
import io.firn.codec.avro.ManifestReader;
import io.firn.model.ManifestEntry;
import io.firn.model.ManifestFile;
import io.firn.scan.Workers;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.BiFunction;

/**
 * One reading of manifests for several commits: a manifest that many snapshots share is read once.
 */
final class ManifestPass {

  /** What a commit looks for in the manifests. */
  interface Interest {
    boolean in(ManifestFile manifest, ManifestEntry entry);
  }

  /** A manifest as one list names it: another list may give its rows other ids. */
  private record Key(String path, OptionalLong firstRowId) {}

  private record Wish(CommitFiles commit, Interest interest) {}

  private record Reading(ManifestFile manifest, List<Wish> wishes) {}

  private record Find(CommitFiles commit, ManifestEntry entry) {}

  private final Map<Key, Reading> readings = new LinkedHashMap<>();

  /** Asks for what is of interest for the commit among the manifest's entries. */
  void want(ManifestFile manifest, CommitFiles commit, Interest interest) {
    readings
        .computeIfAbsent(
            new Key(manifest.manifestPath(), manifest.firstRowId()),
            key -> new Reading(manifest, new ArrayList<>()))
        .wishes()
        .add(new Wish(commit, interest));
  }

  /** The manifests that will be read. */
  List<ManifestFile> manifests() {
    return readings.values().stream().map(Reading::manifest).toList();
  }

  /** What is found for each commit, in the order of the manifests. */
  Map<CommitFiles, List<ManifestEntry>> run(
      Workers workers,
      ManifestProjection projection,
      BiFunction<ManifestFile, ManifestProjection, ManifestReader> opener) {
    Map<CommitFiles, List<ManifestEntry>> found = new IdentityHashMap<>();
    List<Reading> all = List.copyOf(readings.values());
    for (List<Find> finds : workers.map(all, reading -> read(reading, projection, opener))) {
      for (Find find : finds) {
        found.computeIfAbsent(find.commit(), c -> new ArrayList<>()).add(find.entry());
      }
    }
    return found;
  }

  private static List<Find> read(
      Reading reading,
      ManifestProjection projection,
      BiFunction<ManifestFile, ManifestProjection, ManifestReader> opener) {
    List<Find> finds = new ArrayList<>();
    try (ManifestReader entries = opener.apply(reading.manifest(), projection)) {
      for (ManifestEntry entry : entries) {
        for (Wish wish : reading.wishes()) {
          if (wish.interest().in(reading.manifest(), entry)) {
            finds.add(new Find(wish.commit(), entry));
          }
        }
      }
    }
    return finds;
  }
}
