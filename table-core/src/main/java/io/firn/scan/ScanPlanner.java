package io.firn.scan;

import io.firn.codec.avro.ManifestListReader;
import io.firn.codec.avro.ManifestProjection;
import io.firn.codec.avro.ManifestReader;
import io.firn.error.CorruptFileException;
import io.firn.history.History;
import io.firn.io.InputFile;
import io.firn.io.Storage;
import io.firn.model.ColumnStats;
import io.firn.model.DataFile;
import io.firn.model.EntryStatus;
import io.firn.model.ManifestContent;
import io.firn.model.ManifestEntry;
import io.firn.model.ManifestFile;
import io.firn.model.Snapshot;
import io.firn.model.SnapshotOperation;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * Plans which files a scan reads (spec: Scan Planning): skips manifests by partition summaries,
 * files by partition and column stats, attaches the deletes that apply, and says what is left of
 * the filter for each file. Manifests are read in parallel; the result is in the order of the
 * manifest list and of the manifests. Thread-safe.
 *
 * <p>A file that the scan would have to read but that is encrypted or not in Parquet ends in {@code
 * UnsupportedFeatureException}, unless the request keeps stats, which is for those who look at
 * metadata only; contradictions in the metadata end in {@code CorruptFileException}.
 */
public final class ScanPlanner {
  private final Storage storage;
  private final ManifestCache cache;
  private final Workers workers;

  /** Without a cache, with as many threads as the system property says. */
  public ScanPlanner(Storage storage) {
    this(storage, ManifestCache.none(), Workers.fromSystemProperty());
  }

  public ScanPlanner(Storage storage, ManifestCache cache, Workers workers) {
    this.storage = storage;
    this.cache = cache;
    this.workers = workers;
  }

  /** The files of a snapshot that may hold matching rows, with their deletes. */
  public PlannedScan plan(ScanRequest request) {
    return planFirst(request, Long.MAX_VALUE);
  }

  /**
   * As {@link #plan}, but only as many of the files as surely have that many rows, if all rows of
   * the files match: data manifests after the ones that list them are not read.
   */
  public PlannedScan planFirst(ScanRequest request, long rows) {
    List<ManifestFile> listed = manifests(request.snapshot());
    try {
      return planFirst(listed, request, rows);
    } catch (CorruptFileException e) {
      boolean isListed = listed.stream().anyMatch(m -> m.manifestPath().equals(e.location()));
      throw request.snapshot().manifestList().filter(list -> isListed).map(e::listedIn).orElse(e);
    }
  }

  private PlannedScan planFirst(List<ManifestFile> listed, ScanRequest request, long rows) {
    PlanMetrics metrics = new PlanMetrics();
    ScanFilters filters = new ScanFilters(request);
    List<ManifestFile> data = new ArrayList<>();
    List<ManifestFile> deletes = new ArrayList<>();
    for (ManifestFile manifest : listed) {
      metrics.sawManifest(manifest);
      if (filters.of(manifest).mayMatch(manifest)) {
        (manifest.content() == ManifestContent.DATA ? data : deletes).add(manifest);
      }
    }
    if (data.isEmpty()) {
      deletes.clear();
    }
    DeleteIndex index = indexDeletes(deletes, filters, metrics);
    DataReader reader = new DataReader(filters, index, ManifestEntry::isLive);
    List<FileTask> tasks = new ArrayList<>();
    int read = 0;
    long sureRows = 0;
    while (read < data.size() && sureRows < rows) {
      int end =
          rows == Long.MAX_VALUE ? data.size() : Math.min(read + workers.threads(), data.size());
      List<FileTask> found = reader.readAll(data.subList(read, end), metrics);
      sureRows += found.stream().mapToLong(FileTask::minRows).sum();
      tasks.addAll(found);
      read = end;
    }
    metrics.willRead(read, deletes.size());
    return new PlannedScan(tasks, metrics.of(tasks));
  }

  /**
   * The files that appends added after one snapshot and up to the request's, without deletes;
   * snapshots of other operations are passed over.
   *
   * @throws io.firn.error.NotFoundException if the line from the request's snapshot does not lead
   *     back to the other one
   */
  public PlannedScan planAppends(ScanRequest request, long afterSnapshotId) {
    return planAppends(
        request,
        History.between(request.metadata(), afterSnapshotId, request.snapshot().snapshotId()));
  }

  /** The files that the given snapshots added, as far as they are appends, without deletes. */
  public PlannedScan planAppends(ScanRequest request, List<Snapshot> snapshots) {
    PlanMetrics metrics = new PlanMetrics();
    ScanFilters filters = new ScanFilters(request);
    List<Snapshot> appends =
        snapshots.stream()
            .filter(s -> s.operation().equals(Optional.of(SnapshotOperation.APPEND.text())))
            .toList();
    Set<Long> ids = new HashSet<>();
    appends.forEach(s -> ids.add(s.snapshotId()));
    List<ManifestFile> data = new ArrayList<>();
    Set<String> paths = new HashSet<>();
    for (Snapshot snapshot : appends) {
      for (ManifestFile manifest : manifests(snapshot)) {
        boolean appended =
            manifest.content() == ManifestContent.DATA && ids.contains(manifest.addedSnapshotId());
        if (appended && paths.add(manifest.manifestPath())) {
          metrics.sawManifest(manifest);
          if (filters.of(manifest).mayMatch(manifest)) {
            data.add(manifest);
          }
        }
      }
    }
    metrics.willRead(data.size(), 0);
    DataReader reader =
        new DataReader(
            filters,
            DeleteIndex.none(),
            e -> e.status() == EntryStatus.ADDED && ids.contains(e.snapshotId().orElseThrow()));
    List<FileTask> tasks = reader.readAll(data, metrics);
    return new PlannedScan(tasks, metrics.of(tasks));
  }

  private List<ManifestFile> manifests(Snapshot snapshot) {
    ReadableFiles.require(snapshot);
    if (snapshot.manifestList().isPresent()) {
      InputFile list = storage.newInputFile(snapshot.manifestList().get());
      return ManifestListReader.read(cache.through(list)).manifests();
    }
    return workers.map(
        snapshot.manifests(),
        path ->
            ManifestReader.describe(
                cache.through(storage.newInputFile(path)), snapshot.snapshotId()));
  }

  private ManifestReader open(
      ManifestFile manifest, ManifestProjection projection, ScanFilters filters) {
    long length = manifest.manifestLength();
    InputFile file = storage.newInputFile(manifest.manifestPath(), length);
    return ManifestReader.open(
        cache.through(file, manifest), manifest, projection, filters.partitionType(manifest));
  }

  /** What one manifest has: what passed the filter, and how much did not. */
  private record Found<T>(ManifestFile manifest, List<T> items, long skipped) {}

  private DeleteIndex indexDeletes(
      List<ManifestFile> manifests, ScanFilters filters, PlanMetrics metrics) {
    DeleteIndex.Builder index =
        new DeleteIndex.Builder(filters.request().schema(), filters.request().statsMode());
    for (Found<ManifestEntry> found :
        workers.map(manifests, manifest -> readDeletes(manifest, filters))) {
      metrics.skippedDeleteFiles(found.skipped());
      for (ManifestEntry entry : found.items()) {
        metrics.indexed(entry.file());
        index.add(entry, filters.spec(found.manifest()));
      }
    }
    return index.build();
  }

  private Found<ManifestEntry> readDeletes(ManifestFile manifest, ScanFilters filters) {
    FileMatcher files = filters.of(manifest);
    List<ManifestEntry> entries = new ArrayList<>();
    long skipped = 0;
    try (ManifestReader reader = open(manifest, ManifestProjection.allStats(), filters)) {
      for (ManifestEntry entry : reader) {
        if (entry.isLive()) {
          if (files.mayMatchDeleted(entry.file())) {
            entries.add(entry);
          } else {
            skipped++;
          }
        }
      }
    }
    return new Found<>(manifest, entries, skipped);
  }

  private static ManifestProjection projection(ScanFilters filters, DeleteIndex index) {
    if (filters.request().statsMode() == StatsMode.KEEP) {
      return ManifestProjection.allStats();
    }
    Set<Integer> ids = new TreeSet<>(filters.fieldIds());
    ids.addAll(index.equalityFieldIds());
    return ManifestProjection.stats(ids);
  }

  /** Reads data manifests; used by several threads. */
  private final class DataReader {
    private final ScanFilters filters;
    private final DeleteIndex index;
    private final Predicate<ManifestEntry> wanted;
    private final ManifestProjection projection;

    DataReader(ScanFilters filters, DeleteIndex index, Predicate<ManifestEntry> wanted) {
      this.filters = filters;
      this.index = index;
      this.wanted = wanted;
      this.projection = projection(filters, index);
    }

    /** The files of all manifests, in their order. */
    List<FileTask> readAll(List<ManifestFile> manifests, PlanMetrics metrics) {
      List<FileTask> tasks = new ArrayList<>();
      for (Found<FileTask> found : workers.map(manifests, this::read)) {
        tasks.addAll(found.items());
        metrics.skippedDataFiles(found.skipped());
      }
      return tasks;
    }

    Found<FileTask> read(ManifestFile manifest) {
      FileMatcher files = filters.of(manifest);
      List<FileTask> tasks = new ArrayList<>();
      long skipped = 0;
      try (ManifestReader reader = open(manifest, projection, filters)) {
        for (ManifestEntry entry : reader) {
          if (wanted.test(entry)) {
            if (files.mayMatch(entry.file())) {
              tasks.add(task(entry, files));
            } else {
              skipped++;
            }
          }
        }
      }
      return new Found<>(manifest, tasks, skipped);
    }

    private FileTask task(ManifestEntry entry, FileMatcher files) {
      DataFile file = entry.file();
      long sequenceNumber = entry.sequenceNumber().orElseThrow();
      List<DataFile> positions = index.positionDeletes(file, sequenceNumber);
      List<DataFile> equalities = index.equalityDeletes(file, sequenceNumber);
      boolean keep = filters.request().statsMode() == StatsMode.KEEP;
      if (!keep) {
        ReadableFiles.require(file);
        positions.forEach(ReadableFiles::require);
        equalities.forEach(ReadableFiles::require);
      }
      return new FileTask(
          keep ? file : file.withStats(ColumnStats.none()),
          sequenceNumber,
          positions,
          equalities,
          files.residual(file.partition()));
    }
  }
}
