package io.firn.conflict;

import io.firn.codec.avro.ManifestListReader;
import io.firn.codec.avro.ManifestProjection;
import io.firn.codec.avro.ManifestReader;
import io.firn.codec.avro.RowMapReader;
import io.firn.error.FirnException;
import io.firn.io.InputFile;
import io.firn.io.Storage;
import io.firn.model.EntryStatus;
import io.firn.model.ManifestContent;
import io.firn.model.ManifestEntry;
import io.firn.model.ManifestFile;
import io.firn.model.Snapshot;
import io.firn.model.SnapshotOperation;
import io.firn.model.TableMetadata;
import io.firn.rowmap.RowMap;
import io.firn.scan.SnapshotManifests;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The commits that landed on a branch after a snapshot, oldest first, and the files they added and
 * removed. Reads a commit's manifest list once, and its manifests whenever a rule asks for them: a
 * storage that remembers them keeps that cheap.
 */
public final class LandedCommits {
  private static final Logger LOG = LoggerFactory.getLogger(LandedCommits.class);

  private final List<Snapshot> snapshots;
  private final TableMetadata metadata;
  private final Storage storage;
  private final Map<Long, List<ManifestFile>> manifests = new HashMap<>();
  private final Map<Long, Optional<RowMap>> rowMaps = new HashMap<>();

  LandedCommits(List<Snapshot> snapshots, TableMetadata metadata, Storage storage) {
    this.snapshots = List.copyOf(snapshots);
    this.metadata = metadata;
    this.storage = storage;
  }

  /**
   * The snapshots after {@code base} up to the head, oldest first; empty when the base is not an
   * ancestor of the head, or when a snapshot in between has expired.
   */
  static Optional<List<Snapshot>> since(
      OptionalLong base, Optional<Snapshot> head, TableMetadata metadata) {
    Map<Long, Snapshot> byId = new HashMap<>();
    metadata.snapshots().forEach(s -> byId.put(s.snapshotId(), s));
    List<Snapshot> found = new ArrayList<>();
    OptionalLong next = head.map(s -> OptionalLong.of(s.snapshotId())).orElse(OptionalLong.empty());
    while (!next.equals(base)) {
      Snapshot snapshot = next.isPresent() ? byId.get(next.getAsLong()) : null;
      if (snapshot == null) {
        return Optional.empty();
      }
      found.add(snapshot);
      next = snapshot.parentSnapshotId();
    }
    Collections.reverse(found);
    return Optional.of(found);
  }

  /**
   * What landed on a branch of the table after the snapshot (empty: since the branch began); empty
   * when the line from its head does not lead back to the snapshot.
   */
  public static Optional<LandedCommits> onBranch(
      TableMetadata table, String branch, OptionalLong base, Storage storage) {
    return since(base, head(table, branch), table)
        .map(snapshots -> new LandedCommits(snapshots, table, storage));
  }

  /** One snapshot of the table as if it were the only one that landed, on whatever branch it is. */
  public static LandedCommits only(Snapshot snapshot, TableMetadata table, Storage storage) {
    return new LandedCommits(List.of(snapshot), table, storage);
  }

  /** A branch that does not exist yet starts from the current snapshot. */
  static Optional<Snapshot> head(TableMetadata table, String branch) {
    return table.ref(branch).isPresent() ? table.refSnapshot(branch) : table.currentSnapshot();
  }

  /** The commits, oldest first. */
  public List<Snapshot> snapshots() {
    return snapshots;
  }

  /**
   * The files with that status in the manifests that commits with one of the operations wrote, as
   * far as {@code manifestTest} and {@code entryTest} hold.
   */
  public List<LandedFile> files(
      ManifestContent content,
      EntryStatus status,
      Set<SnapshotOperation> operations,
      Predicate<ManifestFile> manifestTest,
      Predicate<ManifestEntry> entryTest) {
    List<LandedFile> found = new ArrayList<>();
    for (Snapshot snapshot : snapshots) {
      if (!isOneOf(snapshot, operations)) {
        continue;
      }
      for (ManifestFile manifest : writtenBy(snapshot)) {
        if (manifest.content() == content && manifestTest.test(manifest)) {
          read(snapshot, manifest, e -> e.status() == status && entryTest.test(e), found);
        }
      }
    }
    return found;
  }

  /** All files of the content that one of the commits added or removed. */
  public List<ManifestEntry> entries(Snapshot snapshot, ManifestContent content) {
    List<LandedFile> found = new ArrayList<>();
    for (ManifestFile manifest : writtenBy(snapshot)) {
      if (manifest.content() == content) {
        read(snapshot, manifest, entry -> entry.status() != EntryStatus.EXISTING, found);
      }
    }
    return found.stream().map(LandedFile::entry).toList();
  }

  /** Where the files of the commits are. */
  public Storage storage() {
    return storage;
  }

  /** The file with the row map of one of the commits; empty if it left none. */
  public Optional<InputFile> rowMapFile(Snapshot snapshot) {
    if (snapshot.manifestList().isEmpty()) {
      return Optional.empty();
    }
    return ManifestListReader.rowMapLocation(storage.newInputFile(snapshot.manifestList().get()))
        .map(storage::newInputFile);
  }

  /** The row map of one of the commits; one that cannot be read is as good as none. */
  public Optional<RowMap> rowMap(Snapshot snapshot) {
    return rowMaps.computeIfAbsent(snapshot.snapshotId(), id -> readRowMap(snapshot));
  }

  private Optional<RowMap> readRowMap(Snapshot snapshot) {
    try {
      return rowMapFile(snapshot).map(RowMapReader::read);
    } catch (FirnException e) {
      LOG.warn("Cannot use the row map of snapshot {}: {}", snapshot.snapshotId(), e.getMessage());
      return Optional.empty();
    }
  }

  private void read(
      Snapshot snapshot,
      ManifestFile manifest,
      Predicate<ManifestEntry> entryTest,
      List<LandedFile> found) {
    try (ManifestReader reader =
        ManifestReader.open(
            storage.newInputFile(manifest.manifestPath(), manifest.manifestLength()),
            manifest,
            ManifestProjection.allStats(),
            metadata)) {
      for (ManifestEntry entry : reader) {
        boolean ofThisCommit = entry.snapshotId().equals(OptionalLong.of(snapshot.snapshotId()));
        if (ofThisCommit && entryTest.test(entry)) {
          found.add(new LandedFile(snapshot, entry));
        }
      }
    }
  }

  private static boolean isOneOf(Snapshot snapshot, Set<SnapshotOperation> operations) {
    return snapshot
        .operation()
        .flatMap(SnapshotOperation::parse)
        .map(operation -> hasRead(snapshot) ? SnapshotOperation.OVERWRITE : operation)
        .filter(operations::contains)
        .isPresent();
  }

  /** A MERGE that found nothing to change appends, but not blindly: it had looked. */
  private static boolean hasRead(Snapshot snapshot) {
    return snapshot.summary().containsKey(Snapshot.ROW_LEVEL_COMMAND_KEY);
  }

  private List<ManifestFile> writtenBy(Snapshot snapshot) {
    return manifests.computeIfAbsent(
        snapshot.snapshotId(),
        id ->
            SnapshotManifests.read(storage, snapshot).stream()
                .filter(m -> m.addedSnapshotId() == id)
                .toList());
  }
}
