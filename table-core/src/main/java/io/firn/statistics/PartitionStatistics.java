package io.firn.statistics;

import io.firn.codec.avro.ManifestProjection;
import io.firn.codec.avro.ManifestReader;
import io.firn.codec.parquet.PartitionStatsFile;
import io.firn.error.CorruptFileException;
import io.firn.error.InvalidInputException;
import io.firn.error.MissingFileException;
import io.firn.error.UnsupportedFeatureException;
import io.firn.history.History;
import io.firn.io.Storage;
import io.firn.model.EntryStatus;
import io.firn.model.ManifestEntry;
import io.firn.model.ManifestFile;
import io.firn.model.PartitionStatisticsFile;
import io.firn.model.PartitionStats;
import io.firn.model.Snapshot;
import io.firn.model.TableMetadata;
import io.firn.model.TableProperties;
import io.firn.partition.PartitionKey;
import io.firn.partition.PartitionSpec;
import io.firn.partition.PartitionUnion;
import io.firn.scan.SnapshotManifests;
import io.firn.scan.Tally;
import io.firn.scan.Workers;
import io.firn.types.Schema;
import io.firn.types.SchemaUnion;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts by partition of a snapshot (spec: Partition Statistics): from the counts of the nearest
 * ancestor that has some and what landed since, or else from all manifests of the snapshot. Memory
 * grows with the partitions, not with the files.
 */
public final class PartitionStatistics {
  private static final Logger LOG = LoggerFactory.getLogger(PartitionStatistics.class);

  /** So many manifests are read before their counts are added up. */
  private static final int MANIFESTS_AT_A_TIME = 64;

  private final Storage storage;
  private final TableMetadata metadata;
  private final Tally tally;
  private final History history;
  private final Schema allColumns;
  private final PartitionUnion union;

  /** Which entries of a manifest count. */
  private enum Entries {
    /** All that live. */
    STATE,
    /** What its snapshot added and removed. */
    CHANGES
  }

  private PartitionStatistics(Storage storage, TableMetadata metadata, Tally tally) {
    this.storage = storage;
    this.metadata = metadata;
    this.tally = tally;
    this.history = History.of(metadata);
    // Old specs may be by columns that the current schema has no more.
    this.allColumns = SchemaUnion.of(metadata.schemas());
    this.union = PartitionUnion.of(allColumns, metadata.partitionSpecs());
  }

  /**
   * Writes the counts of one of the table's snapshots to a new file; it counts once it is
   * registered. If the snapshot has such a file already, that is the result. Empty if the snapshot
   * never had a file in any partition.
   *
   * @param tally is told how many manifests are to be read, and how many have been
   * @throws InvalidInputException if the table is not partitioned
   */
  public static Optional<PartitionStatisticsFile> compute(
      Storage storage, TableMetadata metadata, Snapshot snapshot, Tally tally) {
    if (metadata.partitionSpecs().stream().allMatch(PartitionSpec::isUnpartitioned)) {
      throw new InvalidInputException(
          "Cannot compute partition statistics of the table at "
              + metadata.location()
              + ": Table must be partitioned");
    }
    requireParquet(metadata);
    return new PartitionStatistics(storage, metadata, tally).compute(snapshot);
  }

  private static void requireParquet(TableMetadata metadata) {
    String format =
        metadata
            .properties()
            .getOrDefault(
                TableProperties.DEFAULT_FILE_FORMAT, TableProperties.DEFAULT_FILE_FORMAT_DEFAULT);
    if (!format.equalsIgnoreCase(TableProperties.DEFAULT_FILE_FORMAT_DEFAULT)) {
      throw new UnsupportedFeatureException(
          "Cannot write partition statistics of the table at %s: %s=%s, and only parquet is supported"
              .formatted(metadata.location(), TableProperties.DEFAULT_FILE_FORMAT, format));
    }
  }

  private Optional<PartitionStatisticsFile> compute(Snapshot snapshot) {
    Optional<PartitionStatisticsFile> earlier = latestFile(snapshot);
    if (earlier.isPresent() && earlier.get().snapshotId() == snapshot.snapshotId()) {
      return earlier;
    }
    Map<PartitionKey, PartitionCounts> counts =
        earlier.flatMap(file -> readEarlier(file)).orElseGet(HashMap::new);
    if (counts.isEmpty()) {
      count(SnapshotManifests.read(storage, snapshot), Entries.STATE, counts);
    } else {
      count(manifestsSince(earlier.orElseThrow(), snapshot), Entries.CHANGES, counts);
    }
    return counts.isEmpty() ? Optional.empty() : Optional.of(write(snapshot, counts));
  }

  /** That of the snapshot or of its nearest ancestor. */
  private Optional<PartitionStatisticsFile> latestFile(Snapshot snapshot) {
    Map<Long, PartitionStatisticsFile> files = new HashMap<>();
    metadata.partitionStatistics().forEach(file -> files.put(file.snapshotId(), file));
    return history.ancestors(snapshot.snapshotId()).stream()
        .flatMap(ancestor -> Optional.ofNullable(files.get(ancestor.snapshotId())).stream())
        .findFirst();
  }

  /** The counts of an earlier file; empty if it cannot be used. */
  private Optional<Map<PartitionKey, PartitionCounts>> readEarlier(PartitionStatisticsFile file) {
    Map<PartitionKey, PartitionCounts> counts = new HashMap<>();
    try {
      PartitionStatsFile.read(
          storage.newInputFile(file.statisticsPath()),
          union.type(),
          stats ->
              counts.put(
                  new PartitionKey(stats.specId(), stats.partition()),
                  PartitionCounts.from(stats)));
      return Optional.of(counts);
    } catch (CorruptFileException | MissingFileException | UnsupportedFeatureException e) {
      LOG.warn("Counting all files of the snapshot again: {}", e.getMessage());
      return Optional.empty();
    }
  }

  /** Removed files stand only in manifests of the snapshot that removed them. */
  private List<ManifestFile> manifestsSince(PartitionStatisticsFile file, Snapshot snapshot) {
    List<ManifestFile> manifests = new ArrayList<>();
    for (Snapshot landed : history.between(file.snapshotId(), snapshot.snapshotId())) {
      SnapshotManifests.read(storage, landed).stream()
          .filter(manifest -> manifest.addedSnapshotId() == landed.snapshotId())
          .forEach(manifests::add);
    }
    return manifests;
  }

  private void count(
      List<ManifestFile> manifests, Entries entries, Map<PartitionKey, PartitionCounts> counts) {
    tally.toDo(manifests.size());
    Workers workers = Workers.fromSystemProperty();
    for (int from = 0; from < manifests.size(); from += MANIFESTS_AT_A_TIME) {
      List<ManifestFile> some =
          manifests.subList(from, Math.min(manifests.size(), from + MANIFESTS_AT_A_TIME));
      workers
          .map(some, manifest -> count(manifest, entries))
          .forEach(of -> of.forEach((key, more) -> counts.merge(key, more, PartitionCounts::plus)));
    }
  }

  private Map<PartitionKey, PartitionCounts> count(ManifestFile manifest, Entries entries) {
    Map<PartitionKey, PartitionCounts> counts = new HashMap<>();
    int specId = manifest.partitionSpecId();
    PartitionSpec spec =
        metadata
            .spec(specId)
            .orElseThrow(
                () ->
                    new CorruptFileException(
                        manifest.manifestPath(), -1, "the table has no partition spec " + specId));
    try (ManifestReader reader =
        ManifestReader.open(
            storage.newInputFile(manifest.manifestPath(), manifest.manifestLength()),
            manifest,
            ManifestProjection.noStats(),
            spec.partitionType(allColumns))) {
      for (ManifestEntry entry : reader) {
        PartitionKey key = new PartitionKey(specId, union.tuple(specId, entry.file().partition()));
        count(entry, entries, counts.computeIfAbsent(key, k -> new PartitionCounts()));
      }
    }
    tally.done(1);
    return counts;
  }

  private void count(ManifestEntry entry, Entries entries, PartitionCounts counts) {
    boolean changes = entries == Entries.CHANGES;
    if (changes && entry.status() == EntryStatus.EXISTING) {
      return;
    }
    if (entry.isLive()) {
      counts.added(entry.file());
    } else if (changes) {
      counts.removed(entry.file());
    }
    OptionalLong by = entry.snapshotId();
    counts.touchedBy(by.isPresent() ? history.snapshot(by.getAsLong()) : Optional.empty());
  }

  private PartitionStatisticsFile write(
      Snapshot snapshot, Map<PartitionKey, PartitionCounts> counts) {
    String location =
        MetadataDirectory.file(
            metadata,
            "partition-stats-%d-%s.parquet".formatted(snapshot.snapshotId(), UUID.randomUUID()));
    Comparator<PartitionStats> order =
        Comparator.comparing(PartitionStats::partition, PartitionOrder.of(union.type()))
            .thenComparingInt(PartitionStats::specId);
    List<PartitionStats> rows =
        counts.entrySet().stream()
            .map(e -> e.getValue().of(e.getKey().partition(), e.getKey().specId()))
            .sorted(order)
            .collect(Collectors.toList());
    long length =
        PartitionStatsFile.write(
            storage.newOutputFile(location), union.type(), metadata.formatVersion(), rows);
    return new PartitionStatisticsFile(snapshot.snapshotId(), location, length);
  }
}
