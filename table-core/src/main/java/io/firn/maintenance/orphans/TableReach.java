package io.firn.maintenance.orphans;

import io.firn.catalog.TableState;
import io.firn.codec.avro.ManifestListFile;
import io.firn.codec.avro.ManifestListReader;
import io.firn.codec.avro.ManifestProjection;
import io.firn.codec.avro.ManifestReader;
import io.firn.io.Storage;
import io.firn.model.ManifestEntry;
import io.firn.model.ManifestFile;
import io.firn.model.MetadataLogEntry;
import io.firn.model.Snapshot;
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
 * All files that states of a table reach: of all their snapshots the manifest lists, row maps,
 * manifests, data files, delete files and vectors; statistics; the metadata files of the metadata
 * log; the version hint of a table that is its directory. Each manifest is read once, and nothing
 * is kept of it.
 */
final class TableReach {
  private static final String VERSION_HINT = "version-hint.text";

  private final Storage storage;
  private final ReachedFiles files;
  private final Workers workers = Workers.fromSystemProperty();
  private final Set<Long> snapshotsDone = new HashSet<>();
  private final Set<String> manifestsDone = ConcurrentHashMap.newKeySet();
  private final Set<String> metadataFiles = new HashSet<>();

  TableReach(Storage storage, EqualPrefixes equal) {
    this.storage = storage;
    this.files = new ReachedFiles(equal);
  }

  ReachedFiles files() {
    return files;
  }

  /** The metadata files among them. */
  Set<String> metadataFiles() {
    return Set.copyOf(metadataFiles);
  }

  /**
   * Adds what the state reaches. Of a later state of the table only what is new is read.
   *
   * @throws io.firn.error.MissingFileException if a manifest or a manifest list is not there
   * @throws io.firn.error.CorruptFileException if one of them is damaged
   */
  void add(TableState state) {
    TableMetadata metadata = state.metadata();
    addMetadataFiles(state);
    files.add(metadata.location() + "/metadata/" + VERSION_HINT);
    metadata.statistics().forEach(file -> files.add(file.statisticsPath()));
    metadata.partitionStatistics().forEach(file -> files.add(file.statisticsPath()));
    List<Snapshot> snapshots =
        metadata.snapshots().stream().filter(s -> snapshotsDone.add(s.snapshotId())).toList();
    Map<String, ManifestFile> manifests = new ConcurrentHashMap<>();
    workers.map(snapshots, snapshot -> addManifests(snapshot, manifests));
    workers.map(new ArrayList<>(manifests.values()), this::addContent);
  }

  /** Not those that only older metadata files name: they are what this table has outlived. */
  private void addMetadataFiles(TableState state) {
    state.metadataLocation().ifPresent(metadataFiles::add);
    state.metadata().metadataLog().stream()
        .map(MetadataLogEntry::metadataFile)
        .forEach(metadataFiles::add);
    metadataFiles.forEach(files::add);
  }

  private int addManifests(Snapshot snapshot, Map<String, ManifestFile> manifests) {
    List<ManifestFile> listed;
    if (snapshot.manifestList().isPresent()) {
      String location = snapshot.manifestList().get();
      files.add(location);
      ManifestListFile list = ManifestListReader.read(storage.newInputFile(location));
      list.rowMapLocation().ifPresent(files::add);
      listed = list.manifests();
    } else {
      listed = SnapshotManifests.read(storage, snapshot);
    }
    for (ManifestFile manifest : listed) {
      if (manifestsDone.add(manifest.manifestPath())) {
        files.add(manifest.manifestPath());
        manifests.put(manifest.manifestPath(), manifest);
      }
    }
    return listed.size();
  }

  private int addContent(ManifestFile manifest) {
    if (!manifest.mayHaveLiveFiles()) {
      return 0;
    }
    int count = 0;
    try (ManifestReader entries =
        ManifestReader.open(
            storage.newInputFile(manifest.manifestPath(), manifest.manifestLength()),
            manifest,
            ManifestProjection.noStats())) {
      for (ManifestEntry entry : entries) {
        if (entry.isLive()) {
          files.add(entry.file().filePath());
          count++;
        }
      }
    }
    return count;
  }
}
