package io.firn.scan;

import static io.firn.scan.TestSnapshot.BY_CITY;
import static io.firn.scan.TestSnapshot.UNPARTITIONED;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.firn.error.CorruptFileException;
import io.firn.error.InvalidInputException;
import io.firn.error.MissingFileException;
import io.firn.error.UnsupportedFeatureException;
import io.firn.expr.CaseSensitivity;
import io.firn.expr.Predicate;
import io.firn.io.FileOperation.Kind;
import io.firn.model.DataFile;
import io.firn.model.FileFormat;
import io.firn.partition.PartitionSpec;
import io.firn.types.Field;
import io.firn.types.Schema;
import io.firn.types.SimpleType;
import io.firn.types.StructValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ScanPlannerTest {

  /** 1,000 files in 20 manifests, one city each. */
  private static TestSnapshot thousandFiles() {
    TestSnapshot snapshot = new TestSnapshot(2);
    for (int m = 0; m < 20; m++) {
      DataFile[] files = new DataFile[50];
      for (int f = 0; f < 50; f++) {
        files[f] = TestSnapshot.data("c" + m + "/f" + f, "c" + m, 10L * f, 10L * f + 9);
      }
      snapshot.with(BY_CITY, 1, files);
    }
    return snapshot;
  }

  @Test
  void aPointQueryOpensTheListAndOneManifest() {
    TestSnapshot snapshot = thousandFiles();
    ScanRequest request =
        snapshot.request(Predicate.and(Predicate.equal("city", "c7"), Predicate.equal("id", 123L)));
    PlannedScan plan = new ScanPlanner(snapshot.storage).plan(request);
    assertEquals(List.of("c7/f12"), paths(plan));
    assertEquals(Map.of(Kind.OPEN, 2, Kind.READ, 2), snapshot.storage.counts());
    assertEquals(
        List.of("mem:/list.avro", "mem:/m7.avro"),
        snapshot.storage.operations(Kind.OPEN).stream().map(o -> o.location()).toList());
    assertEquals(Predicate.equal("id", 123L), plan.tasks().get(0).residual());
    ScanMetrics metrics = plan.metrics();
    assertEquals(20, metrics.totalDataManifests());
    assertEquals(1, metrics.scannedDataManifests());
    assertEquals(19, metrics.skippedDataManifests());
    assertEquals(1, metrics.resultDataFiles());
    assertEquals(49, metrics.skippedDataFiles());
    assertEquals(1000, metrics.totalFileSizeInBytes());
  }

  @Test
  void tasksAreInTheOrderOfTheManifests() {
    TestSnapshot snapshot = thousandFiles();
    List<String> expected = new ArrayList<>();
    for (int m = 0; m < 20; m++) {
      for (int f = 0; f < 50; f++) {
        expected.add("c" + m + "/f" + f);
      }
    }
    ScanRequest request = snapshot.request(Predicate.ALWAYS_TRUE);
    for (int threads : new int[] {1, 2, 7}) {
      ScanPlanner planner =
          new ScanPlanner(snapshot.storage, ManifestCache.none(), new Workers(threads));
      assertEquals(expected, paths(planner.plan(request)));
    }
  }

  @Test
  void aWantedNumberOfRowsEndsThePlanning() {
    TestSnapshot snapshot = thousandFiles();
    ScanRequest request = snapshot.request(Predicate.ALWAYS_TRUE);
    ScanPlanner planner = new ScanPlanner(snapshot.storage, ManifestCache.none(), new Workers(2));

    PlannedScan plan = planner.planFirst(request, 1_001);

    assertEquals(200, plan.tasks().size());
    assertEquals("c3/f49", plan.tasks().get(199).file().filePath());
    assertEquals(5, snapshot.storage.operations(Kind.OPEN).size());
    assertEquals(4, plan.metrics().scannedDataManifests());
    assertEquals(1_000, planner.planFirst(request, 1_000_000).tasks().size());
  }

  @Test
  void rowsThatMayBeDeletedAreNotCountedUpon() {
    DataFile some = TestSnapshot.data("a", "Ulm", 0, 9);
    DataFile delete = TestSnapshot.positions(some, Optional.empty());
    TestSnapshot snapshot =
        new TestSnapshot(2)
            .with(BY_CITY, 1, some)
            .with(BY_CITY, 1, TestSnapshot.data("b", "Bonn", 0, 9))
            .with(BY_CITY, 1, TestSnapshot.data("c", "Bonn", 0, 9))
            .with(BY_CITY, 2, delete);
    ScanPlanner planner = new ScanPlanner(snapshot.storage, ManifestCache.none(), new Workers(1));

    PlannedScan plan = planner.planFirst(snapshot.request(Predicate.ALWAYS_TRUE), 10);

    assertEquals(List.of("a", "b"), paths(plan));
  }

  @Test
  void withACacheTheSecondPlanReadsNothing() {
    TestSnapshot snapshot = thousandFiles();
    ScanRequest request = snapshot.request(Predicate.equal("id", 123L));
    ScanPlanner planner =
        new ScanPlanner(
            snapshot.storage, new ManifestCache(10_000_000, 10_000_000), new Workers(2));
    PlannedScan first = planner.plan(request);
    snapshot.storage.clear();
    PlannedScan second = planner.plan(request);
    assertEquals(first.tasks(), second.tasks());
    assertEquals(20, second.tasks().size());
    assertEquals(List.of(), snapshot.storage.operations());
  }

  @Test
  void deleteManifestsAreSkippedLikeDataManifests() {
    DataFile delete = TestSnapshot.equality(TestSnapshot.data("e", "Bonn", 0, 9));
    TestSnapshot snapshot =
        new TestSnapshot(2)
            .with(BY_CITY, 1, TestSnapshot.data("a", "Ulm", 0, 9))
            .with(BY_CITY, 2, delete);
    PlannedScan plan = snapshot.plan(Predicate.equal("city", "Ulm"));
    assertEquals(List.of("a"), paths(plan));
    assertEquals(1, plan.metrics().totalDeleteManifests());
    assertEquals(1, plan.metrics().skippedDeleteManifests());
    assertEquals(2, snapshot.storage.operations(Kind.OPEN).size());
  }

  @Test
  void deletesAreNotReadWhenNoDataIsLeft() {
    DataFile delete = TestSnapshot.equality(TestSnapshot.unpartitioned("e", 0, 9));
    TestSnapshot snapshot =
        new TestSnapshot(2)
            .with(BY_CITY, 1, TestSnapshot.data("a", "Ulm", 0, 9))
            .with(UNPARTITIONED, 2, delete);
    assertEquals(List.of(), paths(snapshot.plan(Predicate.equal("city", "Bonn"))));
    assertEquals(1, snapshot.storage.operations(Kind.OPEN).size());
  }

  @Test
  void residualsOfDecidedPartitionsAreTrue() {
    TestSnapshot snapshot =
        new TestSnapshot(2).with(BY_CITY, 1, TestSnapshot.data("a", "Ulm", 0, 9));
    PlannedScan plan = snapshot.plan(Predicate.equal("city", "Ulm"));
    assertEquals(Predicate.ALWAYS_TRUE, plan.tasks().get(0).residual());
  }

  @Test
  void statsAreKeptOnRequestOnly() {
    TestSnapshot snapshot =
        new TestSnapshot(2).with(BY_CITY, 1, TestSnapshot.data("a", "Ulm", 0, 9));
    ScanPlanner planner = new ScanPlanner(snapshot.storage);
    Predicate filter = Predicate.equal("id", 3L);
    assertEquals(
        Map.of(),
        planner.plan(snapshot.request(filter)).tasks().get(0).file().stats().valueCounts());
    DataFile kept = planner.plan(snapshot.request(filter, StatsMode.KEEP)).tasks().get(0).file();
    assertEquals(Map.of(1, 10L), kept.stats().valueCounts());
    assertEquals(Map.of(1, 80L), kept.stats().columnSizes());
  }

  @Test
  void otherFormatsAreRefusedOnlyWhenTheyWouldBeRead() {
    DataFile orc = TestSnapshot.inFormat(TestSnapshot.data("b.orc", "Ulm", 50, 59), FileFormat.ORC);
    TestSnapshot snapshot =
        new TestSnapshot(2).with(BY_CITY, 1, TestSnapshot.data("a", "Ulm", 0, 9), orc);
    assertEquals(List.of("a"), paths(snapshot.plan(Predicate.equal("id", 3L))));
    UnsupportedFeatureException e =
        assertThrows(UnsupportedFeatureException.class, () -> snapshot.plan(Predicate.ALWAYS_TRUE));
    assertEquals(
        "Cannot read b.orc: it is in ORC format, only Parquet is supported", e.getMessage());
  }

  @Test
  void aManifestOfAnUnknownSpecIsDamage() {
    TestSnapshot snapshot =
        new TestSnapshot(2)
            .with(
                new PartitionSpec(9, List.of()),
                1,
                DataFile.parquet("a", 9, StructValue.empty(), 1, 1));
    CorruptFileException e =
        assertThrows(CorruptFileException.class, () -> snapshot.plan(Predicate.ALWAYS_TRUE));
    assertEquals(
        "Corrupt file mem:/m0.avro: the manifest list gives it the partition spec 9, which the table"
            + " at mem:/t does not have (listed in mem:/list.avro)",
        e.getMessage());
  }

  @Test
  void aMissingManifestIsNamed() {
    TestSnapshot snapshot = thousandFiles();
    ScanRequest request = snapshot.request(Predicate.ALWAYS_TRUE);
    snapshot.storage.delete("mem:/m5.avro");
    MissingFileException e =
        assertThrows(
            MissingFileException.class, () -> new ScanPlanner(snapshot.storage).plan(request));
    assertFalse(e.getMessage().indexOf("mem:/m5.avro") < 0, e.getMessage());
  }

  @Test
  void filtersOnMissingColumnsListTheOnesThereAre() {
    InvalidInputException e =
        assertThrows(
            InvalidInputException.class,
            () ->
                new TestSnapshot(2)
                    .with(BY_CITY, 1, TestSnapshot.data("a", "Ulm", 0, 9))
                    .plan(Predicate.equal("ID", 1L)));
    assertEquals("Cannot find column ID of the filter; there are: id, city", e.getMessage());
  }

  @Test
  void partitionsWrittenBeforeAPromotionAreCompared() {
    Schema before = Schema.of(Field.optional(1, "id", SimpleType.INT));
    PartitionSpec byId =
        new PartitionSpec(
            1,
            List.of(
                new io.firn.partition.PartitionField(
                    1, 1000, "id", io.firn.partition.Transform.parse("identity"))));
    TestSnapshot snapshot =
        new TestSnapshot(2)
            .with(
                before,
                byId,
                1,
                DataFile.parquet("a", 1, StructValue.of(7), 1, 1),
                DataFile.parquet("b", 1, StructValue.of(8), 1, 1));
    ScanRequest r = snapshot.request(Predicate.equal("id", 7L));
    var m = r.metadata();
    var metadata =
        new io.firn.model.TableMetadata(
            2,
            m.tableUuid(),
            m.location(),
            1,
            0,
            2,
            m.schemas(),
            0,
            List.of(UNPARTITIONED, byId),
            0,
            1000,
            m.sortOrders(),
            0,
            Map.of(),
            m.currentSnapshotId(),
            m.snapshots(),
            List.of(),
            List.of(),
            Map.of(),
            List.of(),
            List.of(),
            0,
            List.of(),
            Map.of());
    PlannedScan plan =
        new ScanPlanner(snapshot.storage)
            .plan(
                new ScanRequest(
                    metadata,
                    r.snapshot(),
                    r.schema(),
                    r.filter(),
                    CaseSensitivity.SENSITIVE,
                    StatsMode.DROP));
    assertEquals(List.of("a"), paths(plan));
    assertEquals(StructValue.of(7L), plan.tasks().get(0).file().partition());
    assertEquals(Predicate.ALWAYS_TRUE, plan.tasks().get(0).residual());
  }

  private static List<String> paths(PlannedScan plan) {
    return plan.tasks().stream().map(task -> task.file().filePath()).toList();
  }
}
