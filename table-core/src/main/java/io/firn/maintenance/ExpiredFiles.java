package io.firn.maintenance;

import io.firn.codec.avro.ManifestListFile;
import io.firn.codec.avro.ManifestListReader;
import io.firn.codec.avro.ManifestProjection;
import io.firn.codec.avro.ManifestReader;
import io.firn.io.Storage;
import io.firn.model.FileContent;
import io.firn.model.ManifestEntry;
import io.firn.model.ManifestFile;
import io.firn.model.PartitionStatisticsFile;
import io.firn.model.Snapshot;
import io.firn.model.StatisticsFile;
import io.firn.model.TableMetadata;
import io.firn.scan.SnapshotManifests;
import io.firn.scan.Workers;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The files that only snapshots refer to which are to expire or have expired: data files, delete
 * files, manifests, row maps, manifest lists and statistics. Manifests are read one by one and
 * nothing is kept of them but the paths of files in manifests that no other snapshot has.
 */
public final class ExpiredFiles {

  /** Kinds of files, in the order in which they are deleted. */
  public enum Kind {
    DATA,
    POSITION_DELETES,
    EQUALITY_DELETES,
    MANIFEST,
    ROW_MAP,
    MANIFEST_LIST,
    STATISTICS
  }

  private final Storage storage;
  private final Workers workers = Workers.fromSystemProperty();
  private final Map<String, Kind> files = new ConcurrentHashMap<>();

  private ExpiredFiles(Storage storage) {
    this.storage = storage;
  }

  /**
   * The files that the snapshots of {@code before} with the ids need and no other one of {@code
   * after} does.
   *
   * @param after the table with the same and newer snapshots; those with the ids are left aside
   * @throws io.firn.error.MissingFileException if a manifest or a manifest list is not there: then
   *     nobody can tell
   */
  public static ExpiredFiles find(
      Storage storage, TableMetadata before, TableMetadata after, Set<Long> expired) {
    ExpiredFiles found = new ExpiredFiles(storage);
    if (expired.isEmpty()) {
      return found;
    }
    found.collect(
        before.snapshots().stream().filter(s -> expired.contains(s.snapshotId())).toList(),
        after.snapshots().stream().filter(s -> !expired.contains(s.snapshotId())).toList());
    found.collectStatistics(before, after, expired);
    return found;
  }

  /** Paths of a kind, sorted. */
  public List<String> paths(Kind kind) {
    return files.entrySet().stream()
        .filter(e -> e.getValue() == kind)
        .map(Map.Entry::getKey)
        .sorted()
        .toList();
  }

  private void collect(List<Snapshot> expired, List<Snapshot> retained) {
    Set<String> retainedLists = new HashSet<>();
    retained.forEach(s -> s.manifestList().ifPresent(retainedLists::add));
    Map<String, ManifestFile> kept = new ConcurrentHashMap<>();
    Set<String> keptRowMaps = ConcurrentHashMap.newKeySet();
    workers.map(retained, s -> read(s, kept, keptRowMaps));
    Map<String, ManifestFile> gone = new ConcurrentHashMap<>();
    Set<String> rowMaps = ConcurrentHashMap.newKeySet();
    workers.map(expired, s -> read(s, gone, rowMaps));
    gone.keySet().removeAll(kept.keySet());
    rowMaps.removeAll(keptRowMaps);
    workers.map(new ArrayList<>(gone.values()), this::addContent);
    if (!files.isEmpty()) {
      workers.map(new ArrayList<>(kept.values()), this::removeContent);
    }
    gone.keySet().forEach(path -> files.put(path, Kind.MANIFEST));
    rowMaps.forEach(path -> files.put(path, Kind.ROW_MAP));
    for (Snapshot snapshot : expired) {
      snapshot
          .manifestList()
          .filter(path -> !retainedLists.contains(path))
          .ifPresent(path -> files.put(path, Kind.MANIFEST_LIST));
    }
  }

  private int read(Snapshot snapshot, Map<String, ManifestFile> manifests, Set<String> rowMaps) {
    List<ManifestFile> found;
    if (snapshot.manifestList().isPresent()) {
      ManifestListFile list =
          ManifestListReader.read(storage.newInputFile(snapshot.manifestList().get()));
      list.rowMapLocation().ifPresent(rowMaps::add);
      found = list.manifests();
    } else {
      found = SnapshotManifests.read(storage, snapshot);
    }
    found.forEach(manifest -> manifests.putIfAbsent(manifest.manifestPath(), manifest));
    return found.size();
  }

  private int addContent(ManifestFile manifest) {
    try (ManifestReader entries = open(manifest)) {
      for (ManifestEntry entry : entries) {
        if (entry.isLive()) {
          files.put(entry.file().filePath(), kind(entry.file().content()));
        }
      }
    }
    return 0;
  }

  private int removeContent(ManifestFile manifest) {
    if (!manifest.mayHaveLiveFiles()) {
      return 0;
    }
    try (ManifestReader entries = open(manifest)) {
      for (ManifestEntry entry : entries) {
        if (entry.isLive()) {
          files.remove(entry.file().filePath());
        }
      }
    }
    return 0;
  }

  private ManifestReader open(ManifestFile manifest) {
    return ManifestReader.open(
        storage.newInputFile(manifest.manifestPath(), manifest.manifestLength()),
        manifest,
        ManifestProjection.noStats());
  }

  private static Kind kind(FileContent content) {
    return switch (content) {
      case DATA -> Kind.DATA;
      case POSITION_DELETES -> Kind.POSITION_DELETES;
      case EQUALITY_DELETES -> Kind.EQUALITY_DELETES;
    };
  }

  private void collectStatistics(TableMetadata before, TableMetadata after, Set<Long> expired) {
    Set<String> kept = new HashSet<>();
    for (StatisticsFile file : after.statistics()) {
      if (!expired.contains(file.snapshotId())) {
        kept.add(file.statisticsPath());
      }
    }
    for (PartitionStatisticsFile file : after.partitionStatistics()) {
      if (!expired.contains(file.snapshotId())) {
        kept.add(file.statisticsPath());
      }
    }
    for (StatisticsFile file : before.statistics()) {
      if (expired.contains(file.snapshotId()) && !kept.contains(file.statisticsPath())) {
        files.put(file.statisticsPath(), Kind.STATISTICS);
      }
    }
    for (PartitionStatisticsFile file : before.partitionStatistics()) {
      if (expired.contains(file.snapshotId()) && !kept.contains(file.statisticsPath())) {
        files.put(file.statisticsPath(), Kind.STATISTICS);
      }
    }
  }
}
