package io.firn.it.maintain;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.firn.it.Lakes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.iceberg.PartitionStatistics;
import org.apache.iceberg.PartitionStatisticsFile;
import org.apache.iceberg.StructLike;
import org.apache.iceberg.Table;
import org.apache.iceberg.io.CloseableIterable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Partition statistics against those that Apache Iceberg's own procedure makes. */
class PartitionStatsTwinTest {
  private static final String CALL = ".system.compute_partition_stats(table => '%N'";

  /** As Iceberg's library reads them, in the order of the file. */
  private static List<String> rows(SharedTable shared, long snapshotId) {
    Table table = shared.load();
    List<String> rows = new ArrayList<>();
    try (CloseableIterable<PartitionStatistics> stats =
        table.newPartitionStatisticsScan().useSnapshot(snapshotId).scan()) {
      for (PartitionStatistics s : stats) {
        StringBuilder partition = new StringBuilder();
        StructLike tuple = s.partition();
        for (int i = 0; i < tuple.size(); i++) {
          partition.append(tuple.get(i, Object.class)).append(" ");
        }
        rows.add(
            "%sspec %d: data %d in %d of %d, positions %d in %d and %d, values %d in %d, total %s, updated %s by %s"
                .formatted(
                    partition,
                    s.specId(),
                    s.dataRecordCount(),
                    s.dataFileCount(),
                    s.totalDataFileSizeInBytes(),
                    s.positionDeleteRecordCount(),
                    s.positionDeleteFileCount(),
                    s.dvCount(),
                    s.equalityDeleteRecordCount(),
                    s.equalityDeleteFileCount(),
                    s.totalRecords(),
                    s.lastUpdatedAt(),
                    s.lastUpdatedSnapshotId()));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return rows;
  }

  private static PartitionStatisticsFile file(SharedTable shared, long snapshotId) {
    return shared.load().partitionStatisticsFiles().stream()
        .filter(f -> f.snapshotId() == snapshotId)
        .findFirst()
        .orElseThrow();
  }

  private static long current(SharedTable table) {
    return table.load().currentSnapshot().snapshotId();
  }

  /** What Firn computes of the current snapshot, with or without earlier files to start from. */
  private static List<String> firn(SharedTable table) {
    long snapshot = current(table);
    List<String> result = table.lake("CALL lake" + CALL + ")");
    String location = file(table, snapshot).path();
    assertEquals("[" + location + "]", result.get(0));
    assertEquals(
        file(table, snapshot).fileSizeInBytes(),
        Path.of(location.replaceAll("^file:", "")).toFile().length());
    return rows(table, snapshot);
  }

  /** What Iceberg computes of the same snapshot from all of its files. */
  private static List<String> icebergFromScratch(SharedTable table) {
    removeAll(table);
    long snapshot = current(table);
    table.ice("CALL ice" + CALL + ")");
    List<String> rows = rows(table, snapshot);
    removeAll(table);
    return rows;
  }

  private static void removeAll(SharedTable table) {
    var update = table.load().updatePartitionStatistics();
    table
        .load()
        .partitionStatisticsFiles()
        .forEach(file -> update.removePartitionStatistics(file.snapshotId()));
    update.commit();
  }

  private static void write(SharedTable table) {
    table.lake("INSERT INTO %T VALUES (1, 'a', 1), (2, 'a', 1), (3, 'b', 2), (4, null, 2)");
    table.lake("INSERT INTO %T SELECT /*+ COALESCE(1) */ id, 'b', 2 FROM range(10, 20)");
  }

  private static SharedTable table(String name, int version) {
    return SharedTable.create(
        name,
        "id BIGINT, p STRING, q INT",
        ("PARTITIONED BY (p) TBLPROPERTIES ('format-version'='%d',"
                + " 'write.delete.mode'='merge-on-read', 'write.update.mode'='merge-on-read')")
            .formatted(version));
  }

  @ParameterizedTest
  @CsvSource({"2", "3"})
  void bothCountTheSame(int version) {
    SharedTable table = table("partitions_v" + version, version);
    write(table);
    table.lake("DELETE FROM %T WHERE id IN (12, 15)");
    table.lake("ALTER TABLE %T ADD PARTITION FIELD bucket(4, id)");
    table.lake("INSERT INTO %T VALUES (30, 'a', 1), (31, 'c', 1)");
    List<String> theirs = icebergFromScratch(table);
    assertEquals(theirs, firn(table));
    assertEquals(5, theirs.size());
    assertTrue(
        theirs
            .get(1)
            .startsWith("a null spec 0: data 2 in 1 of"), // spec 0 has no value for the bucket
        theirs.toString());
    String deletes = version == 2 ? "positions 2 in 1 and null," : "positions 2 in 0 and 1,";
    assertTrue(theirs.toString().contains(deletes), theirs.toString());

    // From here on both go on from the other one's file.
    table.lake("DELETE FROM %T WHERE id = 13");
    table.lake("DELETE FROM %T WHERE p = 'c'");
    table.lake("UPDATE %T SET q = 9 WHERE id = 1");
    table.ice("CALL ice" + CALL + ")");
    assertEquals(6, rows(table, current(table)).size());
    table.lake("INSERT INTO %T VALUES (40, 'd', 1)");
    table.lake("DELETE FROM %T WHERE p IS NULL");
    table.lake("DELETE FROM %T WHERE id = 14");
    List<String> incremental = firn(table);
    assertEquals(icebergIncrement(table), incremental);
    assertTrue(incremental.get(0).startsWith("null null spec 0: data 0 in 0 of 0,"));
    assertEquals(live(icebergFromScratch(table)), live(incremental));
  }

  /** Iceberg's result for what landed, when it starts from the earlier file. */
  private static List<String> icebergIncrement(SharedTable table) {
    table.load().updatePartitionStatistics().removePartitionStatistics(current(table)).commit();
    assertEquals(2, table.load().partitionStatisticsFiles().size());
    table.ice("CALL ice" + CALL + ")");
    return rows(table, current(table));
  }

  /**
   * Without partitions of which nothing is left: whoever starts from an earlier file knows more of
   * them.
   */
  private static List<String> live(List<String> rows) {
    return rows.stream().filter(row -> !row.contains("data 0 in 0 of 0")).toList();
  }

  @Test
  void filesOfAVersion1TableCountOnceItIsUpgraded() {
    SharedTable table = new SharedTable("partitions_v1");
    Lakes.sql(
        "CREATE TABLE "
            + table.ice()
            + " (id BIGINT, p STRING, q INT) USING iceberg PARTITIONED BY (p, truncate(10, id))"
            + " TBLPROPERTIES ('format-version'='1')");
    table.ice("INSERT INTO %T VALUES (1, 'a', 1), (2, 'a', 1), (13, 'b', 2), (4, null, 2)");
    table.ice("CALL ice" + CALL + ")");
    List<String> counted = rows(table, current(table));
    table.load().updateSpec().removeField("p").commit();
    table.ice("INSERT INTO %T VALUES (25, 'a', 1)");
    Exception e = assertThrows(Exception.class, () -> firn(table));
    assertTrue(e.getMessage().contains("format version 1"), e.getMessage());
    table.ice("ALTER TABLE %T SET TBLPROPERTIES ('format-version'='2')");
    List<String> ours = firn(table);
    assertEquals(icebergFromScratch(table), ours);
    assertEquals(3, counted.size());
    assertTrue(ours.containsAll(counted), ours.toString());
    table.ice("DELETE FROM %T WHERE id = 2");
    assertEquals(icebergFromScratch(table), firn(table));
  }

  @Test
  void aDamagedEarlierFileIsNotUsed() throws IOException {
    SharedTable table = table("partitions_damaged", 2);
    write(table);
    firn(table);
    Path earlier = Path.of(file(table, current(table)).path().replaceAll("^file:", ""));
    table.lake("INSERT INTO %T VALUES (50, 'e', 1)");
    List<String> expected = icebergFromScratch(table);
    for (int damage = 0; damage < 2; damage++) {
      removeAll(table);
      Table loaded = table.load();
      loaded
          .updatePartitionStatistics()
          .setPartitionStatistics(
              org.apache.iceberg.ImmutableGenericPartitionStatisticsFile.builder()
                  .snapshotId(loaded.currentSnapshot().parentId())
                  .path(earlier.toString())
                  .fileSizeInBytes(1)
                  .build())
          .commit();
      if (damage == 0) {
        Files.writeString(earlier, "no statistics at all");
      } else {
        Files.delete(earlier);
      }
      assertEquals(expected, firn(table));
    }
  }

  @Test
  void whatIsThereStaysAndAnEarlierSnapshotCanBeCounted() {
    SharedTable table = table("partitions_again", 2);
    assertEquals(List.of(), table.lake("CALL lake" + CALL + ")"));
    assertEquals(List.of(), table.ice("CALL ice" + CALL + ")"));
    write(table);
    long last = current(table);
    List<String> result = table.lake("CALL lake" + CALL + ")");
    assertEquals(result, table.lake("CALL lake" + CALL + ", snapshot_id => " + last + ")"));
    long first = table.load().history().get(0).snapshotId();
    table.lake("CALL lake" + CALL + ", snapshot_id => " + first + ")");
    assertEquals(3, rows(table, first).size());
    assertEquals(
        List.of(first, last),
        table.load().partitionStatisticsFiles().stream()
            .map(PartitionStatisticsFile::snapshotId)
            .sorted(Comparator.comparing(id -> id != first))
            .toList());
    refused(table, ", snapshot_id => 7", "Snapshot not found: 7");
    SharedTable flat = SharedTable.create("partitions_none", "id BIGINT", "");
    flat.lake("INSERT INTO %T VALUES (1)");
    refused(flat, "", "Table must be partitioned");
  }

  private static void refused(SharedTable table, String arguments, String message) {
    for (String engine : List.of("lake", "ice")) {
      Exception e =
          assertThrows(
              Exception.class,
              () ->
                  Lakes.rows(
                      "CALL %s.system.compute_partition_stats(table => 'maintain.%s'%s)"
                          .formatted(engine, table.name(), arguments)));
      assertTrue(e.getMessage().contains(message), e.getMessage());
    }
  }
}
