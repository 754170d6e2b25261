package io.firn.operation;

import io.firn.conflict.LandedCommits;
import io.firn.io.Storage;
import io.firn.model.DataFile;
import io.firn.model.EntryStatus;
import io.firn.model.FileContent;
import io.firn.model.ManifestContent;
import io.firn.model.ManifestEntry;
import io.firn.model.Snapshot;
import io.firn.model.TableMetadata;
import io.firn.rowmap.RowMap;
import java.util.List;
import java.util.Optional;

/** What one snapshot did to the files of its parent, and its row map. */
record SnapshotFiles(
    List<DataFile> addedData,
    List<DataFile> removedData,
    List<DataFile> addedDeletes,
    List<DataFile> removedDeletes,
    Optional<RowMap> rowMap) {

  SnapshotFiles {
    addedData = List.copyOf(addedData);
    removedData = List.copyOf(removedData);
    addedDeletes = List.copyOf(addedDeletes);
    removedDeletes = List.copyOf(removedDeletes);
  }

  static SnapshotFiles read(TableMetadata table, Snapshot snapshot, Storage storage) {
    LandedCommits commits = LandedCommits.only(snapshot, table, storage);
    List<ManifestEntry> data = commits.entries(snapshot, ManifestContent.DATA);
    List<ManifestEntry> deletes = commits.entries(snapshot, ManifestContent.DELETES);
    return new SnapshotFiles(
        files(data, EntryStatus.ADDED),
        files(data, EntryStatus.DELETED),
        files(deletes, EntryStatus.ADDED),
        files(deletes, EntryStatus.DELETED),
        commits.rowMap(snapshot));
  }

  private static List<DataFile> files(List<ManifestEntry> entries, EntryStatus status) {
    return entries.stream().filter(e -> e.status() == status).map(ManifestEntry::file).toList();
  }

  boolean addsEqualityDeletes() {
    return addedDeletes.stream().anyMatch(f -> f.content() == FileContent.EQUALITY_DELETES);
  }
}
