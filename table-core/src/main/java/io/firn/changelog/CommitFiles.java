package io.firn.changelog;

import io.firn.model.DataFile;
import io.firn.model.EntryStatus;
import io.firn.model.ManifestContent;
import io.firn.model.ManifestEntry;
import io.firn.model.ManifestFile;
import io.firn.model.Snapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * The files that one commit added and removed, as far as they can have rows that are asked for, and
 * the manifests of its snapshot. What it left alone is found in these: a snapshot tells of itself
 * and of its parent, which may have expired.
 */
final class CommitFiles {
  private final Snapshot snapshot;
  private final int ordinal;
  private final List<ManifestEntry> addedData = new ArrayList<>();
  private final List<ManifestEntry> removedData = new ArrayList<>();
  private final List<ManifestEntry> addedDeletes = new ArrayList<>();
  private final List<ManifestEntry> removedDeletes = new ArrayList<>();
  private List<ManifestFile> manifests = List.of();

  CommitFiles(Snapshot snapshot, int ordinal) {
    this.snapshot = snapshot;
    this.ordinal = ordinal;
  }

  /** Whether the entry tells of this commit; others tell of files that it left alone. */
  boolean made(ManifestEntry entry) {
    return entry.status() != EntryStatus.EXISTING
        && entry.snapshotId().equals(OptionalLong.of(snapshot.snapshotId()));
  }

  void add(ManifestContent content, ManifestEntry entry) {
    boolean added = entry.status() == EntryStatus.ADDED;
    if (content == ManifestContent.DATA) {
      (added ? addedData : removedData).add(entry);
    } else {
      (added ? addedDeletes : removedDeletes).add(entry);
    }
  }

  /** Keeps the manifests of the snapshot. */
  void keep(List<ManifestFile> ofSnapshot) {
    manifests = ofSnapshot;
  }

  /** Whether files that the commit left alone decide about its changes. */
  boolean needsOthers() {
    return changesDeletes() || !removedData.isEmpty() || !addedWithDeletes().isEmpty();
  }

  boolean changesDeletes() {
    return !addedDeletes.isEmpty() || !removedDeletes.isEmpty();
  }

  /** Added data files to which deletes may apply: usually none, since deletes are older. */
  List<ManifestEntry> addedWithDeletes() {
    return addedDeletes.isEmpty()
        ? addedData.stream()
            .filter(e -> e.sequenceNumber().orElseThrow() < snapshot.sequenceNumber())
            .toList()
        : addedData;
  }

  Snapshot snapshot() {
    return snapshot;
  }

  long snapshotId() {
    return snapshot.snapshotId();
  }

  int ordinal() {
    return ordinal;
  }

  List<ManifestFile> manifests() {
    return manifests;
  }

  List<ManifestEntry> addedData() {
    return addedData;
  }

  List<ManifestEntry> removedData() {
    return removedData;
  }

  List<ManifestEntry> addedDeletes() {
    return addedDeletes;
  }

  List<ManifestEntry> removedDeletes() {
    return removedDeletes;
  }

  static List<DataFile> files(List<ManifestEntry> entries) {
    return entries.stream().map(ManifestEntry::file).toList();
  }
}
