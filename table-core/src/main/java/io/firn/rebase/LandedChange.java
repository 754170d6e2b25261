package io.firn.rebase;

import io.firn.conflict.LandedCommits;
import io.firn.model.DataFile;
import io.firn.model.EntryStatus;
import io.firn.model.FileKey;
import io.firn.model.ManifestContent;
import io.firn.model.ManifestEntry;
import io.firn.model.Snapshot;
import io.firn.model.SnapshotOperation;
import io.firn.rowmap.RowMap;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What one landed commit did to the files of the table. Its row map is read when it is needed. */
final class LandedChange {
  private final LandedCommits commits;
  private final Snapshot snapshot;
  private final RebaseLimits limits;
  private final Map<String, DataFile> addedData = new HashMap<>();
  private final Set<String> removedData = new HashSet<>();
  private final List<DataFile> addedDeletes = new ArrayList<>();
  private final Set<FileKey> removedDeletes = new HashSet<>();
  private boolean mapIsKnown;
  private Optional<RowMap> map = Optional.empty();

  private LandedChange(LandedCommits commits, Snapshot snapshot, RebaseLimits limits) {
    this.commits = commits;
    this.snapshot = snapshot;
    this.limits = limits;
  }

  static LandedChange read(LandedCommits commits, Snapshot snapshot, RebaseLimits limits) {
    LandedChange change = new LandedChange(commits, snapshot, limits);
    for (ManifestEntry entry : commits.entries(snapshot, ManifestContent.DATA)) {
      if (entry.status() == EntryStatus.ADDED) {
        change.addedData.put(entry.file().filePath(), entry.file());
      } else {
        change.removedData.add(entry.file().filePath());
      }
    }
    for (ManifestEntry entry : commits.entries(snapshot, ManifestContent.DELETES)) {
      if (entry.status() == EntryStatus.ADDED) {
        change.addedDeletes.add(entry.file());
      } else {
        change.removedDeletes.add(entry.file().key());
      }
    }
    return change;
  }

  Snapshot snapshot() {
    return snapshot;
  }

  Set<String> removedData() {
    return removedData;
  }

  List<DataFile> addedDeletes() {
    return addedDeletes;
  }

  Set<FileKey> removedDeletes() {
    return removedDeletes;
  }

  Optional<DataFile> addedData(String path) {
    return Optional.ofNullable(addedData.get(path));
  }

  /** Whether it took files away and put nothing in their place. */
  boolean isPureDelete() {
    return addedData.isEmpty()
        && snapshot
            .operation()
            .flatMap(SnapshotOperation::parse)
            .filter(operation -> operation == SnapshotOperation.DELETE)
            .isPresent();
  }

  /** Whether all rows that it brought were there before, so that the others are only deleted. */
  boolean bringsNoRow() {
    if (addedData.isEmpty()) {
      return true;
    }
    Optional<RowMap> known = map();
    if (known.isEmpty()) {
      return false;
    }
    Set<String> targets = new HashSet<>();
    known.get().targets().forEach(target -> targets.add(target.path()));
    targets.removeAll(known.get().newImages().keySet());
    return targets.containsAll(addedData.keySet());
  }

  /** The commit's row map, if it has one with the file as a source. */
  Optional<RowMap> mapOf(String dataFile) {
    return map().filter(m -> m.source(dataFile).isPresent());
  }

  /** Why it has no row map, if it says so. */
  Optional<String> whyUnmapped() {
    return Optional.ofNullable(snapshot.summary().get(Snapshot.ROW_MAP_REASON_KEY));
  }

  private Optional<RowMap> map() {
    Optional<RowMap> known = map;
    if (!mapIsKnown) {
      commits.rowMapFile(snapshot).ifPresent(file -> limits.require(file.length()));
      known = commits.rowMap(snapshot);
      map = known;
      mapIsKnown = true;
    }
    return known;
  }
}
