package io.firn.operation;

import io.firn.conflict.LandedCommits;
import io.firn.conflict.Scope;
import io.firn.error.CommitConflictException;
import io.firn.error.InvalidInputException;
import io.firn.error.NotFoundException;
import io.firn.error.UnsupportedFeatureException;
import io.firn.history.History;
import io.firn.io.Storage;
import io.firn.model.DataFile;
import io.firn.model.ManifestContent;
import io.firn.model.ManifestEntry;
import io.firn.model.Snapshot;
import io.firn.model.SnapshotOperation;
import io.firn.model.SnapshotRef;
import io.firn.model.TableChange;
import io.firn.model.TableMetadata;
import io.firn.partition.PartitionKey;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Does to the current state what a snapshot did to its parent. A snapshot whose parent is current
 * becomes current itself; an append and a dynamic overwrite are done again with their files; a
 * row-level change whose parent is an ancestor is rebased over what landed since (see {@link
 * PickedRows}). A snapshot is picked once, and so is a write-audit-publish id.
 */
public record CherryPick(long snapshotId) implements Operation {
  private static final String REPLACES_PARTITIONS = "replace-partitions";

  @Override
  public String name() {
    return "cherry-pick snapshot";
  }

  @Override
  public Operation rebasedOn(Rebasing state) {
    try {
      return picked(state.table(), state.storage()).rebasedOn(state);
    } catch (CommitConflictException e) {
      throw new CommitConflictException(
          "Cannot cherry-pick snapshot " + snapshotId + ": " + e.getMessage(), e);
    }
  }

  /** As a part of a larger change, which is not rebased. */
  @Override
  public TableChange planOn(Planning planning) {
    Operation picked = picked(planning.table(), planning.files().storage());
    if (picked instanceof RowDelta || picked instanceof Overwrite) {
      throw new UnsupportedFeatureException(
          "Cannot cherry-pick snapshot "
              + snapshotId
              + " together with other changes of "
              + planning.tableName()
              + ": it changes rows; pick it on its own");
    }
    return picked.planOn(planning);
  }

  private Operation picked(TableMetadata table, Storage storage) {
    Snapshot snapshot =
        table
            .snapshot(snapshotId)
            .orElseThrow(
                () ->
                    new NotFoundException("Cannot cherry-pick unknown snapshot ID: " + snapshotId));
    Publications publications = Publications.of(table);
    boolean appends = is(snapshot, SnapshotOperation.APPEND);
    boolean replacesPartitions =
        is(snapshot, SnapshotOperation.OVERWRITE)
            && Boolean.parseBoolean(snapshot.summary().get(REPLACES_PARTITIONS));
    if (appends || replacesPartitions) {
      publications.requireNewWapId(snapshot);
    }
    if (snapshot.parentSnapshotId().equals(table.currentSnapshotId())) {
      return new SetCurrentSnapshot(snapshotId);
    }
    publications.requireNew(snapshot);
    publications.requireNewWapId(snapshot);
    SnapshotOptions options =
        new SnapshotOptions(
            SnapshotRef.MAIN, SnapshotOptions.Publication.CURRENT, Publications.summary(snapshot));
    SnapshotFiles files = SnapshotFiles.read(table, snapshot, storage);
    if (appends && files.addedDeletes().isEmpty() && files.removedData().isEmpty()) {
      return new Append(options, files.addedData(), Append.Mode.MERGE);
    }
    if (replacesPartitions) {
      requireAncestor(table, snapshot.parentSnapshotId());
      requireSamePartitions(table, snapshot.parentSnapshotId(), files.addedData(), storage);
      return new PickedOverwrite(options, files.addedData(), files.removedData());
    }
    return new PickedRows(table, snapshot, files).operation(options, storage);
  }

  private static boolean is(Snapshot snapshot, SnapshotOperation operation) {
    return snapshot.operation().equals(Optional.of(operation.text()));
  }

  private static void requireAncestor(TableMetadata table, OptionalLong parent) {
    boolean ancestor =
        parent.isEmpty()
            || (table.currentSnapshotId().isPresent()
                && History.isAncestor(
                    table, parent.getAsLong(), table.currentSnapshotId().getAsLong()));
    if (!ancestor) {
      throw new InvalidInputException(
          "Cannot cherry-pick overwrite not based on an ancestor of the current state: "
              + parent.getAsLong());
    }
  }

  /** What others put into the partitions since would be lost, or mixed with what replaces them. */
  private static void requireSamePartitions(
      TableMetadata table, OptionalLong parent, List<DataFile> added, Storage storage) {
    Set<PartitionKey> partitions =
        added.stream()
            .map(f -> new PartitionKey(f.specId(), f.partition()))
            .collect(Collectors.toUnmodifiableSet());
    Scope.FileTest test = new Scope.Partitions(partitions).in(table);
    LandedCommits landed =
        LandedCommits.onBranch(table, SnapshotRef.MAIN, parent, storage)
            .orElseThrow(
                () ->
                    new CommitConflictException(
                        "snapshots between its parent and the current state have expired"));
    for (Snapshot snapshot : landed.snapshots()) {
      for (ManifestContent content : ManifestContent.values()) {
        for (ManifestEntry entry : landed.entries(snapshot, content)) {
          if (!partitions.isEmpty() && test.mayHold(entry.file())) {
            throw new CommitConflictException(
                ("Cannot cherry-pick replace partitions with changed partition: %s, by snapshot %d."
                        + " Write it again on the new data.")
                    .formatted(entry.file().partition(), snapshot.snapshotId()));
          }
        }
      }
    }
  }

  /** Puts the same files in the place of the same files. */
  private record PickedOverwrite(
      SnapshotOptions options, List<DataFile> added, List<DataFile> removed) implements Operation {

    @Override
    public String name() {
      return "overwrite partitions";
    }

    @Override
    public TableChange planOn(Planning planning) {
      return SnapshotPlanner.plan(
          planning,
          SnapshotEdit.of(name(), SnapshotOperation.OVERWRITE, options)
              .adding(added, List.of())
              .removing(Removal.files(removed, List.of()), SnapshotEdit.WhenMissing.FAIL));
    }
  }

  /** Which snapshots and write-audit-publish ids are in the current state. */
  private record Publications(List<Snapshot> line) {
    private static final String WAP_ID = "wap.id";
    private static final String PUBLISHED_WAP_ID = "published-wap-id";
    private static final String SOURCE = "source-snapshot-id";

    static Publications of(TableMetadata table) {
      return new Publications(
          table.currentSnapshotId().isPresent()
              ? History.ancestors(table, table.currentSnapshotId().getAsLong())
              : List.of());
    }

    static Map<String, String> summary(Snapshot picked) {
      Map<String, String> summary = new HashMap<>();
      summary.put(SOURCE, Long.toString(picked.snapshotId()));
      wapId(picked).ifPresent(id -> summary.put(PUBLISHED_WAP_ID, id));
      return summary;
    }

    private static Optional<String> wapId(Snapshot snapshot) {
      return Optional.ofNullable(snapshot.summary().get(WAP_ID)).filter(id -> !id.isEmpty());
    }

    void requireNewWapId(Snapshot picked) {
      Optional<String> id = wapId(picked);
      boolean published =
          id.isPresent()
              && line.stream()
                  .anyMatch(
                      s ->
                          wapId(s).equals(id)
                              || id.get().equals(s.summary().get(PUBLISHED_WAP_ID)));
      if (published) {
        throw new InvalidInputException(
            "Duplicate request to cherry pick wap id that was published already: " + id.get());
      }
    }

    void requireNew(Snapshot picked) {
      String id = Long.toString(picked.snapshotId());
      for (Snapshot ancestor : line) {
        if (ancestor.snapshotId() == picked.snapshotId()) {
          throw new InvalidInputException(
              "Cannot cherrypick snapshot " + id + ": already an ancestor");
        }
        if (id.equals(ancestor.summary().get(SOURCE))) {
          throw new InvalidInputException(
              "Cannot cherrypick snapshot %s: already picked to create ancestor %d"
                  .formatted(id, ancestor.snapshotId()));
        }
      }
    }
  }
}
