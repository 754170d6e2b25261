package io.firn.spark.rowlevel;

import static io.firn.spark.TestSession.sql;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.firn.spark.TestSession;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.types.DataTypes;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Copy-on-write by columns: files that lose rows are copied, with their changed rows. */
class CopiedFilesTest {

  @BeforeAll
  static void namespace() {
    sql("CREATE NAMESPACE IF NOT EXISTS lake.copied");
  }

  /** A hundred rows in each of three files. */
  private static String table(String name, int version, String clause) {
    String table = "lake.copied." + name;
    sql(
        "CREATE TABLE %s (id BIGINT, v BIGINT, p INT) USING iceberg %s TBLPROPERTIES ('format-version'='%d')"
            .formatted(table, clause, version));
    for (int from = 0; from < 300; from += 100) {
      sql(
          "INSERT INTO %s SELECT /*+ COALESCE(1) */ id, id, int(id %% 2) FROM range(%d, %d)"
              .formatted(table, from, from + 100));
    }
    return table;
  }

  /** Files of the data directory that no snapshot refers to. */
  private static Set<String> left(String table) {
    Set<String> files = new TreeSet<>();
    String name = table.substring(table.lastIndexOf('.') + 1);
    TestSession.files(TestSession.warehouse().resolve("copied/" + name + "/data"))
        .forEach(file -> files.add(file.substring(file.lastIndexOf('/') + 1)));
    sql("SELECT file_path FROM " + table + ".all_files")
        .forEach(
            file -> files.remove(file.substring(file.lastIndexOf('/') + 1, file.length() - 1)));
    return files;
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void nothingIsLeftOfTheFilesOnTheWay(int version) {
    String table = table("left_" + version, version, "");

    sql("DELETE FROM " + table + " WHERE id % 10 = 3");
    sql("UPDATE " + table + " SET v = -v WHERE id % 10 = 4");
    sql(
        "MERGE INTO %s t USING (SELECT id FROM range(295, 305)) s ON t.id = s.id WHEN MATCHED THEN DELETE WHEN NOT MATCHED THEN INSERT (id, v) VALUES (s.id, 1)"
            .formatted(table));

    assertEquals(Set.of(), left(table));
    assertEquals(
        List.of("[" + (270 - 5 + 5) + "," + (44850 - 4440 - 2 * 4470 - 1485 + 5 + 2 * 0) + "]"),
        sql("SELECT count(*), sum(v) FROM " + table));
  }

  @Test
  void aStatementThatFailsLeavesNothing() {
    TestSession.get()
        .udf()
        .register(
            "fails_at_150",
            (UDF1<Long, Long>)
                v -> {
                  if (v == 150) {
                    throw new IllegalStateException("told to fail");
                  }
                  return v + 1;
                },
            DataTypes.LongType);
    String table = table("failed", 3, "");

    assertThrows(
        Exception.class, () -> sql("UPDATE " + table + " SET v = fails_at_150(v) WHERE id > 90"));

    assertEquals(List.of("[300,44850]"), sql("SELECT count(*), sum(v) FROM " + table));
    assertEquals(List.of("[3]"), sql("SELECT count(*) FROM " + table + ".snapshots"));
  }

  /** Large enough to be copied one by one. */
  @Test
  void changedRowsStayWithTheRowsOfTheirFile() {
    String table = "lake.copied.places";
    sql(
        "CREATE TABLE "
            + table
            + " (id BIGINT, text STRING) USING iceberg TBLPROPERTIES ('write.parquet.compression-codec'='uncompressed')");
    for (int from = 0; from < 300_000; from += 100_000) {
      sql(
          "INSERT INTO %s SELECT /*+ COALESCE(1) */ id, sha2(string(id), 256) FROM range(%d, %d)"
              .formatted(table, from, from + 100_000));
    }

    sql("UPDATE " + table + " SET text = 'new' WHERE id % 1000 = 7");

    assertEquals(
        List.of("[0,99999,100000]", "[100000,199999,100000]", "[200000,299999,100000]"),
        sql(
            "SELECT readable_metrics.id.lower_bound, readable_metrics.id.upper_bound, record_count FROM %s.data_files ORDER BY 1"
                .formatted(table)));
    assertEquals(List.of("[300]"), sql("SELECT count(*) FROM " + table + " WHERE text = 'new'"));
  }

  @Test
  void filesWithoutAnAffectedRowStay() {
    String table = table("untouched", 2, "");
    Set<String> before = new TreeSet<>(sql("SELECT file_path FROM " + table + ".data_files"));

    sql("DELETE FROM " + table + " WHERE v IN (150, 151)");

    before.retainAll(sql("SELECT file_path FROM " + table + ".data_files"));
    assertEquals(2, before.size());
  }

  @Test
  void aFileThatLosesAllItsRowsHasNoCopy() {
    String table = table("emptied", 3, "");

    sql("DELETE FROM " + table + " WHERE v + 0 BETWEEN 100 AND 199");

    assertEquals(
        List.of("[delete,null,1,100]"),
        sql(
            "SELECT operation, summary['added-data-files'], summary['deleted-data-files'], summary['deleted-records'] FROM %s.snapshots ORDER BY committed_at DESC LIMIT 1"
                .formatted(table)));
    assertEquals(List.of("[200]"), sql("SELECT count(*) FROM " + table));
    assertEquals(Set.of(), left(table));
  }

  @Test
  void rowsKeepTheirIdsAndTellWhenTheyChanged() {
    String table = table("lineage", 3, "PARTITIONED BY (p)");
    String ids = "SELECT id, _row_id FROM " + table + " WHERE id % 3 > 0 ORDER BY id";
    List<String> before = sql(ids);

    sql("DELETE FROM " + table + " WHERE id % 3 = 0 AND id > 5");
    sql("UPDATE " + table + " SET v = -1 WHERE id % 3 = 1");
    // Into the other partition.
    sql("UPDATE " + table + " SET p = 1 - p WHERE id % 30 = 2");

    assertEquals(before, sql(ids));
    assertEquals(
        List.of("[1,0]", "[5,100]", "[6,10]"),
        sql(
            "SELECT s, count_if(id % 3 > 0) FROM (SELECT id, if(_last_updated_sequence_number < 4, 1, _last_updated_sequence_number) s FROM "
                + table
                + " WHERE id % 3 <> 2 OR id % 30 = 2) GROUP BY s ORDER BY s"));
    assertEquals(
        List.of("[202,202]"), sql("SELECT count(*), count(DISTINCT _row_id) FROM " + table));
  }

  /** Such a file is read row by row, and its changed rows stay in a file of their own. */
  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void filesOfAnOlderPartitionSpecAreMovedToTheCurrentOne(int version) {
    String table = table("evolved_" + version, version, "");
    TestSession.rows(
        TestSession.withExtensions(), "ALTER TABLE " + table + " ADD PARTITION FIELD p");
    String id = version == 3 ? "_row_id" : "id";
    List<String> before = sql("SELECT id, " + id + " FROM " + table + " ORDER BY id");

    sql("UPDATE " + table + " SET v = -v WHERE id % 50 = 0");

    assertEquals(before, sql("SELECT id, " + id + " FROM " + table + " ORDER BY id"));
    assertEquals(
        List.of("[300," + (44850 - 2 * (50 + 100 + 150 + 200 + 250)) + "]"),
        sql("SELECT count(*), sum(v) FROM " + table));
    assertEquals(
        List.of("[1]"), sql("SELECT count(DISTINCT spec_id) FROM " + table + ".data_files"));
    assertEquals(Set.of(), left(table));
  }

  @Test
  void deletesFromBeforeAreTakenIn() {
    String table = table("mixed", 2, "");
    sql("ALTER TABLE " + table + " SET TBLPROPERTIES ('write.delete.mode'='merge-on-read')");
    sql("DELETE FROM " + table + " WHERE id % 10 = 1");
    sql("ALTER TABLE " + table + " SET TBLPROPERTIES ('format-version'='3')");
    sql("DELETE FROM " + table + " WHERE id % 10 = 2 AND id < 150");

    sql("UPDATE " + table + " SET v = 0 WHERE id % 10 = 5");

    assertEquals(
        List.of("[255,30]"), sql("SELECT count(*), count_if(id % 10 = 5 AND v = 0) FROM " + table));
    assertEquals(List.of("[0]"), sql("SELECT count(*) FROM " + table + ".delete_files"));
  }
}
