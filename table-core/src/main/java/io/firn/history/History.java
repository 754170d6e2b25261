package io.firn.history;

import io.firn.error.NotFoundException;
import io.firn.model.Snapshot;
import io.firn.model.SnapshotLogEntry;
import io.firn.model.TableMetadata;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * The snapshots of a table as a tree of parents. Snapshots whose parents have expired end a line.
 * Building it and every walk take time in proportion to the number of snapshots. Immutable.
 */
public final class History {
  private final TableMetadata metadata;
  private final Map<Long, Snapshot> byId = new HashMap<>();

  private History(TableMetadata metadata) {
    this.metadata = metadata;
    metadata.snapshots().forEach(s -> byId.put(s.snapshotId(), s));
  }

  /** An index for several questions about one table. */
  public static History of(TableMetadata metadata) {
    return new History(metadata);
  }

  /** As {@link #ancestors(long)}. */
  public static List<Snapshot> ancestors(TableMetadata metadata, long snapshotId) {
    return of(metadata).ancestors(snapshotId);
  }

  /** As {@link #isAncestor(long, long)}. */
  public static boolean isAncestor(TableMetadata metadata, long ancestorId, long snapshotId) {
    return of(metadata).isAncestor(ancestorId, snapshotId);
  }

  /** As {@link #between(long, long)}. */
  public static List<Snapshot> between(
      TableMetadata metadata, long fromExclusive, long toInclusive) {
    return of(metadata).between(fromExclusive, toInclusive);
  }

  public Optional<Snapshot> snapshot(long snapshotId) {
    return Optional.ofNullable(byId.get(snapshotId));
  }

  /**
   * The snapshot and its ancestors, newest first, as far back as they have not expired.
   *
   * @throws NotFoundException if the snapshot itself does not exist
   */
  public List<Snapshot> ancestors(long snapshotId) {
    List<Snapshot> line = new ArrayList<>();
    Snapshot next = require(snapshotId);
    // A line cannot be longer than all snapshots; the limit ends a damaged, circular one.
    while (next != null && line.size() < byId.size()) {
      line.add(next);
      next = parent(next);
    }
    return line;
  }

  /** Whether {@code ancestorId} is {@code snapshotId} or among its ancestors that are left. */
  public boolean isAncestor(long ancestorId, long snapshotId) {
    int steps = 0;
    Snapshot next = byId.get(snapshotId);
    while (next != null && steps++ < byId.size()) {
      if (next.snapshotId() == ancestorId) {
        return true;
      }
      next = parent(next);
    }
    return false;
  }

  /**
   * The snapshots after one and up to another, oldest first. The first one may have expired, as
   * long as everything after it is left.
   *
   * @throws NotFoundException if the later snapshot does not exist, or the line from it does not
   *     lead back to the earlier one
   */
  public List<Snapshot> between(long fromExclusive, long toInclusive) {
    List<Snapshot> found = new ArrayList<>();
    Snapshot next = require(toInclusive);
    while (next != null && next.snapshotId() != fromExclusive && found.size() < byId.size()) {
      found.add(next);
      OptionalLong parent = next.parentSnapshotId();
      if (parent.isPresent() && parent.getAsLong() == fromExclusive) {
        return reversed(found);
      }
      next = parent(next);
    }
    if (next != null && next.snapshotId() == fromExclusive) {
      return reversed(found);
    }
    throw new NotFoundException(
        "Snapshot "
            + fromExclusive
            + " is not an ancestor of snapshot "
            + toInclusive
            + " of the table at "
            + metadata.location()
            + ", or snapshots between them have expired; the oldest one found is "
            + found.get(found.size() - 1).snapshotId());
  }

  /** The oldest ancestor that has not expired; the snapshot itself if it has no parent left. */
  public Snapshot oldestAncestor(long snapshotId) {
    List<Snapshot> line = ancestors(snapshotId);
    return line.get(line.size() - 1);
  }

  /**
   * The snapshot that was the table's current one at a time, in milliseconds since the epoch, by
   * the snapshot log: rolled back snapshots count while they were current. Empty before the first
   * one.
   */
  public Optional<Snapshot> currentAt(long timestampMillis) {
    Optional<SnapshotLogEntry> found = Optional.empty();
    for (SnapshotLogEntry entry : metadata.snapshotLog()) {
      if (entry.timestampMillis() <= timestampMillis) {
        found = Optional.of(entry);
      }
    }
    return found.flatMap(e -> snapshot(e.snapshotId()));
  }

  /**
   * The oldest snapshot of the line that was made after a time, in milliseconds since the epoch;
   * empty when none was.
   */
  public Optional<Snapshot> oldestAncestorAfter(long snapshotId, long timestampMillis) {
    Optional<Snapshot> found = Optional.empty();
    for (Snapshot snapshot : ancestors(snapshotId)) {
      if (snapshot.timestampMillis() <= timestampMillis) {
        break;
      }
      found = Optional.of(snapshot);
    }
    return found;
  }

  private static List<Snapshot> reversed(List<Snapshot> newestFirst) {
    List<Snapshot> oldestFirst = new ArrayList<>(newestFirst.size());
    for (int i = newestFirst.size() - 1; i >= 0; i--) {
      oldestFirst.add(newestFirst.get(i));
    }
    return oldestFirst;
  }

  private @Nullable Snapshot parent(Snapshot snapshot) {
    OptionalLong parent = snapshot.parentSnapshotId();
    return parent.isPresent() ? byId.get(parent.getAsLong()) : null;
  }

  private Snapshot require(long snapshotId) {
    return snapshot(snapshotId)
        .orElseThrow(
            () ->
                new NotFoundException(
                    "Cannot find snapshot "
                        + snapshotId
                        + " of the table at "
                        + metadata.location()));
  }
}
