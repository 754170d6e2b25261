package io.firn.spark42;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The jar built for Spark 4.1, on Spark 4.2: one test for each part of Spark's interface it uses.
 */
class Spark42SmokeTest {
  @TempDir static Path warehouse;
  private static SparkSession spark;

  @BeforeAll
  static void startSpark() {
    spark =
        SparkSession.builder()
            .master("local[2]")
            .config("spark.ui.enabled", "false")
            .config("spark.sql.shuffle.partitions", "2")
            .config("spark.sql.extensions", "io.firn.spark.FirnSparkSessionExtensions")
            .config("spark.sql.catalog.lake", "io.firn.spark.FirnCatalog")
            .config("spark.sql.catalog.lake.type", "hadoop")
            .config("spark.sql.catalog.lake.warehouse", warehouse.toUri().toString())
            .getOrCreate();
    sql("CREATE NAMESPACE lake.db");
  }

  @AfterAll
  static void stopSpark() {
    spark.stop();
  }

  @BeforeEach
  void createTable() {
    sql("DROP TABLE IF EXISTS lake.db.t");
    sql(
        "CREATE TABLE lake.db.t (id BIGINT, day DATE, name STRING, tags ARRAY<STRING>)"
            + " USING iceberg PARTITIONED BY (days(day))");
    sql(
        "INSERT INTO lake.db.t VALUES (1, DATE '2026-01-01', 'a', array('x')),"
            + " (2, DATE '2026-01-01', 'b', null), (3, DATE '2026-01-02', 'c', array())");
  }

  @Test
  void thisIsSpark42() {
    assertEquals("4.2.0", spark.version());
  }

  @Test
  void rowsAreReadBackWithFiltersAndNestedColumns() {
    assertRows("SELECT id, tags[0] FROM lake.db.t WHERE day = DATE '2026-01-01'", "1,x", "2,null");
    assertRows("SELECT count(*) FROM lake.db.t WHERE name > 'a'", "2");
  }

  @Test
  void theSizeOfAnArrayOfStructsTakesOneField() {
    sql("CREATE TABLE lake.db.sized (items ARRAY<STRUCT<a: STRING, b: INT>>)");
    sql("INSERT INTO lake.db.sized VALUES (array(struct('x', 1), struct('y', 2))), (array())");
    String query = "SELECT size(items) FROM lake.db.sized";
    assertRows(query, "0", "2");
    String plan = spark.sql(query).queryExecution().executedPlan().toString();
    assertTrue(plan.matches("(?s).*size\\(items#\\d+\\.b.*"), plan);
    sql("DROP TABLE lake.db.sized PURGE");
  }

  @Test
  void tablesThatArePartitionedAlikeAreJoinedWithoutAShuffle() {
    for (String table : List.of("j1", "j2")) {
      sql("CREATE TABLE lake.db." + table + " (id BIGINT, v INT) PARTITIONED BY (bucket(4, id))");
      sql("INSERT INTO lake.db." + table + " SELECT id, int(id) FROM range(0, 20, 1, 1)");
      sql("INSERT INTO lake.db." + table + " SELECT id, int(id) FROM range(20, 40, 1, 1)");
    }
    spark.conf().set("spark.sql.autoBroadcastJoinThreshold", "-1");
    try {
      String join = "SELECT count(*) FROM lake.db.j1 a JOIN lake.db.j2 b ON a.id = b.id";
      assertRows(join, "40");
      String plan = spark.sql(join).queryExecution().executedPlan().toString();
      assertFalse(plan.contains("hashpartitioning"), plan);
    } finally {
      spark.conf().unset("spark.sql.autoBroadcastJoinThreshold");
      sql("DROP TABLE lake.db.j1 PURGE");
      sql("DROP TABLE lake.db.j2 PURGE");
    }
  }

  @Test
  void createTableAsSelectAndReplaceAreAtomic() {
    sql("CREATE OR REPLACE TABLE lake.db.c USING firn AS SELECT id FROM lake.db.t");
    sql("CREATE OR REPLACE TABLE lake.db.c USING firn AS SELECT id + 10 AS id FROM lake.db.c");
    assertRows("SELECT id FROM lake.db.c", "11", "12", "13");
    sql("DROP TABLE lake.db.c PURGE");
  }

  @Test
  void overwriteReplacesPartitions() {
    spark.conf().set("spark.sql.sources.partitionOverwriteMode", "dynamic");
    sql("INSERT OVERWRITE lake.db.t VALUES (9, DATE '2026-01-02', 'z', null)");
    assertRows("SELECT id FROM lake.db.t", "1", "2", "9");
  }

  @Test
  void branchesTagsAndPartitionFieldsAreStatements() {
    sql("ALTER TABLE lake.db.t CREATE BRANCH b RETAIN 5 DAYS");
    sql("INSERT INTO lake.db.t.branch_b VALUES (8, DATE '2026-01-02', 'x', null)");
    assertRows("SELECT id FROM lake.db.t", "1", "2", "3");
    sql("CALL lake.system.fast_forward('db.t', 'main', 'b')");
    assertRows("SELECT id FROM lake.db.t", "1", "2", "3", "8");
    sql("ALTER TABLE lake.db.t ADD PARTITION FIELD bucket(4, id)");
    Exception e =
        assertThrows(Exception.class, () -> sql("ALTER TABLE lake.db.t CREATE BRANCH b RETAIN x"));
    assertTrue(
        e.getMessage().contains("near 'x': expected a number of days, hours or minutes"),
        e.getMessage());
    assertTrue(e.getMessage().contains("(line 1, pos 45)"), e.getMessage());
  }

  @Test
  void rowsAreDeletedUpdatedAndMerged() {
    sql("UPDATE lake.db.t SET name = upper(name) WHERE id = 1");
    sql("DELETE FROM lake.db.t WHERE id = 2");
    sql(
        "MERGE INTO lake.db.t AS t USING (SELECT 3 AS id UNION ALL SELECT 4) AS s ON t.id = s.id"
            + " WHEN MATCHED THEN UPDATE SET name = 'merged'"
            + " WHEN NOT MATCHED THEN INSERT (id, day, name) VALUES (s.id, DATE '2026-01-03', 'new')");
    assertRows("SELECT id, name FROM lake.db.t", "1,A", "3,merged", "4,new");
  }

  /** Spark 4.2 has a node of its own for a MERGE that only inserts; it is checked all the same. */
  @Test
  void aMergeThatOnlyInsertsIsToldFromAnInsert() {
    sql(
        "MERGE INTO lake.db.t AS t USING (SELECT 3 AS id UNION ALL SELECT 4) AS s ON t.id = s.id"
            + " WHEN NOT MATCHED THEN INSERT (id, day, name) VALUES (s.id, DATE '2026-01-03', 'new')");
    assertRows("SELECT id FROM lake.db.t", "1", "2", "3", "4");
    assertRows(
        "SELECT count(*) FROM lake.db.t.snapshots WHERE summary['row-level-command'] = 'merge'",
        "1");
  }

  /** The source's id is narrower than the table's: the extensions cast it. */
  @Test
  void columnsEvolveWithMergesAndInserts() {
    sql(
        "MERGE WITH SCHEMA EVOLUTION INTO lake.db.t AS t USING"
            + " (SELECT 1 AS id, 'A' AS name, 5 AS extra) AS s ON t.id = s.id"
            + " WHEN MATCHED THEN UPDATE SET *");
    sql(
        "INSERT WITH SCHEMA EVOLUTION INTO lake.db.t BY NAME"
            + " SELECT 9L AS id, DATE '2026-01-03' AS day, 'i' AS name, 6 AS extra, 'm' AS more");
    assertRows(
        "SELECT id, name, extra, more FROM lake.db.t WHERE id IN (1, 2, 9)",
        "1,A,5,null",
        "2,b,null,null",
        "9,i,6,m");
    assertRows("SELECT typeof(id) FROM lake.db.t WHERE id = 1", "bigint");
  }

  /**
   * Parquet's own classes are newer here, too: those that copy columns are public, but not stable.
   */
  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void filesAreCompactedByColumnsAndByRows(int version) {
    sql(
        "ALTER TABLE lake.db.t SET TBLPROPERTIES ('format-version' = '"
            + version
            + "',"
            + " 'write.delete.mode' = 'merge-on-read')");
    sql(
        "INSERT INTO lake.db.t VALUES (4, DATE '2026-01-01', 'd', array('y', null)), (5, DATE '2026-01-01', 'e', null)");
    sql("DELETE FROM lake.db.t WHERE id IN (1, 4)");
    String call =
        "CALL lake.system.rewrite_data_files(table => 'db.t', %s options => map('rewrite-all', 'true'))";
    assertEquals(3, spark.sql(call.formatted("")).head().getInt(0));
    assertRows("SELECT id, name, tags FROM lake.db.t", "2,b,null", "3,c,ArraySeq()", "5,e,null");
    assertEquals(2, spark.sql(call.formatted("sort_order => 'id DESC',")).head().getInt(0));
    assertRows("SELECT id, name FROM lake.db.t", "2,b", "3,c", "5,e");
    assertRows("SELECT count(*) FROM lake.db.t.delete_files", "0");
  }

  @Test
  void aJoinLeavesOutWhatItsOtherSideHasNot() {
    sql("CREATE OR REPLACE TABLE lake.db.c USING firn AS SELECT id FROM lake.db.t WHERE id = 3");
    assertRows("SELECT t.name FROM lake.db.t t JOIN lake.db.c c ON t.id = c.id", "c");
    sql("DROP TABLE lake.db.c PURGE");
  }

  @Test
  void columnsAreAddedRenamedAndDropped() {
    sql("ALTER TABLE lake.db.t ADD COLUMN extra INT");
    sql("ALTER TABLE lake.db.t RENAME COLUMN name TO label");
    sql("ALTER TABLE lake.db.t DROP COLUMN tags");
    assertRows("SELECT * FROM lake.db.t WHERE id = 1", "1,2026-01-01,a,null");
  }

  @Test
  void snapshotsAreListedTravelledToAndRolledBack() {
    long first = spark.sql("SELECT snapshot_id FROM lake.db.t.snapshots").head().getLong(0);
    sql("INSERT INTO lake.db.t (id) VALUES (7)");
    assertRows("SELECT count(*) FROM lake.db.t VERSION AS OF " + first, "3");
    assertRows("SELECT count(*) FROM lake.db.t", "4");
    sql("CALL lake.system.rollback_to_snapshot('db.t', " + first + ")");
    assertRows("SELECT count(*) FROM lake.db.t", "3");
  }

  @Test
  void metadataTablesAndColumnsAreRead() {
    assertRows("SELECT record_count FROM lake.db.t.files", "1", "2");
    assertRows("SELECT DISTINCT _pos FROM lake.db.t", "0", "1");
    assertRows("SELECT type FROM lake.db.t.refs", "BRANCH");
  }

  @Test
  void aTableIsReadByItsPath() {
    String location = warehouse.resolve("db").resolve("t").toString();
    assertEquals(3, spark.read().format("firn").load(location).count());
  }

  @Test
  void variantsAndDefaultsOfFormatVersion3AreRead() {
    sql(
        "CREATE TABLE lake.db.v (id INT, v VARIANT) USING iceberg"
            + " TBLPROPERTIES ('format-version' = '3')");
    sql("INSERT INTO lake.db.v SELECT 1, parse_json('{\"a\": 5}')");
    sql("ALTER TABLE lake.db.v ADD COLUMN n INT DEFAULT 8");
    assertRows("SELECT variant_get(v, '$.a', 'int'), n FROM lake.db.v", "5,8");
    sql("DROP TABLE lake.db.v PURGE");
  }

  private static void sql(String statement) {
    spark.sql(statement);
  }

  private static void assertRows(String query, String... rows) {
    List<Row> found = spark.sql(query).collectAsList();
    assertEquals(List.of(rows), found.stream().map(row -> row.mkString(",")).sorted().toList());
  }
}
