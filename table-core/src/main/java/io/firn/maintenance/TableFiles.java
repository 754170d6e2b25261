package io.firn.maintenance;

import io.firn.catalog.TableState;
import io.firn.codec.avro.ManifestListFile;
import io.firn.codec.avro.ManifestListReader;
import io.firn.codec.avro.ManifestProjection;
import io.firn.codec.avro.ManifestReader;
import io.firn.io.InputFile;
import io.firn.io.Storage;
import io.firn.model.ManifestEntry;
import io.firn.model.ManifestFile;
import io.firn.model.MetadataLogEntry;
import io.firn.model.Snapshot;
import io.firn.model.TableMetadata;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Deletes the files of a table that is being dropped: what its snapshots refer to (data files,
 * delete files, manifests, row maps, manifest lists), statistics, and its metadata files. Files go
 * manifest by manifest, so that memory does not grow with the table. A file that cannot be deleted
 * is reported by the storage and does not stop the rest.
 */
public final class TableFiles {
  private final Storage storage;
  private final Predicate<String> wanted;
  private final Set<String> manifestsDone = new HashSet<>();
  private final Set<String> rowMaps = new HashSet<>();

  private TableFiles(Storage storage, Predicate<String> wanted) {
    this.storage = storage;
    this.wanted = wanted;
  }

  /** Deletes all of them; the metadata files last. */
  public static void deleteAll(Storage storage, TableState state) {
    new TableFiles(storage, location -> true).delete(state);
  }

  /** Deletes those that are not below the directory. */
  public static void deleteOutside(Storage storage, TableState state, String directory) {
    String prefix = directory.endsWith("/") ? directory : directory + "/";
    new TableFiles(storage, location -> !location.startsWith(prefix)).delete(state);
  }

  private void delete(TableState state) {
    TableMetadata metadata = state.metadata();
    List<String> manifestLists = new ArrayList<>();
    for (Snapshot snapshot : metadata.snapshots()) {
      deleteContent(snapshot);
      snapshot.manifestList().ifPresent(manifestLists::add);
    }
    delete(manifestsDone);
    delete(rowMaps);
    delete(manifestLists);
    List<String> others = new ArrayList<>();
    metadata.statistics().forEach(file -> others.add(file.statisticsPath()));
    metadata.partitionStatistics().forEach(file -> others.add(file.statisticsPath()));
    metadata.metadataLog().stream().map(MetadataLogEntry::metadataFile).forEach(others::add);
    state.metadataLocation().ifPresent(others::add);
    delete(others);
  }

  private void deleteContent(Snapshot snapshot) {
    for (ManifestFile manifest : manifests(snapshot)) {
      if (manifestsDone.add(manifest.manifestPath())) {
        deleteContent(manifest);
      }
    }
  }

  private void deleteContent(ManifestFile manifest) {
    InputFile file = storage.newInputFile(manifest.manifestPath(), manifest.manifestLength());
    Set<String> content = new HashSet<>();
    try (ManifestReader entries =
        ManifestReader.open(file, manifest, ManifestProjection.noStats())) {
      for (ManifestEntry entry : entries) {
        content.add(entry.file().filePath());
      }
    }
    delete(content);
  }

  private List<ManifestFile> manifests(Snapshot snapshot) {
    if (snapshot.manifestList().isPresent()) {
      ManifestListFile list =
          ManifestListReader.read(storage.newInputFile(snapshot.manifestList().get()));
      list.rowMapLocation().ifPresent(rowMaps::add);
      return list.manifests();
    }
    return snapshot.manifests().stream()
        .map(path -> ManifestReader.describe(storage.newInputFile(path), snapshot.snapshotId()))
        .toList();
  }

  private void delete(Iterable<String> locations) {
    List<String> chosen = new ArrayList<>();
    locations.forEach(
        location -> {
          if (wanted.test(location)) {
            chosen.add(location);
          }
        });
    if (!chosen.isEmpty()) {
      storage.deleteAll(chosen);
    }
  }
}
