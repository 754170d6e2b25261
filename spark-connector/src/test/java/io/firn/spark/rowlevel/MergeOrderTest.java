package io.firn.spark.rowlevel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.firn.spark.TestSession;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** In which order a MERGE leaves its new rows, whatever order they come in. */
class MergeOrderTest {
  private static final String SCRAMBLED = "(id * 7919) % 2000";

  @AfterAll
  static void activatePlainSession() {
    TestSession.get();
  }

  private static List<String> run(String statement) {
    return TestSession.rows(TestSession.withExtensions(), statement);
  }

  /**
   * Keys 0 to 999 in no order, of which `place` tells the place; `a.key` is a name that needs
   * quotes.
   */
  private static String table(String name, int version, String mode, String more) {
    String table = "lake.merge_order." + name;
    run("CREATE NAMESPACE IF NOT EXISTS lake.merge_order");
    run(
        "CREATE TABLE %s (place BIGINT, `a.key` INT, w INT) USING iceberg TBLPROPERTIES ('format-version'='%d', 'write.merge.mode'='%s'%s)"
            .formatted(table, version, mode, more));
    run(
        "INSERT INTO %s SELECT id, int(%s), 0 FROM range(0, 2000, 1, 1) WHERE %s < 1000"
            .formatted(table, SCRAMBLED, SCRAMBLED));
    return table;
  }

  /** Changes every tenth row and inserts the keys from 1000. */
  private static void merge(String table) {
    run(
        """
        MERGE INTO %s t USING (SELECT int(%s) AS k FROM range(0, 2000, 1, 2)) s ON t.`a.key` = s.k
          WHEN MATCHED AND s.k %% 10 = 0 THEN UPDATE SET w = 1
          WHEN NOT MATCHED THEN INSERT (place, `a.key`, w) VALUES (-1, s.k, 2)"""
            .formatted(table, SCRAMBLED));
  }

  private static List<String> numbers(String query) {
    return run(query).stream().map(row -> row.substring(1, row.length() - 1)).toList();
  }

  private static Stream<String> range(int from, int to, int step) {
    return IntStream.iterate(from, i -> i < to, i -> i + step).mapToObj(String::valueOf);
  }

  @ParameterizedTest
  @CsvSource({"2, merge-on-read", "3, merge-on-read", "2, copy-on-write", "3, copy-on-write"})
  void insertedRowsAreInTheOrderOfTheirKey(int version, String mode) {
    String table = table("keys_" + version + "_" + mode.charAt(0), version, mode, "");
    merge(table);
    assertEquals(
        range(1000, 2000, 1).toList(),
        numbers("SELECT `a.key` FROM " + table + " WHERE w = 2 ORDER BY _file, _pos"));
    assertEquals(
        List.of("1"), numbers("SELECT count(DISTINCT _file) FROM " + table + " WHERE w = 2"));
    List<String> changed =
        numbers("SELECT place FROM " + table + " WHERE w = 1 ORDER BY _file, _pos");
    assertEquals(100, changed.size());
    assertEquals(
        changed.stream().map(Integer::valueOf).sorted().map(String::valueOf).toList(), changed);
    assertEquals(List.of("2000,1999000"), numbers("SELECT count(*), sum(`a.key`) FROM " + table));
  }

  @Test
  void theTablesOwnOrderComesFirst() {
    String table = table("own", 3, "merge-on-read", "");
    run("ALTER TABLE " + table + " WRITE LOCALLY ORDERED BY `a.key` DESC");
    merge(table);
    assertEquals(
        range(0, 1000, 1).map(i -> String.valueOf(1999 - Integer.parseInt(i))).toList(),
        numbers("SELECT `a.key` FROM " + table + " WHERE w = 2 ORDER BY _file, _pos"));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void whoWritesToManyFilesAtOnceDoesNotSort(boolean fanout) {
    String table =
        table(
            "fanout_" + fanout,
            3,
            "merge-on-read",
            ", 'write.spark.fanout.enabled'='" + fanout + "'");
    assertEquals(
        !fanout,
        sorts(
            table, "WHEN MATCHED THEN DELETE WHEN NOT MATCHED THEN INSERT (`a.key`) VALUES (s.k)"));
  }

  @Test
  void withoutInsertedRowsNothingIsSorted() {
    assertFalse(
        sorts(table("matched", 2, "merge-on-read", ""), "WHEN MATCHED THEN UPDATE SET w = s.k"));
  }

  private static boolean sorts(String table, String clauses) {
    String plan =
        run("EXPLAIN EXTENDED MERGE INTO %s t USING (SELECT int(id) AS k FROM range(10)) s ON t.`a.key` = s.k %s"
                .formatted(table, clauses))
            .get(0);
    return plan.substring(plan.indexOf("== Optimized Logical Plan ==")).contains("Sort [_file");
  }
}
