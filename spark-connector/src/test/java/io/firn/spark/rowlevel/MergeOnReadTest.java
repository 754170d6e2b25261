package io.firn.spark.rowlevel;

import static io.firn.spark.TestSession.sql;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.firn.spark.TestSession;
import io.firn.spark.catalog.FirnTableRefs;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.hadoop.HadoopTables;
import org.apache.iceberg.types.Types;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.types.DataTypes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What merge-on-read statements leave in the table, file by file. */
class MergeOnReadTest {
  private static final String MODES =
      "'write.delete.mode'='merge-on-read', 'write.update.mode'='merge-on-read',"
          + " 'write.merge.mode'='merge-on-read'";

  /** Two data files with the ids 0 to 9 and 10 to 19. */
  private static String table(String name, int version, String more) {
    String table = "lake.mor." + name;
    sql("CREATE NAMESPACE IF NOT EXISTS lake.mor");
    sql(
        "CREATE TABLE %s (id BIGINT, v INT) USING iceberg TBLPROPERTIES ('format-version'='%d', %s%s)"
            .formatted(table, version, MODES, more));
    sql("INSERT INTO " + table + " SELECT id, int(id) FROM range(0, 10, 1, 1)");
    sql("INSERT INTO " + table + " SELECT id, int(id) FROM range(10, 20, 1, 1)");
    return table;
  }

  private static List<String> deletes(String table) {
    return sql(
        "SELECT file_format, record_count, referenced_data_file IS NOT NULL FROM "
            + table
            + ".delete_files ORDER BY record_count, file_path");
  }

  private static String count(String table) {
    return sql("SELECT count(*), sum(v) FROM " + table).get(0);
  }

  @Test
  void deletesOfOneDataFileAreInOneFileWhateverTheNumberOfStatements() {
    String table = table("by_file", 2, "");
    sql("DELETE FROM " + table + " WHERE id IN (1, 2, 11)");
    assertEquals(List.of("[PARQUET,1,true]", "[PARQUET,2,true]"), deletes(table));
    sql("DELETE FROM " + table + " WHERE id = 3");
    assertEquals(List.of("[PARQUET,1,true]", "[PARQUET,3,true]"), deletes(table));
    assertEquals("[16,173]", count(table));
  }

  @Test
  void deletesOfOnePartitionShareAFileWhenTheTableSaysSo() {
    String table = table("by_partition", 2, ", 'write.delete.granularity'='partition'");
    sql("DELETE FROM " + table + " WHERE id IN (1, 2, 11)");
    assertEquals(List.of("[PARQUET,3,false]"), deletes(table));
    sql("DELETE FROM " + table + " WHERE id = 3");
    assertEquals(List.of("[PARQUET,1,true]", "[PARQUET,3,false]"), deletes(table));
    assertEquals("[16,173]", count(table));
  }

  @Test
  void aDataFileHasOneVectorWhateverTheNumberOfStatements() {
    String table = table("vectors", 3, "");
    sql("DELETE FROM " + table + " WHERE id IN (1, 2, 11)");
    assertEquals(List.of("[PUFFIN,1,true]", "[PUFFIN,2,true]"), deletes(table));
    sql("UPDATE " + table + " SET v = 100 WHERE id = 3 OR id = 12");
    assertEquals(List.of("[PUFFIN,2,true]", "[PUFFIN,3,true]"), deletes(table));
    assertEquals("[17,361]", count(table));
  }

  @ParameterizedTest
  @ValueSource(strings = {"file", "partition"})
  void aVectorTakesInThePositionDeletesFromBeforeTheUpgrade(String granularity) {
    String table =
        table("upgraded_" + granularity, 2, ", 'write.delete.granularity'='" + granularity + "'");
    sql("DELETE FROM " + table + " WHERE id IN (1, 2, 11)");
    sql("ALTER TABLE " + table + " SET TBLPROPERTIES ('format-version'='3')");
    sql("DELETE FROM " + table + " WHERE id = 3");
    List<String> expected =
        granularity.equals("file")
            ? List.of("[PARQUET,1,true]", "[PUFFIN,3,true]")
            // The old file still has the delete of row 11.
            : List.of("[PARQUET,3,false]", "[PUFFIN,3,true]");
    assertEquals(expected.stream().sorted().toList(), deletes(table).stream().sorted().toList());
    assertEquals("[16,173]", count(table));
  }

  @Test
  void vectorsThatSeveralTasksWroteForOneFileBecomeOne() {
    String table =
        table(
            "split",
            3,
            ", 'write.delete.distribution-mode'='none', 'write.parquet.row-group-size-bytes'='4096',"
                + " 'write.parquet.page-row-limit'='100',"
                + " 'write.parquet.row-group-check-min-record-count'='100',"
                + " 'write.parquet.row-group-check-max-record-count'='100',"
                + " 'read.split.target-size'='8192', 'read.split.open-file-cost'='1',"
                + " 'read.split.adaptive-size.enabled'='false'");
    sql("INSERT INTO " + table + " SELECT hash(id) AS id, int(id) FROM range(20, 8020, 1, 1)");
    int splits = TestSession.get().table(table).where("v >= 20").javaRDD().getNumPartitions();
    assertTrue(splits > 1, "one split only");
    sql("DELETE FROM " + table + " WHERE v % 2 = 0 AND v >= 20 AND v < 8020");
    assertEquals(List.of("[PUFFIN,4000,true]"), deletes(table));
    assertEquals("[4020]", sql("SELECT count(*) FROM " + table).get(0));
    List<String> puffins =
        TestSession.files(TestSession.warehouse().resolve("mor/split/data")).stream()
            .filter(file -> file.endsWith(".puffin"))
            .toList();
    assertEquals(1, puffins.size(), puffins.toString());
  }

  @Test
  void deletesHaveTheSpecAndPartitionOfTheirDataFile() {
    String table = "lake.mor.evolved";
    sql("CREATE NAMESPACE IF NOT EXISTS lake.mor");
    sql(
        "CREATE TABLE %s (id BIGINT, v INT, p STRING) USING iceberg PARTITIONED BY (p) TBLPROPERTIES ('format-version'='2', %s)"
            .formatted(table, MODES));
    sql("INSERT INTO " + table + " VALUES (1, 1, 'a'), (2, 2, 'a'), (3, 3, 'b'), (4, 4, NULL)");
    sql("UPDATE " + table + " SET v = v + 10, p = 'c' WHERE id <> 1");
    assertEquals(
        List.of("[1,1,a]", "[2,12,c]", "[3,13,c]", "[4,14,c]"),
        sql("SELECT * FROM " + table + " ORDER BY id"));
    assertEquals(
        List.of("[[null],1]", "[[a],1]", "[[b],1]"),
        sql("SELECT partition, record_count FROM " + table + ".delete_files ORDER BY partition.p"));
  }

  @Test
  void aStatementThatMatchesNothingLeavesNoSnapshot() {
    String table = table("nothing", 3, "");
    long before = TestSession.snapshotId(table);
    sql("DELETE FROM " + table + " WHERE v * v = 2");
    sql("UPDATE " + table + " SET v = 1 WHERE v * v = 2");
    assertEquals(before, TestSession.snapshotId(table));
  }

  @Test
  void formatVersionOneIsRefused() {
    Schema schema = new Schema(Types.NestedField.optional(1, "id", Types.LongType.get()));
    new HadoopTables(new Configuration())
        .create(
            schema,
            PartitionSpec.unpartitioned(),
            Map.of("format-version", "1", "write.delete.mode", "merge-on-read"),
            TestSession.warehouse().resolve("mor/v1").toString());
    Exception e =
        assertThrows(Exception.class, () -> sql("DELETE FROM lake.mor.v1 WHERE id % 2 = 1"));
    String message = TestSession.messageWith(e, "Deletes are supported in V2 and above");
    assertTrue(message.contains("lake.mor.v1"), message);
  }

  @Test
  void aStatementThatFailsLeavesNoFileBehind() {
    String table = table("failing", 3, "");
    TestSession.get()
        .udf()
        .register(
            "mor_fail_late",
            (UDF1<Integer, Integer>)
                v -> {
                  if (v == 19) {
                    throw new IllegalStateException("told to fail");
                  }
                  return v + 1;
                },
            DataTypes.IntegerType);
    List<String> files = TestSession.files(TestSession.warehouse().resolve("mor/failing"));
    Exception e =
        assertThrows(Exception.class, () -> sql("UPDATE " + table + " SET v = mor_fail_late(v)"));
    TestSession.messageWith(e, "told to fail");
    assertEquals(files, TestSession.files(TestSession.warehouse().resolve("mor/failing")));

    Exception twice =
        assertThrows(
            Exception.class,
            () ->
                sql(
                    "MERGE INTO "
                        + table
                        + " t USING (SELECT id, v FROM "
                        + table
                        + " UNION ALL SELECT 3, 7) s ON t.id = s.id WHEN MATCHED THEN UPDATE SET v = s.v"));
    TestSession.messageWith(twice, "MERGE_CARDINALITY_VIOLATION");
    assertEquals(files, TestSession.files(TestSession.warehouse().resolve("mor/failing")));
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void aBranchIsChangedAndMainIsNot(int version) {
    String table = table("branched" + version, version, "");
    FirnTableRefs.branch(
        "lake", "mor", "branched" + version, "audit", TestSession.snapshotId(table));
    sql("DELETE FROM " + table + ".branch_audit WHERE id < 5");
    assertEquals("[20,190]", count(table));
    assertEquals("[15,180]", count(table + ".branch_audit"));
    assertEquals("[15,180]", count(table + " VERSION AS OF 'audit'"));
  }
}
