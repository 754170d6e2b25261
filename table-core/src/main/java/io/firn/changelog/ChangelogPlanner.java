package io.firn.changelog;

import io.firn.codec.avro.ManifestProjection;
import io.firn.codec.avro.ManifestReader;
import io.firn.io.InputFile;
import io.firn.io.Storage;
import io.firn.model.ColumnStats;
import io.firn.model.DataFile;
import io.firn.model.ManifestContent;
import io.firn.model.ManifestEntry;
import io.firn.model.ManifestFile;
import io.firn.model.Snapshot;
import io.firn.model.SnapshotOperation;
import io.firn.scan.DeleteIndex;
import io.firn.scan.FileChange;
import io.firn.scan.FileChange.Deletes;
import io.firn.scan.FileTask;
import io.firn.scan.ManifestCache;
import io.firn.scan.PlanMetrics;
import io.firn.scan.PlannedScan;
import io.firn.scan.ReadableFiles;
import io.firn.scan.ScanFilters;
import io.firn.scan.ScanRequest;
import io.firn.scan.SnapshotManifests;
import io.firn.scan.Workers;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Plans which files tell what commits did to the rows of a table: files that a commit added or
 * removed, with the deletes that leave them their live rows, and files whose deletes it changed.
 * Commits that only replace files by others of the same rows ({@code replace}: compactions) have no
 * changes and no ordinal. A manifest that several snapshots share is read once or twice, however
 * many they are; of a snapshot only that is read which can bear on its own changes. Thread-safe.
 */
public final class ChangelogPlanner {
  /** Manifest lists that are held at once; afterwards only what is needed of them is kept. */
  private static final int LISTS_AT_ONCE = 64;

  private final Storage storage;
  private final ManifestCache cache;
  private final Workers workers;

  public ChangelogPlanner(Storage storage, ManifestCache cache, Workers workers) {
    this.storage = storage;
    this.cache = cache;
    this.workers = workers;
  }

  /**
   * The changes of the snapshots, which come oldest first; ordinals count them from 0. The
   * request's filter is about the table's columns; its snapshot does not matter.
   */
  public PlannedScan plan(ScanRequest request, List<Snapshot> snapshots) {
    return new Run(new ScanFilters(request)).plan(snapshots);
  }

  /** One planning. */
  private final class Run {
    private final ScanFilters filters;
    private final PlanMetrics metrics = new PlanMetrics();
    private final List<FileTask> tasks = new ArrayList<>();
    private final Set<String> seen = new HashSet<>();
    private final Map<ManifestContent, Set<String>> read = new EnumMap<>(ManifestContent.class);

    Run(ScanFilters filters) {
      this.filters = filters;
    }

    PlannedScan plan(List<Snapshot> snapshots) {
      List<CommitFiles> commits = read(snapshots);
      Map<CommitFiles, List<ManifestEntry>> hit = hitData(commits);
      Map<CommitFiles, List<ManifestEntry>> others = otherDeletes(commits, hit);
      for (CommitFiles commit : commits) {
        addTasks(
            commit, hit.getOrDefault(commit, List.of()), others.getOrDefault(commit, List.of()));
      }
      metrics.willRead(countRead(ManifestContent.DATA), countRead(ManifestContent.DELETES));
      return new PlannedScan(tasks, metrics.of(tasks));
    }

    private List<CommitFiles> read(List<Snapshot> snapshots) {
      List<CommitFiles> commits = new ArrayList<>();
      for (Snapshot snapshot : snapshots) {
        if (!snapshot.operation().equals(Optional.of(SnapshotOperation.REPLACE.text()))) {
          ReadableFiles.require(snapshot);
          commits.add(new CommitFiles(snapshot, commits.size()));
        }
      }
      SharedManifests shared = new SharedManifests();
      for (int from = 0; from < commits.size(); from += LISTS_AT_ONCE) {
        List<CommitFiles> some =
            commits.subList(from, Math.min(commits.size(), from + LISTS_AT_ONCE));
        readOwn(some, workers.map(some, this::manifests), shared);
      }
      return commits;
    }

    private List<ManifestFile> manifests(CommitFiles commit) {
      return SnapshotManifests.read(storage, cache, commit.snapshot());
    }

    /** Reads what each commit wrote itself. */
    private void readOwn(
        List<CommitFiles> commits, List<List<ManifestFile>> lists, SharedManifests shared) {
      ManifestPass data = new ManifestPass();
      ManifestPass deletes = new ManifestPass();
      for (int i = 0; i < commits.size(); i++) {
        CommitFiles commit = commits.get(i);
        for (ManifestFile manifest : lists.get(i)) {
          boolean own = manifest.addedSnapshotId() == commit.snapshotId();
          if (own && mayMatch(manifest)) {
            boolean isData = manifest.content() == ManifestContent.DATA;
            (isData ? data : deletes)
                .want(manifest, commit, (m, e) -> commit.made(e) && test(m, e));
          }
        }
      }
      run(data, filterStats(Set.of()))
          .forEach((c, entries) -> entries.forEach(e -> c.add(ManifestContent.DATA, e)));
      run(deletes, ManifestProjection.allStats())
          .forEach((c, entries) -> entries.forEach(e -> c.add(ManifestContent.DELETES, e)));
      for (int i = 0; i < commits.size(); i++) {
        if (commits.get(i).needsOthers()) {
          commits.get(i).keep(shared.of(lists.get(i)));
        }
      }
    }

    /** The data files that a commit left alone, but not their deletes. */
    private Map<CommitFiles, List<ManifestEntry>> hitData(List<CommitFiles> commits) {
      ManifestPass pass = new ManifestPass();
      Set<Integer> keys = new TreeSet<>();
      for (CommitFiles commit : commits) {
        if (commit.changesDeletes()) {
          DeletesAround changed = DeletesAround.of(commit, List.of(), filters);
          keys.addAll(changed.before().equalityFieldIds());
          keys.addAll(changed.after().equalityFieldIds());
          List<DataFile> deletes = new ArrayList<>(CommitFiles.files(commit.addedDeletes()));
          deletes.addAll(CommitFiles.files(commit.removedDeletes()));
          Reach reach = Reach.ofDeletes(deletes, filters);
          for (ManifestFile manifest : commit.manifests()) {
            if (tellsOfOthers(commit, manifest, ManifestContent.DATA)
                && reach.mayMeetData(manifest)) {
              pass.want(
                  manifest, commit, (m, e) -> isOther(commit, e) && changed.meets(e) && test(m, e));
            }
          }
        }
      }
      return run(pass, filterStats(keys));
    }

    /** The deletes that a commit left alone, as far as they may hit data that it is about. */
    private Map<CommitFiles, List<ManifestEntry>> otherDeletes(
        List<CommitFiles> commits, Map<CommitFiles, List<ManifestEntry>> hit) {
      ManifestPass pass = new ManifestPass();
      for (CommitFiles commit : commits) {
        List<DataFile> data = new ArrayList<>(CommitFiles.files(commit.removedData()));
        data.addAll(CommitFiles.files(commit.addedWithDeletes()));
        data.addAll(CommitFiles.files(hit.getOrDefault(commit, List.of())));
        if (!data.isEmpty()) {
          Reach reach = Reach.ofData(data, filters);
          for (ManifestFile manifest : commit.manifests()) {
            if (tellsOfOthers(commit, manifest, ManifestContent.DELETES)
                && reach.mayMeetDeletes(manifest)) {
              pass.want(
                  manifest,
                  commit,
                  (m, e) -> isOther(commit, e) && reach.mayMeet(e.file()) && test(m, e));
            }
          }
        }
      }
      return run(pass, ManifestProjection.allStats());
    }

    private static boolean isOther(CommitFiles commit, ManifestEntry entry) {
      return entry.isLive() && !commit.made(entry);
    }

    /** A manifest of the commit itself lists others only if it took them over from old ones. */
    private boolean tellsOfOthers(
        CommitFiles commit, ManifestFile manifest, ManifestContent content) {
      boolean own = manifest.addedSnapshotId() == commit.snapshotId();
      return manifest.content() == content
          && manifest.mayHaveLiveFiles()
          && !(own && manifest.existingFilesCount().orElse(1) == 0)
          && mayMatch(manifest);
    }

    private int countRead(ManifestContent content) {
      return read.getOrDefault(content, Set.of()).size();
    }

    private boolean mayMatch(ManifestFile manifest) {
      if (seen.add(manifest.manifestPath())) {
        metrics.sawManifest(manifest);
      }
      return filters.of(manifest).mayMatch(manifest);
    }

    private boolean test(ManifestFile manifest, ManifestEntry entry) {
      return manifest.content() == ManifestContent.DATA
          ? filters.of(manifest).mayMatch(entry.file())
          : filters.of(manifest).mayMatchDeleted(entry.file());
    }

    private ManifestProjection filterStats(Set<Integer> keys) {
      Set<Integer> ids = new TreeSet<>(filters.fieldIds());
      ids.addAll(keys);
      return ManifestProjection.stats(ids);
    }

    private Map<CommitFiles, List<ManifestEntry>> run(
        ManifestPass pass, ManifestProjection projection) {
      for (ManifestFile manifest : pass.manifests()) {
        read.computeIfAbsent(manifest.content(), c -> new HashSet<>()).add(manifest.manifestPath());
      }
      return pass.run(workers, projection, this::open);
    }

    private ManifestReader open(ManifestFile manifest, ManifestProjection projection) {
      long length = manifest.manifestLength();
      InputFile file = storage.newInputFile(manifest.manifestPath(), length);
      return ManifestReader.open(
          cache.through(file, manifest), manifest, projection, filters.partitionType(manifest));
    }

    private void addTasks(
        CommitFiles commit, List<ManifestEntry> hit, List<ManifestEntry> otherDeletes) {
      DeletesAround deletes = DeletesAround.of(commit, otherDeletes, filters);
      commit.addedDeletes().forEach(entry -> metrics.indexed(entry.file()));
      otherDeletes.forEach(entry -> metrics.indexed(entry.file()));
      FileChange removed = FileChange.removed(commit.ordinal(), commit.snapshotId());
      FileChange added = FileChange.added(commit.ordinal(), commit.snapshotId());
      commit.removedData().forEach(e -> addTask(e, deletes.before(), removed));
      hit.forEach(e -> addHit(commit, e, deletes));
      commit.addedData().forEach(e -> addTask(e, deletes.after(), added));
    }

    private void addTask(ManifestEntry data, DeleteIndex index, FileChange change) {
      tasks.add(task(data, DeletesAround.of(index, data), change));
    }

    private void addHit(CommitFiles commit, ManifestEntry data, DeletesAround deletes) {
      Deletes before = DeletesAround.of(deletes.before(), data);
      Deletes after = DeletesAround.of(deletes.after(), data);
      Deletes landed = DeletesAround.only(after, before);
      Deletes lifted = DeletesAround.only(before, after);
      landed.requireReadable();
      lifted.requireReadable();
      if (!landed.isEmpty() || !lifted.isEmpty()) {
        FileChange change =
            new FileChange(
                FileChange.Kind.OTHER_DELETES,
                commit.ordinal(),
                commit.snapshotId(),
                landed,
                lifted);
        tasks.add(task(data, DeletesAround.common(after, before), change));
      }
    }

    private FileTask task(ManifestEntry data, Deletes deletes, FileChange change) {
      DataFile file = data.file();
      ReadableFiles.require(file);
      deletes.requireReadable();
      return new FileTask(
          file.withStats(ColumnStats.none()),
          data.sequenceNumber().orElseThrow(),
          deletes.positions(),
          deletes.equalities(),
          filters.residual(file),
          Optional.of(change));
    }
  }
}
