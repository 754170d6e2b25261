package io.firn.commit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.firn.commit.RaceSimulation.Told;
import io.firn.commit.RaceSimulation.Try;
import io.firn.model.EntryStatus;
import io.firn.model.ManifestEntry;
import io.firn.model.ManifestFile;
import io.firn.model.Snapshot;
import io.firn.operation.LiveFiles;
import io.firn.scan.SnapshotManifests;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Whatever the interleaving and whichever messages get lost: nothing that was told to be committed
 * is lost, nothing happens twice, nothing that was told to have failed is there, and no file is
 * left over or missing.
 */
final class RaceSimulationTest {

  @Test
  void nothingIsLostAndNothingHappensTwiceWithoutFaults() {
    for (long seed = 1; seed <= 10; seed++) {
      RaceSimulation race = new RaceSimulation(seed, 0);
      race.run(seed % 2 == 0 ? 2 : 3, 4, 6);
      check(race, "seed " + seed);
      long unknown = race.tries.stream().filter(t -> t.told() == Told.UNKNOWN).count();
      assertEquals(0, unknown, "seed " + seed);
      assertNoFileIsLeftOver(race, "seed " + seed);
    }
  }

  @Test
  void nothingIsLostAndNothingHappensTwiceWhenMessagesAreLost() {
    Map<Told, Integer> told = new TreeMap<>();
    for (long seed = 1; seed <= 25; seed++) {
      RaceSimulation race = new RaceSimulation(seed, seed % 3 == 0 ? 0.5 : 0.15);
      race.run(seed % 2 == 0 ? 2 : 3, 4, 6);
      check(race, "seed " + seed);
      race.tries.forEach(t -> told.merge(t.told(), 1, Integer::sum));
    }
    assertTrue(told.getOrDefault(Told.COMMITTED, 0) > 250, told.toString());
    assertTrue(told.getOrDefault(Told.FAILED, 0) > 20, told.toString());
    assertTrue(told.getOrDefault(Told.UNKNOWN, 0) > 5, told.toString());
  }

  private static void check(RaceSimulation race, String seed) {
    List<Snapshot> history = race.history();
    assertEveryTryIsThereAsItsWriterWasTold(race, history, seed);
    assertHistoryAddsUp(race, history, seed);
    assertRowIdsAreUnique(race, history, seed);
    Set<String> live = new HashSet<>(LiveFiles.paths(race.storage, race.store.metadata()));
    assertTrue(race.dataFiles.containsAll(live), seed + ": a live data file was deleted");
  }

  private static void assertEveryTryIsThereAsItsWriterWasTold(
      RaceSimulation race, List<Snapshot> history, String seed) {
    Map<String, Integer> times = new HashMap<>();
    history.forEach(s -> times.merge(s.summary().get("op-id"), 1, Integer::sum));
    for (Try one : race.tries) {
      int found = times.getOrDefault(one.id(), 0);
      switch (one.told()) {
        case COMMITTED -> assertEquals(1, found, seed + ": " + one);
        case FAILED -> assertEquals(0, found, seed + ": " + one);
        case UNKNOWN -> assertTrue(found <= 1, seed + ": " + one);
      }
    }
    assertEquals(history.size(), race.store.metadata().snapshots().size(), seed);
  }

  private static void assertHistoryAddsUp(
      RaceSimulation race, List<Snapshot> history, String seed) {
    Map<String, Try> tries = race.tries.stream().collect(Collectors.toMap(Try::id, one -> one));
    Set<String> live = new HashSet<>();
    for (Snapshot snapshot : history) {
      String where = seed + ", snapshot " + snapshot.snapshotId();
      List<ManifestEntry> entries =
          LiveFiles.entries(race.storage, race.store.metadata(), snapshot);
      Try one = tries.get(snapshot.summary().get("op-id"));
      assertEquals(one.added(), changed(entries, snapshot, EntryStatus.ADDED), where);
      assertEquals(one.removed(), changed(entries, snapshot, EntryStatus.DELETED), where);
      assertTrue(live.containsAll(one.removed()), where);
      live.removeAll(one.removed());
      live.addAll(one.added());
      List<String> found =
          entries.stream()
              .filter(ManifestEntry::isLive)
              .map(e -> e.file().filePath())
              .sorted()
              .toList();
      assertEquals(live.stream().sorted().toList(), found, where);
      assertEquals(
          Integer.toString(live.size()), snapshot.summary().get("total-data-files"), where);
    }
  }

  private static Set<String> changed(
      List<ManifestEntry> entries, Snapshot snapshot, EntryStatus status) {
    return entries.stream()
        .filter(e -> e.status() == status)
        .filter(e -> e.snapshotId().getAsLong() == snapshot.snapshotId())
        .map(e -> e.file().filePath())
        .collect(Collectors.toSet());
  }

  /** Format version 3: a file keeps its first row id for life, and ranges do not overlap. */
  private static void assertRowIdsAreUnique(
      RaceSimulation race, List<Snapshot> history, String seed) {
    if (race.store.metadata().formatVersion() < 3) {
      return;
    }
    Map<String, Long> firstRowIds = new HashMap<>();
    TreeMap<Long, Long> ranges = new TreeMap<>();
    for (Snapshot snapshot : history) {
      for (ManifestEntry entry : LiveFiles.entries(race.storage, race.store.metadata(), snapshot)) {
        long first = entry.file().firstRowId().orElseThrow();
        Long before = firstRowIds.put(entry.file().filePath(), first);
        if (before == null) {
          ranges.put(first, first + entry.file().recordCount());
        } else {
          assertEquals(before, first, seed + ": " + entry.file().filePath());
        }
      }
    }
    long end = 0;
    for (Map.Entry<Long, Long> range : ranges.entrySet()) {
      assertTrue(range.getKey() >= end, seed + ": row ids overlap: " + ranges);
      end = range.getValue();
    }
    assertEquals(firstRowIds.size(), ranges.size(), seed);
    assertTrue(race.store.metadata().nextRowId() >= end, seed);
  }

  private static void assertNoFileIsLeftOver(RaceSimulation race, String seed) {
    Set<String> referenced = new HashSet<>();
    for (Snapshot snapshot : race.history()) {
      referenced.add(snapshot.manifestList().orElseThrow());
      SnapshotManifests.read(race.storage, snapshot).stream()
          .map(ManifestFile::manifestPath)
          .forEach(referenced::add);
    }
    try (var files = race.storage.list(RaceSimulation.LOCATION)) {
      assertEquals(referenced, files.map(f -> f.location()).collect(Collectors.toSet()), seed);
    }
  }
}
