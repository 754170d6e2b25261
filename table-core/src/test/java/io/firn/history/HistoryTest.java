package io.firn.history;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeout;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.firn.error.NotFoundException;
import io.firn.model.Snapshot;
import io.firn.model.SnapshotLogEntry;
import io.firn.model.SortOrder;
import io.firn.model.TableMetadata;
import io.firn.partition.PartitionSpec;
import io.firn.types.Field;
import io.firn.types.Schema;
import io.firn.types.SimpleType;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class HistoryTest {
  /** 1 <- 2 <- 3 <- 4, and 2 <- 20. */
  private static final List<Snapshot> TREE =
      List.of(snapshot(1, 0), snapshot(2, 1), snapshot(20, 2), snapshot(3, 2), snapshot(4, 3));

  @Test
  void ancestorsAreNewestFirstAndIncludeTheSnapshot() {
    assertEquals(List.of(4L, 3L, 2L, 1L), ids(History.ancestors(table(TREE), 4)));
    assertEquals(List.of(20L, 2L, 1L), ids(History.ancestors(table(TREE), 20)));
  }

  @Test
  void ancestorsEndWhereSnapshotsHaveExpired() {
    assertEquals(List.of(4L, 3L), ids(History.ancestors(table(TREE.subList(3, 5)), 4)));
    assertEquals(3, History.of(table(TREE.subList(3, 5))).oldestAncestor(4).snapshotId());
  }

  @Test
  void aSnapshotThatDoesNotExistIsNamed() {
    NotFoundException e =
        assertThrows(NotFoundException.class, () -> History.ancestors(table(TREE), 7));
    assertEquals("Cannot find snapshot 7 of the table at s3://b/t", e.getMessage());
  }

  @Test
  void anotherBranchIsNoAncestor() {
    assertTrue(History.isAncestor(table(TREE), 2, 4));
    assertTrue(History.isAncestor(table(TREE), 4, 4));
    assertFalse(History.isAncestor(table(TREE), 20, 4));
    assertFalse(History.isAncestor(table(TREE), 4, 2));
    assertFalse(History.isAncestor(table(TREE), 99, 4));
  }

  @Test
  void betweenIsOldestFirstWithoutTheStart() {
    assertEquals(List.of(2L, 3L, 4L), ids(History.between(table(TREE), 1, 4)));
    assertEquals(List.of(), ids(History.between(table(TREE), 4, 4)));
  }

  @Test
  void theStartOfBetweenMayHaveExpired() {
    List<Snapshot> left = TREE.subList(3, 5);
    assertEquals(List.of(3L, 4L), ids(History.between(table(left), 2, 4)));
    NotFoundException e =
        assertThrows(NotFoundException.class, () -> History.between(table(left), 1, 4));
    assertEquals(
        "Snapshot 1 is not an ancestor of snapshot 4 of the table at s3://b/t, or snapshots between"
            + " them have expired; the oldest one found is 3",
        e.getMessage());
    assertThrows(NotFoundException.class, () -> History.between(table(TREE), 20, 4));
  }

  @Test
  void theSnapshotAtATimeComesFromTheLog() {
    TableMetadata table = table(TREE, List.of(log(10, 1), log(20, 20), log(30, 4)));
    assertEquals(Optional.empty(), History.of(table).currentAt(9));
    assertEquals(1, History.of(table).currentAt(10).orElseThrow().snapshotId());
    assertEquals(20, History.of(table).currentAt(29).orElseThrow().snapshotId());
    assertEquals(4, History.of(table).currentAt(1000).orElseThrow().snapshotId());
  }

  @Test
  void theOldestSnapshotAfterATimeIsFoundOnTheLine() {
    History history = History.of(table(TREE));
    assertEquals(2, history.oldestAncestorAfter(4, 1000).orElseThrow().snapshotId());
    assertEquals(1, history.oldestAncestorAfter(4, 0).orElseThrow().snapshotId());
    assertEquals(Optional.empty(), history.oldestAncestorAfter(4, 4000));
  }

  @Test
  void aCircularLineEnds() {
    TableMetadata damaged = table(List.of(snapshot(1, 2), snapshot(2, 1)));
    assertEquals(List.of(2L, 1L), ids(History.ancestors(damaged, 2)));
    assertFalse(History.isAncestor(damaged, 9, 2));
    assertThrows(NotFoundException.class, () -> History.between(damaged, 9, 2));
  }

  @Test
  void deepHistoriesAreWalkedInLinearTime() {
    List<Snapshot> line = new ArrayList<>();
    for (int i = 1; i <= 100_000; i++) {
      line.add(snapshot(i, i - 1));
    }
    TableMetadata table = table(line);
    assertTimeout(
        Duration.ofSeconds(10),
        () -> {
          assertEquals(100_000, History.ancestors(table, 100_000).size());
          assertTrue(History.isAncestor(table, 1, 100_000));
          assertEquals(99_999, History.between(table, 1, 100_000).size());
        });
  }

  private static List<Long> ids(List<Snapshot> snapshots) {
    return snapshots.stream().map(Snapshot::snapshotId).toList();
  }

  private static SnapshotLogEntry log(long time, long id) {
    return new SnapshotLogEntry(time, id);
  }

  private static Snapshot snapshot(long id, long parent) {
    return new Snapshot(
        id,
        parent == 0 ? OptionalLong.empty() : OptionalLong.of(parent),
        id,
        id * 1000,
        Map.of("operation", "append"),
        Optional.of("s3://b/t/metadata/snap-" + id + ".avro"),
        List.of(),
        OptionalInt.of(0),
        OptionalLong.empty(),
        OptionalLong.empty(),
        Optional.empty());
  }

  private static TableMetadata table(List<Snapshot> snapshots) {
    return table(snapshots, List.of());
  }

  private static TableMetadata table(List<Snapshot> snapshots, List<SnapshotLogEntry> log) {
    return new TableMetadata(
        2,
        new UUID(0, 1),
        "s3://b/t",
        100,
        0,
        1,
        List.of(Schema.of(Field.optional(1, "a", SimpleType.INT))),
        0,
        List.of(PartitionSpec.unpartitioned()),
        0,
        999,
        List.of(SortOrder.unsorted()),
        0,
        Map.of(),
        OptionalLong.empty(),
        snapshots,
        log,
        List.of(),
        Map.of(),
        List.of(),
        List.of(),
        0,
        List.of(),
        Map.of());
  }
}
