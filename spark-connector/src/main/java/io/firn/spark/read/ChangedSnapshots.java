package io.firn.spark.read;

import io.firn.error.InvalidInputException;
import io.firn.error.NotFoundException;
import io.firn.history.History;
import io.firn.model.Snapshot;
import io.firn.spark.conf.ChangeRange;
import io.firn.table.Table;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The snapshots whose changes are read, oldest first. A range without a start begins with the
 * oldest ancestor that has not expired, whose own files count as inserted. A range from a snapshot
 * to itself is empty, and so is one in whose time nothing was committed.
 */
final class ChangedSnapshots {
  private final Table table;
  private final History history;
  private final ChangeRange range;

  private ChangedSnapshots(Table table, ChangeRange range) {
    this.table = table;
    this.history = History.of(table.metadata());
    this.range = range;
  }

  /**
   * The snapshots of a range.
   *
   * @throws InvalidInputException if a snapshot that it names does not exist, or its end does not
   *     come after its start
   */
  static List<Snapshot> of(Table table, ChangeRange range) {
    ChangedSnapshots changed = new ChangedSnapshots(table, range);
    return changed.end().map(changed::upTo).orElse(List.of());
  }

  /** The last snapshot of the range; empty if there is none. */
  static Optional<Snapshot> end(Table table, ChangeRange range) {
    return new ChangedSnapshots(table, range).end();
  }

  private Optional<Snapshot> end() {
    if (range.endSnapshotId().isPresent()) {
      long id = range.endSnapshotId().getAsLong();
      return Optional.of(
          history
              .snapshot(id)
              .orElseThrow(
                  () ->
                      new InvalidInputException(
                          "Cannot find the end snapshot: "
                              + id
                              + " (option end-snapshot-id) of "
                              + table.name()
                              + "; "
                              + table.name()
                              + ".snapshots lists what there is")));
    }
    Optional<Snapshot> current = table.metadata().currentSnapshot();
    if (range.endTimestampMillis().isEmpty()) {
      return current;
    }
    long time = range.endTimestampMillis().getAsLong();
    return line(current).stream().filter(s -> s.timestampMillis() <= time).findFirst();
  }

  private List<Snapshot> upTo(Snapshot end) {
    if (range.startTimestampMillis().isPresent()) {
      return after(range.startTimestampMillis().getAsLong(), end);
    }
    if (range.startSnapshotId().isEmpty()) {
      return oldestFirst(history.ancestors(end.snapshotId()));
    }
    long start = range.startSnapshotId().getAsLong();
    if (start == end.snapshotId()) {
      return List.of();
    }
    try {
      return history.between(start, end.snapshotId());
    } catch (NotFoundException e) {
      throw new InvalidInputException(
          ("Cannot read the changes of %s: Starting snapshot (exclusive) %d is not a parent"
                  + " ancestor of end snapshot %d, or snapshots between them have expired")
              .formatted(table.name(), start, end.snapshotId()),
          e);
    }
  }

  /** A snapshot that was made at the very time is the start, which is not included. */
  private List<Snapshot> after(long time, Snapshot end) {
    List<Snapshot> line = history.ancestors(end.snapshotId());
    List<Snapshot> found = line.stream().takeWhile(s -> s.timestampMillis() > time).toList();
    OptionalLong cut =
        found.size() == line.size() && !found.isEmpty()
            ? found.get(found.size() - 1).parentSnapshotId()
            : OptionalLong.empty();
    if (cut.isPresent()) {
      throw new InvalidInputException(
          ("Cannot read the changes of %s after %d (option start-timestamp): Cannot find snapshot"
                  + " older than %d; the history that has not expired starts with snapshot %d at %d")
              .formatted(
                  table.name(),
                  time,
                  time,
                  found.get(found.size() - 1).snapshotId(),
                  found.get(found.size() - 1).timestampMillis()));
    }
    return oldestFirst(found);
  }

  private List<Snapshot> line(Optional<Snapshot> head) {
    return head.map(s -> history.ancestors(s.snapshotId())).orElse(List.of());
  }

  private static List<Snapshot> oldestFirst(List<Snapshot> newestFirst) {
    List<Snapshot> reversed = new ArrayList<>(newestFirst);
    Collections.reverse(reversed);
    return reversed;
  }
}
