package io.firn.operation;

import io.firn.history.History;
import io.firn.model.Snapshot;
import io.firn.model.SnapshotRef;
import io.firn.model.TableMetadata;
import io.firn.model.TableProperties;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What an expiration leaves (spec: Snapshot Retention Policy): branches and tags that are not too
 * old, their snapshots, of each branch the snapshots that are young enough or among its last ones,
 * and the young ones that no branch or tag leads to.
 */
record RetainedSnapshots(Set<Long> snapshotIds, Set<String> expiredRefs) {

  RetainedSnapshots {
    snapshotIds = Set.copyOf(snapshotIds);
    expiredRefs = Set.copyOf(expiredRefs);
  }

  static RetainedSnapshots of(TableMetadata table, ExpireSnapshots request, long nowMillis) {
    Map<String, String> properties = table.properties();
    long maxAge =
        TableProperties.longValue(
            properties,
            TableProperties.MAX_SNAPSHOT_AGE_MS,
            TableProperties.MAX_SNAPSHOT_AGE_MS_DEFAULT);
    long olderThan = request.olderThanMillis().orElse(nowMillis - maxAge);
    int retainLast =
        request
            .retainLast()
            .orElse(
                TableProperties.intValue(
                    properties,
                    TableProperties.MIN_SNAPSHOTS_TO_KEEP,
                    TableProperties.MIN_SNAPSHOTS_TO_KEEP_DEFAULT));
    long maxRefAge =
        TableProperties.longValue(
            properties, TableProperties.MAX_REF_AGE_MS, TableProperties.MAX_REF_AGE_MS_DEFAULT);
    History history = History.of(table);
    Set<Long> retained = new HashSet<>();
    Set<Long> reachable = new HashSet<>();
    Set<String> expiredRefs = new HashSet<>();
    table
        .refs()
        .forEach(
            (name, ref) -> {
              if (isExpired(name, ref, history, nowMillis, maxRefAge)) {
                expiredRefs.add(name);
                return;
              }
              retained.add(ref.snapshotId());
              reachable.add(ref.snapshotId());
              if (ref.isBranch()) {
                long refOlderThan =
                    ref.maxSnapshotAgeMillis().isPresent()
                        ? nowMillis - ref.maxSnapshotAgeMillis().getAsLong()
                        : olderThan;
                List<Snapshot> line = history.ancestors(ref.snapshotId());
                line.forEach(s -> reachable.add(s.snapshotId()));
                retain(line, refOlderThan, ref.minSnapshotsToKeep().orElse(retainLast), retained);
              }
            });
    for (Snapshot snapshot : table.snapshots()) {
      if (!reachable.contains(snapshot.snapshotId()) && snapshot.timestampMillis() >= olderThan) {
        retained.add(snapshot.snapshotId());
      }
    }
    return new RetainedSnapshots(retained, expiredRefs);
  }

  /** A ref to a snapshot that is not there has no use any more. */
  private static boolean isExpired(
      String name, SnapshotRef ref, History history, long nowMillis, long maxRefAge) {
    if (name.equals(SnapshotRef.MAIN)) {
      return false;
    }
    return history
        .snapshot(ref.snapshotId())
        .map(s -> nowMillis - s.timestampMillis() > ref.maxRefAgeMillis().orElse(maxRefAge))
        .orElse(true);
  }

  private static void retain(
      List<Snapshot> newestFirst, long olderThan, int atLeast, Set<Long> retained) {
    int kept = 0;
    for (Snapshot snapshot : newestFirst) {
      if (kept >= atLeast && snapshot.timestampMillis() < olderThan) {
        return;
      }
      retained.add(snapshot.snapshotId());
      kept++;
    }
  }
}
