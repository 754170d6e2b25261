package io.firn.spark.rowlevel;

import static io.firn.spark.TestSession.sql;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.firn.rowmap.RowMap;
import io.firn.rowmap.SourceFile;
import io.firn.spark.TestSession;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Copy-on-write statements leave row maps that tell the truth about every row. */
class RowMapEmissionTest {

  private static String table(String name, int version, String partitioning, String more) {
    String table = "lake.maps." + name;
    sql("CREATE NAMESPACE IF NOT EXISTS lake.maps");
    sql(
        ("CREATE TABLE %s (id BIGINT, v BIGINT, p INT) USING iceberg %s TBLPROPERTIES"
                + " ('format-version'='%d'%s)")
            .formatted(table, partitioning, version, more));
    return table;
  }

  private static void insert(String table, int from, int to) {
    sql(
        "INSERT INTO %s SELECT id, id * 10, int(id %% 3) FROM range(%d, %d, 1, 2)"
            .formatted(table, from, to));
  }

  /** Rows 4, 14, 24 and so on are dead before the statements start. */
  private static void killSome(String table) {
    sql("ALTER TABLE " + table + " SET TBLPROPERTIES ('write.delete.mode'='merge-on-read')");
    sql("DELETE FROM " + table + " WHERE id % 10 = 4");
    sql("ALTER TABLE " + table + " SET TBLPROPERTIES ('write.delete.mode'='copy-on-write')");
  }

  @ParameterizedTest
  @CsvSource({"2,false", "2,true", "3,false", "3,true"})
  void everyStatementTellsWhereItsRowsWent(int version, boolean partitioned) {
    String table =
        table("all_" + version + partitioned, version, partitioned ? "PARTITIONED BY (p)" : "", "");
    insert(table, 0, 60);
    insert(table, 60, 130);
    killSome(table);
    List<String> statements =
        List.of(
            "DELETE FROM %s WHERE id % 7 = 0",
            "UPDATE %s SET v = v + 1000000 WHERE id % 5 = 1 AND id < 100",
            "DELETE FROM %s WHERE id IN (SELECT id FROM range(10, 40, 9))",
            "UPDATE %s SET v = v + 2000000 WHERE id IN (SELECT id FROM range(0, 130, 11))",
            "UPDATE %s SET p = p + 1, v = -v WHERE id % 9 = 2",
            "MERGE INTO %s t USING (SELECT * FROM range(50, 150, 3)) s ON t.id = s.id"
                + " WHEN MATCHED AND t.id % 2 = 0 THEN UPDATE SET v = v + 3000000"
                + " WHEN MATCHED AND t.id % 5 = 0 THEN DELETE"
                + " WHEN NOT MATCHED THEN INSERT (id, v, p) VALUES (s.id + 1000, s.id, 1)"
                + " WHEN NOT MATCHED BY SOURCE AND t.id < 20 THEN UPDATE SET v = v + 4000000"
                + " WHEN NOT MATCHED BY SOURCE AND t.id < 45 AND t.id % 2 = 0 THEN DELETE",
            "MERGE INTO %s t USING (SELECT * FROM range(0, 100, 13)) s ON t.id = s.id"
                + " WHEN MATCHED THEN UPDATE SET v = v + 5000000",
            "MERGE INTO %s t USING (SELECT * FROM range(0, 1000, 17)) s ON t.id = s.id"
                + " WHEN MATCHED THEN DELETE"
                + " WHEN NOT MATCHED THEN INSERT (id, v, p) VALUES (s.id + 2000, 1, 2)");
    for (String statement : statements) {
      RowMapCheck.run(table, statement.replace("%s", table));
    }
  }

  @Test
  void aCleanDeleteIsOneRunForEachPieceThatIsLeft() {
    String table = table("pieces", 2, "", "");
    sql("INSERT INTO " + table + " SELECT id, id, 0 FROM range(0, 1000, 1, 1)");
    RowMap map = RowMapCheck.run(table, "DELETE FROM " + table + " WHERE id IN (0, 500, 501)");
    SourceFile source = map.sources().get(0);
    assertEquals(1000, source.recordCount());
    assertEquals(1, source.segmentCount());
    assertEquals(2, source.runCount());
    assertEquals(1, source.runStart(0));
    assertEquals(499, source.runLength(0));
    assertEquals(502, source.runStart(1));
    String from = source.path();
    String to = map.targets().get(0).path();
    assertEquals(
        List.of(
            "[true,row-change,%s,1,%s,0,499]".formatted(from, to),
            "[true,row-change,%s,502,%s,499,498]".formatted(from, to)),
        sql(
            "SELECT snapshot_id = (SELECT snapshot_id FROM %s.refs), kind, source_file, source_start, target_file, target_start, length FROM %s.row_maps ORDER BY source_start"
                .formatted(table, table)));
    assertEquals(List.of("[997]"), sql("SELECT sum(length) FROM " + table + ".row_maps"));
  }

  @Test
  void aTaskThatRollsStartsASegmentInEachOfItsFiles() {
    String table = table("rolling", 3, "", "");
    sql("INSERT INTO " + table + " SELECT id, id, 0 FROM range(0, 5000, 1, 1)");
    sql(
        "ALTER TABLE "
            + table
            + " SET TBLPROPERTIES ('write.target-file-size-bytes'='1', 'write.copy-on-write.carry-mode'='rows')");
    RowMap map = RowMapCheck.run(table, "UPDATE " + table + " SET v = -5 WHERE id = 1234");
    assertEquals(5, map.targets().size());
    SourceFile source = map.sources().get(0);
    // The new image of row 1234 parts the rows of its file.
    assertEquals(6, source.segmentCount());
    assertEquals(
        List.of(0L, 0L, 235L, 0L, 0L, 0L),
        IntStream.range(0, 6).mapToObj(source::segmentTargetStart).toList());
    assertEquals(6, map.runCount());
  }

  /** Pieces of one file are read by many tasks, shuffled, and split again by adaptive execution. */
  @ParameterizedTest
  @CsvSource({"hash", "none", "range"})
  void splitFilesOnlyMeanMoreRuns(String mode) {
    String table =
        table(
            "split_" + mode,
            2,
            "",
            ", 'write.parquet.row-group-size-bytes'='4096', 'write.parquet.page-row-limit'='100',"
                + " 'write.parquet.row-group-check-min-record-count'='100',"
                + " 'write.parquet.row-group-check-max-record-count'='100',"
                + " 'read.split.target-size'='8192', 'read.split.open-file-cost'='1',"
                + " 'read.split.adaptive-size.enabled'='false',"
                + " 'write.spark.advisory-partition-size-bytes'='16384'"
                + ", 'write.delete.distribution-mode'='"
                + mode
                + "', 'write.update.distribution-mode'='"
                + mode
                + "'");
    sql("INSERT INTO " + table + " SELECT id, hash(id), 0 FROM range(0, 6000, 1, 1)");
    RowMap map = RowMapCheck.run(table, "DELETE FROM " + table + " WHERE id % 100 = 3");
    assertEquals(1, map.sources().size());
    assertTrue(RowMapCheck.tasks(map).size() > 1, map.targets().toString());
    RowMapCheck.run(
        table,
        "UPDATE %s SET v = v + 10000000000 WHERE id IN (SELECT id FROM range(0, 6000, 50))"
            .formatted(table));
  }

  @Test
  void aStatementWithoutRowsToCarryHasNoMapOrAnEmptyOne() {
    String table = table("whole", 2, "", "");
    insert(table, 0, 10);
    insert(table, 10, 20);
    sql("DELETE FROM " + table + " WHERE v + 1 = 1 OR v >= 0");
    assertEquals(List.of("[null]"), RowMapCheck.kind(table));
    insert(table, 0, 10);
    RowMap map = RowMapCheck.run(table, "UPDATE " + table + " SET v = v + 7 WHERE v + 1 > 0");
    assertEquals(0, map.runCount());
  }

  @Test
  void aTableMayWantNoMapsOrOnlySmallOnes() {
    String none = table("none", 2, "", ", 'write.row-map.max-bytes'='0'");
    insert(none, 0, 10);
    sql("DELETE FROM " + none + " WHERE id = 3");
    assertEquals(List.of("[null]"), RowMapCheck.kind(none));
    String small = table("small", 2, "", ", 'write.row-map.max-bytes'='8'");
    insert(small, 0, 100);
    sql("DELETE FROM " + small + " WHERE id % 4 = 3");
    assertEquals(List.of("[none]"), RowMapCheck.kind(small));
    String medium = table("medium", 2, "", ", 'write.row-map.max-bytes'='100'");
    insert(medium, 0, 100);
    sql("DELETE FROM " + medium + " WHERE id = 3");
    assertEquals(List.of("[none]"), RowMapCheck.kind(medium));
    assertEquals(List.of("[99]"), sql("SELECT count(*) FROM " + medium));
  }

  @Test
  void aColumnOfTheTableMayHaveTheNameOfTheColumnThatTells() {
    String table = "lake.maps.hidden";
    sql("CREATE NAMESPACE IF NOT EXISTS lake.maps");
    sql("CREATE TABLE " + table + " (id BIGINT, `_DELETED` BOOLEAN) USING iceberg");
    sql("INSERT INTO " + table + " VALUES (1, true), (2, false), (3, true)");
    sql("UPDATE " + table + " SET _deleted = true WHERE id = 2");
    assertEquals(List.of("[3]"), sql("SELECT count(*) FROM " + table + " WHERE _deleted"));
    assertEquals(List.of("[null]"), RowMapCheck.kind(table));
  }

  /** Where rows are carried through its join, Spark would let ten rows of this table come twice. */
  @Test
  void aMergeThatWouldMultiplyRowsIsRefused() {
    String table = table("multiplied", 2, "", ", 'write.copy-on-write.carry-mode'='rows'");
    insert(table, 0, 30);
    String merge =
        "MERGE INTO %s t USING (SELECT id %% 10 AS id FROM range(0, 20)) s ON t.id = s.id"
            + " WHEN NOT MATCHED BY SOURCE AND t.id > 25 THEN DELETE";
    Exception e = assertThrows(Exception.class, () -> sql(merge.formatted(table)));
    assertTrue(
        TestSession.messageWith(e, "Cannot run copy-on-write MERGE of " + table)
            .endsWith("Remove the duplicates from the source"));
    assertEquals(List.of("[30]"), sql("SELECT count(*) FROM " + table));

    sql("ALTER TABLE " + table + " UNSET TBLPROPERTIES ('write.copy-on-write.carry-mode')");
    sql(merge.formatted(table));
    assertEquals(List.of("[26,26]"), sql("SELECT count(*), count(DISTINCT id) FROM " + table));
  }
}
