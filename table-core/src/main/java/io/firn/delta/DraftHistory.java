package io.firn.delta;

import io.firn.model.MetadataBuilder;
import io.firn.model.MetadataUpdate;
import io.firn.model.Snapshot;
import io.firn.model.SnapshotLogEntry;
import io.firn.model.SnapshotRef;
import io.firn.model.TableChange;
import io.firn.model.TableMetadata;
import java.util.ArrayList;
import java.util.List;

/**
 * What a draft's next operation does not look at: the snapshots before the current one, their log,
 * and tags. With all of it in the draft's metadata, which each operation copies, every version
 * would cost more than the one before.
 */
final class DraftHistory {
  private final List<Snapshot> snapshots = new ArrayList<>();
  private final List<SnapshotLogEntry> log = new ArrayList<>();
  private final List<MetadataUpdate> tags = new ArrayList<>();
  private long taggedMillis = Long.MIN_VALUE;

  /** Takes all out of the metadata but the current snapshot and the last entry of the log. */
  TableMetadata takeFrom(TableMetadata table) {
    List<Snapshot> kept = new ArrayList<>();
    for (Snapshot snapshot : table.snapshots()) {
      boolean isCurrent =
          table.currentSnapshotId().isPresent()
              && table.currentSnapshotId().getAsLong() == snapshot.snapshotId();
      (isCurrent ? kept : snapshots).add(snapshot);
    }
    int last = Math.max(0, table.snapshotLog().size() - 1);
    log.addAll(table.snapshotLog().subList(0, last));
    return table.withHistory(
        List.copyOf(kept),
        List.copyOf(table.snapshotLog().subList(last, table.snapshotLog().size())));
  }

  /** Tags a snapshot at a time, in milliseconds since the epoch. */
  void tag(String name, long snapshotId, long timeMillis) {
    tags.add(new MetadataUpdate.SetSnapshotRef(name, SnapshotRef.tag(snapshotId)));
    taggedMillis = timeMillis;
  }

  /** The metadata with all that was taken from it, and the tags. */
  TableMetadata putInto(TableMetadata table) {
    List<Snapshot> allSnapshots = new ArrayList<>(snapshots);
    allSnapshots.addAll(table.snapshots());
    List<SnapshotLogEntry> wholeLog = new ArrayList<>(log);
    wholeLog.addAll(table.snapshotLog());
    return MetadataBuilder.apply(
        table.withHistory(List.copyOf(allSnapshots), List.copyOf(wholeLog)),
        new TableChange(List.of(), tags),
        Math.max(taggedMillis, table.lastUpdatedMillis()));
  }
}
