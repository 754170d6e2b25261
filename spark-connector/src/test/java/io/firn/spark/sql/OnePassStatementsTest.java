package io.firn.spark.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.firn.spark.TestSession;
import java.util.List;
import java.util.stream.Stream;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Copy-on-write statements whose rows need not be put together again by a shuffle and a sort. */
final class OnePassStatementsTest {
  private static final SparkSession SESSION = TestSession.withExtensions();
  private static final String IDS = "(SELECT id FROM range(100))";

  @BeforeAll
  static void createNamespace() {
    run("CREATE NAMESPACE IF NOT EXISTS lake.one_pass");
  }

  @AfterAll
  static void activatePlainSession() {
    TestSession.get();
  }

  private static List<String> run(String statement) {
    return TestSession.rows(TestSession.withExtensions(), statement);
  }

  /** A table of ten rows in each of three files. */
  private static String table(String name, String clause, String properties) {
    String table = "lake.one_pass." + name;
    run(
        "CREATE TABLE %s (id BIGINT, v BIGINT) USING iceberg %s TBLPROPERTIES ('write.delete.mode'='copy-on-write', 'write.update.mode'='copy-on-write', 'write.copy-on-write.carry-mode'='rows' %s)"
            .formatted(table, clause, properties));
    for (int from = 0; from < 30; from += 10) {
      run(
          "INSERT INTO %s SELECT /*+ COALESCE(1) */ id, id FROM range(%d, %d)"
              .formatted(table, from, from + 10));
    }
    return table;
  }

  /** The steps of the plan that move or sort rows. */
  private static List<String> moves(String statement) {
    String plan = SESSION.sql("EXPLAIN EXTENDED " + statement).head().getString(0);
    String optimized = plan.substring(plan.indexOf("== Optimized Logical Plan =="));
    return Stream.of("RebalancePartitions", "Sort [").filter(optimized::contains).toList();
  }

  @Test
  void deleteAndUpdateByAConditionMoveNoRows() {
    String table = table("plain", "", "");

    assertEquals(List.of(), moves("DELETE FROM " + table + " WHERE id % 7 = 3"));
    assertEquals(List.of(), moves("UPDATE " + table + " SET v = v + 1 WHERE id % 7 = 3"));
  }

  @Test
  void whereFilesAreCopiedOnlyNewRowsOfPartitionsAreMoved() {
    String table = table("copied", "", "");
    String partitioned = table("copied_p", "PARTITIONED BY (bucket(2, id))", "");
    for (String name : List.of(table, partitioned)) {
      run("ALTER TABLE " + name + " UNSET TBLPROPERTIES ('write.copy-on-write.carry-mode')");
    }

    assertEquals(List.of(), moves("DELETE FROM " + table + " WHERE id % 7 = 3"));
    assertEquals(List.of(), moves("UPDATE " + table + " SET v = v + 1 WHERE id % 7 = 3"));
    assertEquals(List.of(), moves("DELETE FROM " + partitioned + " WHERE id % 7 = 3"));
    assertEquals(
        List.of("RebalancePartitions", "Sort ["),
        moves("UPDATE " + partitioned + " SET v = v + 1 WHERE id % 7 = 3"));
    assertEquals(
        List.of("RebalancePartitions", "Sort ["),
        moves("UPDATE %s SET v = 1 WHERE id IN %s".formatted(table, IDS)));

    run("UPDATE " + table + " SET v = v + 1 WHERE id % 7 = 3");
    run("DELETE FROM " + table + " WHERE id % 7 = 3 AND id > 5");
    run("UPDATE " + table + " SET v = v + 100");
    assertEquals(List.of("[27,3085]"), run("SELECT count(*), sum(v) FROM " + table));
  }

  @Test
  void rowsThatMayComeThroughAJoinArePutTogether() {
    String table = table("joined", "", "");
    List<String> both = List.of("RebalancePartitions", "Sort [");

    assertEquals(both, moves("DELETE FROM %s WHERE id IN %s".formatted(table, IDS)));
    assertEquals(both, moves("UPDATE %s SET v = 1 WHERE id IN %s".formatted(table, IDS)));
    assertEquals(
        both,
        moves(
            "UPDATE %s t SET v = (SELECT max(r.id) FROM range(9) r WHERE r.id = t.id) WHERE id = 1"
                .formatted(table)));
  }

  @Test
  void whoWantsRowsSpreadOrSortedGetsThat() {
    List<String> both = List.of("RebalancePartitions", "Sort [");
    String chosen = table("chosen", "", ", 'write.delete.distribution-mode'='hash'");
    String partitioned = table("partitioned", "PARTITIONED BY (bucket(2, id))", "");
    String sorted = table("sorted", "", "");
    run("ALTER TABLE " + sorted + " WRITE ORDERED BY v");

    assertEquals(both, moves("DELETE FROM " + chosen + " WHERE id % 7 = 3"));
    assertEquals(both, moves("DELETE FROM " + partitioned + " WHERE v % 7 = 3"));
    assertEquals(both, moves("DELETE FROM " + sorted + " WHERE id % 7 = 3"));
  }

  @Test
  void rowsKeepTheOrderOfTheirFiles() {
    String table = table("order", "", "");

    run("DELETE FROM " + table + " WHERE id % 7 = 3");
    run("UPDATE " + table + " SET v = -v WHERE id % 5 = 0");

    assertEquals(
        List.of(
            "[0,1,0 1 2 4 5 6 7 8 9]",
            "[1,1,11 12 13 14 15 16 18 19]",
            "[2,1,20 21 22 23 25 26 27 28 29]"),
        run(
            "SELECT id DIV 10, count(DISTINCT _file), array_join(transform(array_sort(collect_list(struct(_pos, id))), r -> r.id), ' ') FROM (SELECT *, _file, _pos FROM "
                + table
                + ") GROUP BY id DIV 10 ORDER BY 1"));
    assertEquals(List.of("[-65]"), run("SELECT sum(v) FROM " + table + " WHERE id % 5 = 0"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"rows", "columns"})
  void aFileThatIsReadInPiecesByOthersStaysOneFile(String carryMode) {
    String table = "lake.one_pass.pieces_" + carryMode;
    run(
        "CREATE TABLE "
            + table
            + " (id BIGINT, v BIGINT) USING iceberg TBLPROPERTIES"
            + " ('write.parquet.row-group-size-bytes'='4096', 'write.parquet.page-row-limit'='100',"
            + " 'write.parquet.row-group-check-min-record-count'='100',"
            + " 'write.parquet.row-group-check-max-record-count'='100',"
            + " 'read.split.target-size'='8192', 'read.split.open-file-cost'='1',"
            + " 'read.split.adaptive-size.enabled'='false', 'write.copy-on-write.carry-mode'='"
            + carryMode
            + "')");
    run("INSERT INTO " + table + " SELECT id, hash(id) FROM range(0, 6000, 1, 1)");
    assertTrue(SESSION.table(table).rdd().getNumPartitions() > 1);

    run("DELETE FROM " + table + " WHERE id % 100 = 3");

    assertEquals(
        List.of("[1,5940]"), run("SELECT count(*), sum(record_count) FROM " + table + ".files"));

    run("UPDATE " + table + " SET v = -1 WHERE id % 1000 = 7");
    assertEquals(
        List.of("[1,5940]"), run("SELECT count(*), sum(record_count) FROM " + table + ".files"));
    assertEquals(
        List.of("[6,5940]"),
        run("SELECT count_if(v = -1 AND id % 1000 = 7), count(DISTINCT id) FROM " + table));
  }
}
