package io.firn.changelog;

import io.firn.model.DataFile;
import io.firn.model.FileKey;
import io.firn.model.ManifestEntry;
import io.firn.scan.DeleteIndex;
import io.firn.scan.FileChange.Deletes;
import io.firn.scan.ScanFilters;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The deletes of a table before and after one commit. */
record DeletesAround(DeleteIndex before, DeleteIndex after) {

  /** {@code others} are the deletes that the commit left alone. */
  static DeletesAround of(
      CommitFiles commit, Collection<ManifestEntry> others, ScanFilters filters) {
    DeleteIndex.Builder before = builder(filters);
    DeleteIndex.Builder after = builder(filters);
    for (ManifestEntry entry : others) {
      add(before, entry, filters);
      add(after, entry, filters);
    }
    commit.removedDeletes().forEach(entry -> add(before, entry, filters));
    commit.addedDeletes().forEach(entry -> add(after, entry, filters));
    return new DeletesAround(before.build(), after.build());
  }

  private static DeleteIndex.Builder builder(ScanFilters filters) {
    return new DeleteIndex.Builder(filters.request().schema(), filters.request().statsMode());
  }

  private static void add(DeleteIndex.Builder index, ManifestEntry entry, ScanFilters filters) {
    index.add(entry, filters.request().metadata().spec(entry.file().specId()).orElseThrow());
  }

  /** Whether one of these deletes may hit rows of the data file. */
  boolean meets(ManifestEntry data) {
    return !of(before, data).isEmpty() || !of(after, data).isEmpty();
  }

  /** The deletes that may hit rows of the data file. */
  static Deletes of(DeleteIndex index, ManifestEntry data) {
    long sequenceNumber = data.sequenceNumber().orElseThrow();
    return new Deletes(
        index.positionDeletes(data.file(), sequenceNumber),
        index.equalityDeletes(data.file(), sequenceNumber));
  }

  /** The deletes among {@code these} that are among {@code those}, too. */
  static Deletes common(Deletes these, Deletes those) {
    return new Deletes(
        common(these.positions(), those.positions(), true),
        common(these.equalities(), those.equalities(), true));
  }

  /** The deletes among {@code these} that are not among {@code those}. */
  static Deletes only(Deletes these, Deletes those) {
    return new Deletes(
        common(these.positions(), those.positions(), false),
        common(these.equalities(), those.equalities(), false));
  }

  private static List<DataFile> common(
      List<DataFile> these, List<DataFile> those, boolean isThere) {
    Set<FileKey> keys = new HashSet<>();
    those.forEach(file -> keys.add(file.key()));
    return these.stream().filter(file -> keys.contains(file.key()) == isThere).toList();
  }
}
