package io.firn.maintenance.deletes;

import io.firn.codec.avro.ManifestProjection;
import io.firn.codec.avro.ManifestReader;
import io.firn.error.CorruptFileException;
import io.firn.expr.CaseSensitivity;
import io.firn.expr.Predicate;
import io.firn.io.Storage;
import io.firn.model.DataFile;
import io.firn.model.FileContent;
import io.firn.model.ManifestContent;
import io.firn.model.ManifestEntry;
import io.firn.model.ManifestFile;
import io.firn.model.Snapshot;
import io.firn.model.TableMetadata;
import io.firn.operation.AgedFile;
import io.firn.partition.PartitionKey;
import io.firn.partition.PartitionSpec;
import io.firn.scan.FileMatcher;
import io.firn.scan.PartitionPresence;
import io.firn.scan.SnapshotManifests;
import io.firn.types.ReservedFields;
import io.firn.types.Schema;
import io.firn.types.SchemaUnion;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Chooses the position delete files that a rewrite replaces: those that are too small or too large.
 * Packs them into groups of one partition each. Deletion vectors are left alone. Memory grows with
 * the delete files and with the data files that may have lost rows to them, not with the table.
 */
public final class DeleteRewritePlanner {
  private final Storage storage;
  private final TableMetadata metadata;
  private final DeleteRewriteOptions options;
  private final Schema allColumns;
  private final Map<PartitionKey, List<AgedFile>> byPartition = new LinkedHashMap<>();
  private final Set<String> withVector = new HashSet<>();

  public DeleteRewritePlanner(
      Storage storage, TableMetadata metadata, DeleteRewriteOptions options) {
    this.storage = storage;
    this.metadata = metadata;
    this.options = options;
    // Old specs may be by columns that the current schema has no more.
    this.allColumns = SchemaUnion.of(metadata.schemas());
  }

  /**
   * The groups of delete files in a snapshot, in the order in which they are to be rewritten; only
   * of partitions that may have a row for which the filter holds.
   */
  public List<DeleteGroup> plan(
      Snapshot snapshot, Predicate filter, CaseSensitivity caseSensitivity) {
    List<ManifestFile> manifests = SnapshotManifests.read(storage, snapshot);
    Map<Integer, FileMatcher> matchers = new HashMap<>();
    for (PartitionSpec spec : metadata.partitionSpecs()) {
      matchers.put(
          spec.specId(), new FileMatcher(filter, metadata.schema(), spec, caseSensitivity));
    }
    Set<Integer> path = Set.of(ReservedFields.DELETE_FILE_PATH_ID);
    for (ManifestFile manifest : manifests) {
      if (manifest.content() == ManifestContent.DELETES) {
        FileMatcher files = Objects.requireNonNull(matchers.get(spec(manifest).specId()));
        read(
            manifest,
            ManifestProjection.stats(path),
            entry -> {
              if (files.mayMatch(entry.file().partition())) {
                take(entry);
              }
            });
      }
    }
    Map<PartitionKey, List<List<AgedFile>>> packed = new LinkedHashMap<>();
    byPartition.forEach((partition, files) -> packed.put(partition, pack(files)));
    packed.values().removeIf(List::isEmpty);
    Map<PartitionKey, DeleteTargets> targets = targets(manifests, packed);
    List<DeleteGroup> groups = new ArrayList<>();
    packed.forEach(
        (partition, bins) ->
            bins.forEach(
                bin ->
                    groups.add(
                        new DeleteGroup(
                            partition,
                            bin,
                            Objects.requireNonNull(targets.get(partition)).found()))));
    groups.sort(order());
    return groups;
  }

  private PartitionSpec spec(ManifestFile manifest) {
    return metadata
        .spec(manifest.partitionSpecId())
        .orElseThrow(
            () ->
                new CorruptFileException(
                    manifest.manifestPath(),
                    -1,
                    "the table has no partition spec " + manifest.partitionSpecId()));
  }

  private void take(ManifestEntry entry) {
    DataFile file = entry.file();
    if (file.isDeletionVector()) {
      file.referencedDataFile().ifPresent(withVector::add);
    } else if (file.content() == FileContent.POSITION_DELETES) {
      byPartition
          .computeIfAbsent(partition(file), p -> new ArrayList<>())
          .add(new AgedFile(file, entry.sequenceNumber().orElse(0)));
    }
  }

  private static PartitionKey partition(DataFile file) {
    return new PartitionKey(file.specId(), file.partition());
  }

  /** Next fit into groups of the greatest size, in the order of the files. */
  private List<List<AgedFile>> pack(List<AgedFile> files) {
    List<List<AgedFile>> bins = new ArrayList<>();
    long sizeOfLast = 0;
    for (AgedFile file : files) {
      long size = file.file().fileSizeInBytes();
      if (!options.rewriteAll()
          && size >= options.minFileSizeBytes()
          && size <= options.maxFileSizeBytes()) {
        continue;
      }
      boolean fits =
          !bins.isEmpty()
              && sizeOfLast + size <= options.maxGroupSizeBytes()
              && bins.get(bins.size() - 1).size() < options.maxGroupInputFiles();
      if (!fits) {
        bins.add(new ArrayList<>());
        sizeOfLast = 0;
      }
      bins.get(bins.size() - 1).add(file);
      sizeOfLast += size;
    }
    return bins.stream().filter(this::isWorthIt).toList();
  }

  private boolean isWorthIt(List<AgedFile> bin) {
    long size = bin.stream().mapToLong(file -> file.file().fileSizeInBytes()).sum();
    return options.rewriteAll()
        || (bin.size() > 1 && bin.size() >= options.minInputFiles())
        || (bin.size() > 1 && size > options.targetFileSizeBytes())
        || size > options.maxFileSizeBytes();
  }

  /** Finds the data files of the partitions; manifests of other partitions are not read. */
  private Map<PartitionKey, DeleteTargets> targets(
      List<ManifestFile> manifests, Map<PartitionKey, List<List<AgedFile>>> packed) {
    Map<PartitionKey, DeleteTargets> targets = new HashMap<>();
    packed.forEach((partition, bins) -> targets.put(partition, DeleteTargets.of(bins)));
    Map<Integer, PartitionPresence> presences = new HashMap<>();
    for (PartitionSpec spec : metadata.partitionSpecs()) {
      presences.put(spec.specId(), new PartitionPresence(spec, allColumns, targets.keySet()));
    }
    for (ManifestFile manifest : manifests) {
      PartitionPresence presence = presences.get(manifest.partitionSpecId());
      if (manifest.content() == ManifestContent.DATA
          && manifest.mayHaveLiveFiles()
          && presence != null
          && presence.mayHold(manifest)) {
        read(
            manifest,
            ManifestProjection.noStats(),
            entry -> {
              DeleteTargets ofPartition = targets.get(partition(entry.file()));
              if (ofPartition != null && !withVector.contains(entry.file().filePath())) {
                ofPartition.offer(entry.file().filePath(), entry.sequenceNumber().orElse(0));
              }
            });
      }
    }
    return targets;
  }

  private void read(
      ManifestFile manifest, ManifestProjection projection, Consumer<ManifestEntry> action) {
    try (ManifestReader reader =
        ManifestReader.open(
            storage.newInputFile(manifest.manifestPath(), manifest.manifestLength()),
            manifest,
            projection,
            spec(manifest).partitionType(allColumns))) {
      for (ManifestEntry entry : reader) {
        if (entry.isLive()) {
          action.accept(entry);
        }
      }
    }
  }

  private Comparator<DeleteGroup> order() {
    return options.order().comparator(DeleteGroup::sizeBytes, group -> group.files().size());
  }
}
