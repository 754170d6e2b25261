package io.firn.model;

import io.firn.error.InvalidInputException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Snapshots, refs, the snapshot log and statistics while a change is applied. Every method returns
 * whether something changed.
 */
final class HistoryBuilder {
  /** How far clocks of writers may disagree (Iceberg engines use the same tolerance). */
  static final long CLOCK_TOLERANCE_MILLIS = 60_000;

  private final long nowMillis;
  private long lastUpdatedMillis;
  private boolean updatedBySnapshot;
  private long lastSequenceNumber;
  private long nextRowId;
  private OptionalLong currentSnapshotId;
  private final Map<Long, Snapshot> snapshots = new LinkedHashMap<>();
  private final Map<String, SnapshotRef> refs;
  private final List<SnapshotLogEntry> log;
  private final List<StatisticsFile> statistics;
  private final List<PartitionStatisticsFile> partitionStatistics;
  private final Set<Long> added = new HashSet<>();
  private final Set<Long> madeCurrent = new HashSet<>();
  private boolean removedSnapshots;

  private HistoryBuilder(
      long nowMillis,
      long lastUpdatedMillis,
      long lastSequenceNumber,
      long nextRowId,
      OptionalLong currentSnapshotId,
      Map<String, SnapshotRef> refs,
      List<SnapshotLogEntry> log,
      List<StatisticsFile> statistics,
      List<PartitionStatisticsFile> partitionStatistics) {
    this.nowMillis = nowMillis;
    this.lastUpdatedMillis = lastUpdatedMillis;
    this.lastSequenceNumber = lastSequenceNumber;
    this.nextRowId = nextRowId;
    this.currentSnapshotId = currentSnapshotId;
    this.refs = new HashMap<>(refs);
    this.log = new ArrayList<>(log);
    this.statistics = new ArrayList<>(statistics);
    this.partitionStatistics = new ArrayList<>(partitionStatistics);
  }

  static HistoryBuilder from(TableMetadata base, long nowMillis) {
    HistoryBuilder builder =
        new HistoryBuilder(
            nowMillis,
            base.lastUpdatedMillis(),
            base.lastSequenceNumber(),
            base.nextRowId(),
            base.currentSnapshotId(),
            base.refs(),
            base.snapshotLog(),
            base.statistics(),
            base.partitionStatistics());
    base.snapshots().forEach(s -> builder.snapshots.put(s.snapshotId(), s));
    return builder;
  }

  static HistoryBuilder empty(long nowMillis) {
    return new HistoryBuilder(
        nowMillis,
        nowMillis,
        0,
        0,
        OptionalLong.empty(),
        Map.of(),
        List.of(),
        List.of(),
        List.of());
  }

  boolean addSnapshot(Snapshot snapshot, int formatVersion) {
    long id = snapshot.snapshotId();
    if (snapshots.containsKey(id)) {
      throw new InvalidInputException("Snapshot " + id + " exists already");
    }
    boolean newer = snapshot.sequenceNumber() > lastSequenceNumber;
    if (formatVersion > 1 && !newer && snapshot.parentSnapshotId().isPresent()) {
      throw new InvalidInputException(
          "Cannot add snapshot "
              + id
              + " with sequence number "
              + snapshot.sequenceNumber()
              + ": the table's last one is "
              + lastSequenceNumber);
    }
    requireTime(snapshot.timestampMillis());
    if (formatVersion >= 3) {
      assignRowIds(snapshot);
    }
    lastSequenceNumber = Math.max(lastSequenceNumber, snapshot.sequenceNumber());
    touchBy(snapshot);
    snapshots.put(id, snapshot);
    added.add(id);
    return true;
  }

  private void assignRowIds(Snapshot snapshot) {
    if (snapshot.firstRowId().isEmpty() || snapshot.addedRows().isEmpty()) {
      throw new InvalidInputException(
          "Snapshot "
              + snapshot.snapshotId()
              + " has no first-row-id or added-rows, which format version 3 demands");
    }
    long first = snapshot.firstRowId().getAsLong();
    long rows = snapshot.addedRows().getAsLong();
    if (first < nextRowId || rows < 0) {
      throw new InvalidInputException(
          "Cannot add snapshot "
              + snapshot.snapshotId()
              + " with first-row-id "
              + first
              + " and added-rows "
              + rows
              + ": the table's next-row-id is "
              + nextRowId);
    }
    nextRowId = Math.addExact(first, rows);
  }

  private void touchBy(Snapshot snapshot) {
    lastUpdatedMillis = snapshot.timestampMillis();
    updatedBySnapshot = true;
  }

  /** A clock that lags far behind would make time travel answer wrongly. */
  private void requireTime(long timestampMillis) {
    if (!log.isEmpty()) {
      long last = log.get(log.size() - 1).timestampMillis();
      if (timestampMillis - last < -CLOCK_TOLERANCE_MILLIS) {
        throw new InvalidInputException(
            "Time "
                + timestampMillis
                + " ms of this commit is more than a minute before the table's last snapshot log"
                + " entry at "
                + last
                + " ms; check this machine's clock");
      }
    }
  }

  boolean setRef(String name, SnapshotRef ref) {
    if (ref.equals(refs.get(name))) {
      return false;
    }
    Snapshot snapshot = snapshots.get(ref.snapshotId());
    if (snapshot == null) {
      throw new InvalidInputException(
          "Cannot set reference '" + name + "' to unknown snapshot " + ref.snapshotId());
    }
    if (added.contains(ref.snapshotId())) {
      touchBy(snapshot);
    }
    if (name.equals(SnapshotRef.MAIN)) {
      setCurrent(ref);
    }
    refs.put(name, ref);
    return true;
  }

  private void setCurrent(SnapshotRef ref) {
    if (!ref.isBranch()) {
      throw new InvalidInputException("The reference 'main' must be a branch");
    }
    long id = ref.snapshotId();
    if (currentSnapshotId.isPresent() && currentSnapshotId.getAsLong() == id) {
      return;
    }
    long time = updatedBySnapshot ? lastUpdatedMillis : nowMillis;
    requireTime(time);
    log.add(new SnapshotLogEntry(time, id));
    madeCurrent.add(id);
    currentSnapshotId = OptionalLong.of(id);
  }

  /** Without main, the table is empty; the log still tells what was current before. */
  boolean removeRef(String name) {
    if (name.equals(SnapshotRef.MAIN)) {
      currentSnapshotId = OptionalLong.empty();
    }
    return refs.remove(name) != null;
  }

  boolean removeSnapshots(Set<Long> snapshotIds) {
    boolean changed = snapshots.keySet().removeAll(snapshotIds);
    if (changed) {
      removedSnapshots = true;
      snapshotIds.forEach(this::removeStatistics);
      snapshotIds.forEach(this::removePartitionStatistics);
      for (Map.Entry<String, SnapshotRef> ref : Map.copyOf(refs).entrySet()) {
        if (snapshotIds.contains(ref.getValue().snapshotId())) {
          removeRef(ref.getKey());
        }
      }
    }
    return changed;
  }

  boolean setStatistics(StatisticsFile file) {
    statistics.removeIf(f -> f.snapshotId() == file.snapshotId());
    return statistics.add(file);
  }

  boolean removeStatistics(long snapshotId) {
    return statistics.removeIf(f -> f.snapshotId() == snapshotId);
  }

  boolean setPartitionStatistics(PartitionStatisticsFile file) {
    partitionStatistics.removeIf(f -> f.snapshotId() == file.snapshotId());
    return partitionStatistics.add(file);
  }

  boolean removePartitionStatistics(long snapshotId) {
    return partitionStatistics.removeIf(f -> f.snapshotId() == snapshotId);
  }

  /**
   * The log without snapshots that were current only inside this change. A removed snapshot takes
   * all entries before it along: without it, the snapshot before would seem to have been current
   * for longer than it was.
   */
  List<SnapshotLogEntry> snapshotLog() {
    List<SnapshotLogEntry> result = new ArrayList<>(log.size());
    for (SnapshotLogEntry entry : log) {
      long id = entry.snapshotId();
      boolean current = currentSnapshotId.isPresent() && currentSnapshotId.getAsLong() == id;
      boolean intermediate = added.contains(id) && madeCurrent.contains(id) && !current;
      if (!snapshots.containsKey(id)) {
        if (removedSnapshots) {
          result.clear();
        } else {
          result.add(entry);
        }
      } else if (!intermediate) {
        result.add(entry);
      }
    }
    return Collections.unmodifiableList(result);
  }

  long lastUpdatedMillis() {
    return updatedBySnapshot ? lastUpdatedMillis : nowMillis;
  }

  long lastSequenceNumber() {
    return lastSequenceNumber;
  }

  long nextRowId() {
    return nextRowId;
  }

  OptionalLong currentSnapshotId() {
    return currentSnapshotId;
  }

  List<Snapshot> snapshots() {
    return List.copyOf(snapshots.values());
  }

  Map<String, SnapshotRef> refs() {
    return Map.copyOf(refs);
  }

  List<StatisticsFile> statistics() {
    return List.copyOf(statistics);
  }

  List<PartitionStatisticsFile> partitionStatistics() {
    return List.copyOf(partitionStatistics);
  }
}
