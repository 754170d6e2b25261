package io.firn.spark.rowlevel;

import static io.firn.spark.TestSession.rows;
import static io.firn.spark.TestSession.sql;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.firn.spark.HookedFileSystem;
import io.firn.spark.TestSession;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import scala.Option;

/** A MERGE whose join keys are known conflicts with rows of its keys only. */
class MergeKeysTest {
  private static final String UPSERT =
      "MERGE INTO %s t USING (SELECT id FROM range(%s)) s ON t.id = s.id"
          + " WHEN MATCHED THEN UPDATE SET v = t.v + 1000"
          + " WHEN NOT MATCHED THEN INSERT (id, p, v) VALUES (s.id, 'a', 0)";
  private static final String KEEP =
      "MERGE INTO %s t USING (SELECT id FROM range(%s)) s ON t.id = s.id"
          + " WHEN MATCHED AND t.v = 4 THEN UPDATE SET v = t.v + 1000";
  private static final String INSERT_ONLY =
      "MERGE INTO %s t USING (SELECT id FROM range(%s)) s ON t.id = s.id"
          + " WHEN NOT MATCHED THEN INSERT (id, p, v) VALUES (s.id, 'a', 0)";
  private static final String BY_SOURCE =
      UPSERT + " WHEN NOT MATCHED BY SOURCE AND t.id %% 100 > 40 THEN UPDATE SET v = -1";
  private static final Map<String, String> STATEMENTS =
      Map.of(
          "upsert",
          UPSERT,
          "keep or insert",
          KEEP + " WHEN NOT MATCHED THEN INSERT (id, p, v) VALUES (s.id, 'a', 0)",
          "keep",
          KEEP,
          "insert only",
          INSERT_ONLY,
          "insert either",
          INSERT_ONLY.replace("NOT MATCHED", "NOT MATCHED AND s.id < 25")
              + " WHEN NOT MATCHED THEN INSERT (id, p, v) VALUES (s.id, 'b', 1)",
          "by source",
          BY_SOURCE,
          "even",
          UPSERT.replace("t.id = s.id", "t.id = s.id AND t.id %% 2 = 0"),
          "delete",
          "DELETE FROM %s WHERE id IN (SELECT id FROM range(%s)) AND v >= 0",
          "append",
          "INSERT INTO %s SELECT id, 'a', 5 FROM range(%s)",
          "rename",
          "UPDATE %s SET id = id + 20 WHERE id = (SELECT min(id) FROM range(%s))");

  private static int tables;

  /** Quicker for few rows. */
  private static final Map<String, String> QUICK =
      Map.of(
          "spark.sql.codegen.wholeStage", "false",
          "spark.sql.codegen.factoryMode", "NO_CODEGEN",
          "spark.sql.optimizer.runtime.rowLevelOperationGroupFilter.enabled", "false");

  @AfterAll
  static void restoreSettings() {
    QUICK.keySet().forEach(TestSession.withExtensions().conf()::unset);
    TestSession.get();
  }

  @BeforeAll
  static void installCatalog() {
    HookedFileSystem.install();
    QUICK.forEach(TestSession.withExtensions().conf()::set);
    sql("CREATE NAMESPACE IF NOT EXISTS hooked.keys");
  }

  @AfterEach
  void everyHookRan() {
    assertEquals(0, HookedFileSystem.clear());
  }

  /** Ids 0 to 9 in one file of partition {@code a}, 10 to 19 in one of {@code b}; v is the id. */
  private static String table(String mode, String isolation) {
    String table = "hooked.keys.t" + tables++;
    String properties =
        List.of("delete", "update", "merge").stream()
            .map(
                s ->
                    "'write.%s.mode'='%s', 'write.%s.isolation-level'='%s'"
                        .formatted(s, mode, s, isolation))
            .collect(Collectors.joining(", "));
    sql(
        "CREATE TABLE %s (id BIGINT, p STRING, v INT) USING iceberg PARTITIONED BY (p) TBLPROPERTIES ('format-version'='%d', %s)"
            .formatted(table, mode.equals("merge-on-read") ? 3 : 2, properties));
    sql(
        "INSERT INTO %s SELECT id, if(id < 10, 'a', 'b'), int(id) FROM range(0, 20, 1, 1)"
            .formatted(table));
    return table;
  }

  private static void run(String statement, String range, String table) {
    rows(TestSession.withExtensions(), STATEMENTS.get(statement).formatted(table, range));
  }

  private static List<String> count(String table) {
    return sql("SELECT count(*), count(DISTINCT id), sum(v) FROM " + table);
  }

  private static String conflict(Runnable pending) {
    Exception e = assertThrows(Exception.class, pending::run, "no conflict");
    return TestSession.messageWith(e, "Cannot commit MERGE to ");
  }

  private static void overtake(String landed, String range, String table) {
    HookedFileSystem.beforeCreating("/data/", () -> run(landed, range, table));
  }

  /** At the end: rows, ids, and the sum of {@code v}, which was 190. */
  @ParameterizedTest
  @CsvSource({
    "copy-on-write, serializable, upsert, '3, 5', upsert, '6, 8', -, 20, 20, 4190",
    "merge-on-read, serializable, upsert, '8, 12', upsert, '12, 14', -, 20, 20, 6190",
    "copy-on-write, serializable, upsert, '30, 32', upsert, '32, 34', -, 24, 24, 190",
    "merge-on-read, serializable, upsert, '30, 32', upsert, '31, 33', row 0 with id = 31, 22, 22,"
        + " 190",
    "copy-on-write, serializable, upsert, '3, 5', delete, '7, 8', -, 19, 19, 2183",
    "merge-on-read, serializable, upsert, '3, 5', rename, '7, 8', -, 20, 20, 2190",
    "merge-on-read, serializable, upsert, '26, 29', rename, '7, 8', row 0 with id = 27, 20, 20,"
        + " 190",
    "merge-on-read, serializable, keep or insert, '3, 6', delete, '5, 6', row 5 with id = 5, 19,"
        + " 19, 185",
    "copy-on-write, serializable, keep or insert, '3, 6', delete, '5, 6', row 5 with id = 5, 19,"
        + " 19, 185",
    "merge-on-read, serializable, keep, '3, 6', delete, '5, 6', -, 19, 19, 1185",
    "copy-on-write, serializable, keep or insert, '3, 6', delete, '6, 7', -, 19, 19, 1184",
    "merge-on-read, serializable, upsert, '3, 5', append, '4, 5', row 0 with id = 4, 21, 20, 195",
    "merge-on-read, write-serializable, upsert, '3, 5', append, '4, 5', -, 21, 20, 2195",
    "copy-on-write, serializable, by source, '3, 5', append, '40, 41', -, 21, 21, 2195",
    "merge-on-read, serializable, by source, '3, 5', append, '140, 141', -, 21, 21, 2195",
    "copy-on-write, serializable, by source, '3, 5', append, '141, 142', row 0 with id = 141, 21,"
        + " 21, 195",
    "merge-on-read, serializable, by source, '3, 5', append, '41, 42', row 0 with id = 41, 21, 21,"
        + " 195",
    "merge-on-read, serializable, by source, '3, 5', append, '4, 5', row 0 with id = 4, 21, 20,"
        + " 195",
    "merge-on-read, serializable, even, '3, 7', append, '5, 6', -, 23, 20, 2195",
    "copy-on-write, serializable, even, '3, 7', append, '6, 7', row 0 with id = 6, 21, 20, 195",
    "copy-on-write, serializable, insert only, '18, 22', insert only, '22, 24', -, 24, 24, 190",
    "merge-on-read, serializable, insert only, '18, 22', insert only, '21, 24', row 0 with id = 21,"
        + " 23, 23, 190",
    "copy-on-write, write-serializable, insert only, '18, 22', insert only, '21, 24', row 0 with id"
        + " = 21, 23, 23, 190",
    "copy-on-write, snapshot, insert only, '18, 22', insert only, '21, 22', -, 23, 22, 190",
    "merge-on-read, serializable, insert either, '18, 30', insert only, '26, 27', row 0 with id ="
        + " 26, 21, 21, 190",
    "merge-on-read, serializable, insert only, '18, 22', delete, '19, 20', row 9 with id = 19, 19,"
        + " 19, 171",
    "copy-on-write, serializable, upsert, '21, 22', insert only, '20, 22', row 1 with id = 21, 22,"
        + " 22, 190",
  })
  void aMergeMeetsACommit(
      String mode,
      String isolation,
      String pending,
      String range,
      String landed,
      String landedRange,
      String conflict,
      long rows,
      long ids,
      long sum) {
    String table = table(mode, isolation);
    overtake(landed, landedRange, table);
    if (conflict.equals("-")) {
      run(pending, range, table);
    } else {
      String message = conflict(() -> run(pending, range, table));
      assertTrue(message.contains(conflict), message);
      assertEquals(List.of(), orphans(table));
    }
    assertEquals(List.of("[%d,%d,%d]".formatted(rows, ids, sum)), count(table));
  }

  @Test
  void aClauseForAllOtherRowsReadsEveryRow() {
    String table = table("copy-on-write", "serializable");
    overtake("append", "40, 41", table);
    String all = BY_SOURCE.replace(" AND t.id %% 100 > 40", "").formatted(table, "3, 5");
    String message = conflict(() -> rows(TestSession.withExtensions(), all));
    assertTrue(message.contains("its NOT MATCHED BY SOURCE clause reads every row"), message);
  }

  private static List<String> orphans(String table) {
    String name = table.substring(table.lastIndexOf('.') + 1);
    List<String> known =
        sql("SELECT file_path FROM " + table + ".all_files").stream()
            .map(f -> f.substring(f.lastIndexOf('/') + 1, f.length() - 1))
            .toList();
    return TestSession.files(HookedFileSystem.directory().resolve("keys/" + name + "/data"))
        .stream()
        .map(f -> f.substring(f.lastIndexOf('/') + 1))
        .filter(f -> !known.contains(f))
        .toList();
  }

  @Test
  void withoutTheExtensionFilesDecideAndTheMessageSaysSo() {
    String table = table("merge-on-read", "serializable");
    overtake("upsert", "6, 8", table);
    String message = conflict(() -> sql(UPSERT.formatted(table, "3, 5")));
    assertTrue(
        message.contains(
            "(its join keys are not known: set"
                + " spark.sql.extensions=io.firn.spark.FirnSparkSessionExtensions)"),
        message);
    overtake("insert only", "30, 31", table);
    sql(INSERT_ONLY.formatted(table, "30, 31"));
    assertEquals(List.of("[22,21,2190]"), count(table));
  }

  /** As it is for Apache Iceberg's connector. */
  @Test
  void withTheRebaseOffInsertsAreAPlainAppend() {
    String table = table("merge-on-read", "serializable");
    sql("ALTER TABLE " + table + " SET TBLPROPERTIES ('commit.rebase.enabled'='false')");
    overtake("insert only", "30, 31", table);
    run("insert only", "30, 31", table);
    assertEquals(List.of("[22,21,190]"), count(table));
  }

  /** In each of these plans Spark could keep source rows from the observer. */
  @ParameterizedTest
  @CsvSource({
    "spark.sql.adaptive.enabled, false",
    "spark.sql.autoBroadcastJoinThreshold, -1",
    "spark.sql.codegen.wholeStage, true",
  })
  void theKeysAreCompleteInEveryPlan(String setting, String value) {
    withSetting(
        setting,
        value,
        ignored -> {
          String table = table("merge-on-read", "serializable");
          overtake("append", "30, 31", table);
          String message = conflict(() -> run("upsert", "4, 31", table));
          assertTrue(message.contains("row 0 with id = 30"), message);
          overtake("append", "40, 41", table);
          run("upsert", "4, 20", table);
          assertEquals(List.of("[22,22,16200]"), count(table));
        });
  }

  /**
   * A sort-merge join whose other side has no rows in a partition does not look at the source
   * there: then the keys are not known, and the commit is careful. Whether it comes to that is up
   * to Spark.
   */
  @Test
  void keysThatSparkDidNotReadAreNotTakenForNone() {
    String table = table("merge-on-read", "serializable");
    String only3 =
        "MERGE INTO %s t USING (SELECT id FROM range(3, 40) GROUP BY id) s"
            + " ON t.id = s.id AND t.v = 3 WHEN MATCHED THEN UPDATE SET v = t.v + 1000";
    String landed = "INSERT INTO %s SELECT id, 'a', 3 FROM range(20, 40)";
    withSetting(
        "spark.sql.codegen.wholeStage",
        "true",
        none ->
            withSetting(
                "spark.sql.autoBroadcastJoinThreshold",
                "-1",
                ignored -> {
                  HookedFileSystem.beforeCreating("/data/", () -> sql(landed.formatted(table)));
                  String message =
                      conflict(() -> rows(TestSession.withExtensions(), only3.formatted(table)));
                  assertTrue(
                      message.contains("Spark did not read its source to the end")
                          || message.contains("row 0 with id = 20"),
                      message);
                }));
    assertEquals(List.of("[40,40,250]"), count(table));
  }

  private static void withSetting(String setting, String value, Consumer<String> body) {
    var conf = TestSession.withExtensions().conf();
    Option<String> before = conf.getOption(setting);
    conf.set(setting, value);
    try {
      body.accept(value);
    } finally {
      if (before.isEmpty()) {
        conf.unset(setting);
      } else {
        conf.set(setting, before.get());
      }
    }
  }
}
