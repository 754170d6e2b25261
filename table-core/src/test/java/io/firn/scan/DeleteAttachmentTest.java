package io.firn.scan;

import static io.firn.scan.TestSnapshot.BY_CITY;
import static io.firn.scan.TestSnapshot.UNPARTITIONED;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.firn.error.CorruptFileException;
import io.firn.expr.Predicate;
import io.firn.model.ColumnStats;
import io.firn.model.DataFile;
import io.firn.types.ReservedFields;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Which deletes apply to which data files (spec: Scan Planning). */
class DeleteAttachmentTest {
  private static final DataFile DATA = TestSnapshot.data("a.parquet", "Ulm", 0, 100);

  @Test
  void positionDeletesApplyToTheSameSequenceNumberAndOlderOnes() {
    DataFile deletes = positions("p.parquet", "Ulm");
    assertEquals(List.of("p.parquet"), attached(2, 5, 5, deletes));
    assertEquals(List.of("p.parquet"), attached(2, 4, 5, deletes));
    assertEquals(List.of(), attached(2, 6, 5, deletes));
  }

  @Test
  void equalityDeletesApplyToOlderSequenceNumbersOnly() {
    DataFile deletes = equality("e.parquet", "Ulm", 0, 100);
    assertEquals(List.of(), attached(2, 5, 5, deletes));
    assertEquals(List.of("e.parquet"), attached(2, 4, 5, deletes));
  }

  @Test
  void deletesApplyInTheirOwnPartition() {
    assertEquals(List.of(), attached(2, 1, 5, positions("p.parquet", "Bonn")));
    assertEquals(List.of(), attached(2, 1, 5, equality("e.parquet", "Bonn", 0, 100)));
  }

  @Test
  void equalityDeletesOfAnUnpartitionedSpecApplyEverywhere() {
    DataFile global = TestSnapshot.equality(TestSnapshot.unpartitioned("g.parquet", 0, 100));
    TestSnapshot snapshot =
        new TestSnapshot(2).with(BY_CITY, 1, DATA).with(UNPARTITIONED, 5, global);
    assertEquals(List.of("g.parquet"), deletes(snapshot));
  }

  @Test
  void positionDeletesOfAnUnpartitionedSpecDoNotApplyElsewhere() {
    DataFile global =
        TestSnapshot.positions(TestSnapshot.unpartitioned("g.parquet", 0, 9), Optional.empty());
    TestSnapshot snapshot =
        new TestSnapshot(2).with(BY_CITY, 1, DATA).with(UNPARTITIONED, 5, global);
    assertEquals(List.of(), deletes(snapshot));
  }

  @Test
  void equalityDeletesWithOtherValuesAreSpared() {
    assertEquals(List.of(), attached(2, 1, 5, equality("e.parquet", "Ulm", 101, 200)));
    assertEquals(List.of("e.parquet"), attached(2, 1, 5, equality("e.parquet", "Ulm", 100, 200)));
  }

  @Test
  void equalityDeletesThatCannotMatchTheFilterAreSpared() {
    TestSnapshot snapshot =
        new TestSnapshot(2).with(BY_CITY, 1, DATA).with(BY_CITY, 5, equality("e", "Ulm", 50, 60));
    PlannedScan plan = snapshot.plan(Predicate.equal("id", 7L));
    assertEquals(List.of(), plan.tasks().get(0).equalityDeletes());
    assertEquals(1, plan.metrics().skippedDeleteFiles());
  }

  @Test
  void positionDeletesThatNameOneFileApplyToItOnly() {
    DataFile named =
        TestSnapshot.positions(TestSnapshot.data("p", "Ulm", 0, 0), Optional.of("b.parquet"));
    assertEquals(List.of(), attached(2, 1, 5, named));
    DataFile ours =
        TestSnapshot.positions(TestSnapshot.data("p", "Ulm", 0, 0), Optional.of("a.parquet"));
    assertEquals(List.of("p"), attached(2, 1, 5, ours));
    assertEquals(List.of(), attached(2, 6, 5, ours));
  }

  @Test
  void positionDeletesAreSparedByTheBoundsOfTheirPaths() {
    assertEquals(List.of("p"), attached(2, 1, 5, withPaths("a.parquet", "a.parquet")));
    assertEquals(List.of("p"), attached(2, 1, 5, withPaths("a.", "b")));
    assertEquals(List.of(), attached(2, 1, 5, withPaths("a.parquet0", "c")));
    assertEquals(List.of(), attached(2, 1, 5, withPaths("b.parquet", "b.parquet")));
  }

  @Test
  void aDeletionVectorReplacesPositionDeletes() {
    DataFile vector =
        TestSnapshot.vector(TestSnapshot.data("dv.puffin", "Ulm", 0, 0), "a.parquet", 4);
    TestSnapshot snapshot =
        new TestSnapshot(3)
            .with(BY_CITY, 1, DATA)
            .with(BY_CITY, 5, positions("p.parquet", "Ulm"), equality("e", "Ulm", 0, 9))
            .with(BY_CITY, 6, vector);
    FileTask task = snapshot.plan(Predicate.ALWAYS_TRUE).tasks().get(0);
    assertEquals(List.of("dv.puffin"), paths(task.positionDeletes()));
    assertEquals(List.of("e"), paths(task.equalityDeletes()));
  }

  @Test
  void deletesAreOldestFirst() {
    TestSnapshot snapshot =
        new TestSnapshot(2)
            .with(BY_CITY, 1, DATA)
            .with(BY_CITY, 7, positions("c", "Ulm"), positions("b", "Ulm"))
            .with(BY_CITY, 3, positions("z", "Ulm"));
    assertEquals(List.of("z", "b", "c"), deletes(snapshot));
  }

  @Test
  void twoVectorsForOneFileAreDamage() {
    DataFile like = TestSnapshot.data("dv.puffin", "Ulm", 0, 0);
    TestSnapshot snapshot =
        new TestSnapshot(3)
            .with(BY_CITY, 1, DATA)
            .with(
                BY_CITY,
                5,
                TestSnapshot.vector(like, "a.parquet", 4),
                TestSnapshot.vector(like, "a.parquet", 30));
    CorruptFileException e =
        assertThrows(CorruptFileException.class, () -> snapshot.plan(Predicate.ALWAYS_TRUE));
    assertEquals(
        "Corrupt file dv.puffin at byte 30: Can't index multiple DVs for a.parquet: another one is"
            + " in dv.puffin at byte 4",
        e.getMessage());
  }

  @Test
  void aVectorOlderThanItsFileIsDamage() {
    DataFile vector = TestSnapshot.vector(TestSnapshot.data("dv", "Ulm", 0, 0), "a.parquet", 4);
    CorruptFileException e =
        assertThrows(CorruptFileException.class, () -> attached(3, 6, 5, vector));
    assertEquals(
        "Corrupt file dv at byte 4: the deletion vector of a.parquet has sequence number 5, the"
            + " data file the later 6",
        e.getMessage());
  }

  @Test
  void aVectorInAnotherPartitionIsDamage() {
    DataFile vector = TestSnapshot.vector(TestSnapshot.data("dv", "Bonn", 0, 0), "a.parquet", 4);
    CorruptFileException e =
        assertThrows(CorruptFileException.class, () -> attached(3, 1, 5, vector));
    assertEquals(
        "Corrupt file dv at byte 4: the deletion vector of a.parquet is in partition [Bonn] of spec"
            + " 1, the data file in [Ulm] of 1",
        e.getMessage());
  }

  private static List<String> attached(
      int version, long dataSequence, long deleteSequence, DataFile delete) {
    return deletes(
        new TestSnapshot(version)
            .with(BY_CITY, dataSequence, DATA)
            .with(BY_CITY, deleteSequence, delete));
  }

  private static List<String> deletes(TestSnapshot snapshot) {
    FileTask task = snapshot.plan(Predicate.ALWAYS_TRUE).tasks().get(0);
    return task.positionDeletes().isEmpty()
        ? paths(task.equalityDeletes())
        : paths(task.positionDeletes());
  }

  private static List<String> paths(List<DataFile> files) {
    return files.stream().map(DataFile::filePath).toList();
  }

  private static DataFile positions(String path, String city) {
    return TestSnapshot.positions(TestSnapshot.data(path, city, 0, 0), Optional.empty());
  }

  private static DataFile equality(String path, String city, long minId, long maxId) {
    return TestSnapshot.equality(TestSnapshot.data(path, city, minId, maxId));
  }

  private static DataFile withPaths(String lower, String upper) {
    int id = ReservedFields.DELETE_FILE_PATH_ID;
    return positions("p", "Ulm")
        .withStats(
            new ColumnStats(
                Map.of(),
                Map.of(),
                Map.of(),
                Map.of(),
                Map.of(id, ByteBuffer.wrap(lower.getBytes(StandardCharsets.UTF_8))),
                Map.of(id, ByteBuffer.wrap(upper.getBytes(StandardCharsets.UTF_8)))));
  }
}
