package io.firn.maintenance;

import io.firn.codec.avro.ManifestProjection;
import io.firn.codec.avro.ManifestReader;
import io.firn.io.Storage;
import io.firn.model.DataFile;
import io.firn.model.FileContent;
import io.firn.model.ManifestContent;
import io.firn.model.ManifestEntry;
import io.firn.model.ManifestFile;
import io.firn.model.Snapshot;
import io.firn.model.TableMetadata;
import io.firn.partition.PartitionKey;
import io.firn.scan.SnapshotManifests;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Delete files and vectors that no data file of a snapshot needs any more: what they refer to has
 * been removed, or is all newer than they are. Memory grows with the delete files and the
 * partitions, not with the data files.
 */
public final class DanglingDeletes {
  private final Storage storage;
  private final TableMetadata metadata;
  private final Map<PartitionKey, Long> oldest = new HashMap<>();
  private final Set<String> referenced = new HashSet<>();
  private long oldestOfAll = Long.MAX_VALUE;

  private DanglingDeletes(Storage storage, TableMetadata metadata) {
    this.storage = storage;
    this.metadata = metadata;
  }

  /** Those of the snapshot; spec: Scan Planning says which delete applies to which data file. */
  public static List<DataFile> of(Storage storage, TableMetadata metadata, Snapshot snapshot) {
    return new DanglingDeletes(storage, metadata).find(snapshot);
  }

  private List<DataFile> find(Snapshot snapshot) {
    List<ManifestFile> manifests = SnapshotManifests.read(storage, snapshot);
    List<ManifestEntry> deletes = new ArrayList<>();
    each(manifests, ManifestContent.DELETES, deletes::add);
    Set<String> wanted = new HashSet<>();
    deletes.forEach(entry -> entry.file().referencedDataFile().ifPresent(wanted::add));
    each(manifests, ManifestContent.DATA, entry -> remember(entry, wanted));
    return deletes.stream().filter(this::isDangling).map(ManifestEntry::file).toList();
  }

  private void remember(ManifestEntry data, Set<String> wanted) {
    long number = data.sequenceNumber().orElse(0);
    oldest.merge(partition(data.file()), number, Math::min);
    oldestOfAll = Math.min(oldestOfAll, number);
    if (wanted.contains(data.file().filePath())) {
      referenced.add(data.file().filePath());
    }
  }

  private boolean isDangling(ManifestEntry delete) {
    DataFile file = delete.file();
    if (file.referencedDataFile().isPresent()) {
      return !referenced.contains(file.referencedDataFile().get());
    }
    boolean byValue = file.content() == FileContent.EQUALITY_DELETES;
    boolean global = byValue && metadata.spec(file.specId()).orElseThrow().isUnpartitioned();
    long data = global ? oldestOfAll : oldest.getOrDefault(partition(file), Long.MAX_VALUE);
    long number = delete.sequenceNumber().orElse(0);
    return byValue ? number <= data : number < data;
  }

  private static PartitionKey partition(DataFile file) {
    return new PartitionKey(file.specId(), file.partition());
  }

  private void each(
      List<ManifestFile> manifests, ManifestContent content, Consumer<ManifestEntry> action) {
    for (ManifestFile manifest : manifests) {
      if (manifest.content() != content) {
        continue;
      }
      try (ManifestReader entries =
          ManifestReader.open(
              storage.newInputFile(manifest.manifestPath(), manifest.manifestLength()),
              manifest,
              ManifestProjection.noStats())) {
        for (ManifestEntry entry : entries) {
          if (entry.isLive()) {
            action.accept(entry);
          }
        }
      }
    }
  }
}
