package io.firn.spark.rowlevel;

import static io.firn.spark.TestSession.sql;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.firn.spark.HookedFileSystem;
import io.firn.spark.TestSession;
import io.firn.spark.WriteNode;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.spark.SparkExecutorInfo;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.types.DataTypes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Statements that another commit meets on its way, with whole files deciding: which of them go
 * through, what the others say, and that a failed one leaves nothing behind.
 */
class RacingStatementsTest {
  private static final String FOUND = "Found conflicting files that can contain records matching";
  private static final Map<String, String> PHRASES =
      Map.of(
          "files", FOUND,
          "missing", "Missing required files to delete",
          "vector", "Found new conflicting delete files that can apply to records matching");
  private static final Map<String, String> STATEMENTS =
      Map.of(
          "delete",
          "DELETE FROM %s WHERE p = 'a' AND id < 5 AND pmod(v, 2) = 0",
          "update",
          "UPDATE %s SET v = v + 1000 WHERE p = 'a' AND id < 5",
          "merge",
          "MERGE INTO %s t USING (SELECT id FROM range(3, 5)) s ON t.id = s.id AND t.p = 'a' AND t.id < 5"
              + " WHEN MATCHED THEN UPDATE SET v = v + 1000"
              + " WHEN NOT MATCHED THEN INSERT (id, p, v) VALUES (s.id, 'a', 0)",
          "append to a",
          "INSERT INTO %s VALUES (4, 'a', 400)",
          "append high ids to a",
          "INSERT INTO %s VALUES (40, 'a', 400)",
          "append to b",
          "INSERT INTO %s VALUES (4, 'b', 400)",
          "update in a",
          "UPDATE %s SET v = v + 1 WHERE p = 'a' AND id = 7",
          "update in b",
          "UPDATE %s SET v = v + 1 WHERE p = 'b' AND id = 17",
          "replace b",
          "INSERT OVERWRITE %s PARTITION (p = 'b') SELECT 4, 4");

  private static int tables;

  @BeforeAll
  static void installCatalog() {
    HookedFileSystem.install();
    sql("CREATE NAMESPACE IF NOT EXISTS hooked.race");
  }

  @AfterEach
  void everyHookRan() {
    assertEquals(0, HookedFileSystem.clear());
  }

  /** Two partitions of one file each: ids 0 to 9 in {@code a}, 10 to 19 in {@code b}. */
  private static String table(int version, String mode, String isolation) {
    String table = "hooked.race.t" + tables++;
    String properties =
        List.of("delete", "update", "merge").stream()
            .map(
                s ->
                    "'write.%s.mode'='%s', 'write.%s.isolation-level'='%s'"
                        .formatted(s, mode, s, isolation))
            .collect(Collectors.joining(", "));
    sql(
        "CREATE TABLE %s (id BIGINT, p STRING, v INT) USING iceberg PARTITIONED BY (p) TBLPROPERTIES ('format-version'='%d', 'commit.rebase.enabled'='false', %s)"
            .formatted(table, version, properties));
    sql(
        "INSERT INTO %s SELECT id, if(id < 10, 'a', 'b'), int(id) FROM range(0, 20, 1, 1)"
            .formatted(table));
    return table;
  }

  private static String statement(String name, String table) {
    return STATEMENTS.get(name).formatted(table);
  }

  private static List<String> rows(String table) {
    return sql("SELECT * FROM " + table + " ORDER BY id, p, v");
  }

  /** Files of the table's data directory that no snapshot refers to. */
  static List<String> orphans(String table) {
    String name = table.substring(table.lastIndexOf('.') + 1);
    TreeSet<String> files = new TreeSet<>();
    TestSession.files(HookedFileSystem.directory().resolve("race/" + name + "/data"))
        .forEach(f -> files.add(f.substring(f.lastIndexOf('/') + 1)));
    sql("SELECT file_path FROM " + table + ".all_files")
        .forEach(f -> files.remove(f.substring(f.lastIndexOf('/') + 1, f.length() - 1)));
    return List.copyOf(files);
  }

  /** At the end: how many rows there are, and the sum of their {@code v}, which was 190. */
  @ParameterizedTest
  @CsvSource({
    "copy-on-write, serializable, update, append to a, files, 21, 590",
    "copy-on-write, serializable, merge, append high ids to a, -, 21, 2590",
    "copy-on-write, serializable, delete, append to b, -, 18, 584",
    "copy-on-write, serializable, merge, update in a, files, 20, 191",
    "copy-on-write, serializable, update, replace b, -, 11, 5049",
    "copy-on-write, snapshot, delete, append to a, -, 18, 584",
    "copy-on-write, snapshot, update, update in a, missing, 20, 191",
    "copy-on-write, snapshot, merge, update in b, -, 20, 2191",
    "copy-on-write, write-serializable, merge, append to a, -, 21, 2590",
    "copy-on-write, write-serializable, delete, update in a, files, 20, 191",
    "merge-on-read, serializable, merge, append to a, files, 21, 590",
    "merge-on-read, serializable, delete, update in b, -, 17, 185",
    "merge-on-read, snapshot, update, append to a, -, 21, 5590",
    "merge-on-read, snapshot, update, update in a, vector, 20, 191",
    "merge-on-read, write-serializable, update, append to a, -, 21, 5590",
    "merge-on-read, write-serializable, merge, update in a, vector, 20, 191",
  })
  void aStatementMeetsACommit(
      String mode,
      String isolation,
      String pending,
      String landed,
      String conflict,
      long rows,
      long sum) {
    String table = table(mode.equals("merge-on-read") ? 3 : 2, mode, isolation);
    HookedFileSystem.beforeCreating("/data/", () -> sql(statement(landed, table)));
    if (conflict.equals("-")) {
      sql(statement(pending, table));
    } else {
      Exception e =
          assertThrows(Exception.class, () -> sql(statement(pending, table)), "no conflict");
      String message = TestSession.messageWith(e, PHRASES.get(conflict));
      assertTrue(
          message.startsWith(
              "Cannot commit " + pending.toUpperCase(Locale.ROOT) + " to " + table + ": "),
          message);
      assertTrue(message.contains(" by snapshot " + TestSession.snapshotId(table)), message);
      assertTrue(message.endsWith("Run it again on the new data."), message);
    }
    assertEquals(List.of("[" + rows + "," + sum + "]"), count(table));
    assertEquals(List.of(), orphans(table));
  }

  /** The row is in a file that the MERGE leaves as it is. */
  @ParameterizedTest
  @CsvSource({
    "columns, serializable, true",
    "rows, serializable, true",
    "columns, snapshot, false",
  })
  void aMergeMeetsTheDeletionOfARowThatItMatchedAndLeft(
      String carryMode, String isolation, boolean fails) {
    String table = table(2, "copy-on-write", isolation);
    sql(
        "ALTER TABLE %s SET TBLPROPERTIES ('write.copy-on-write.carry-mode'='%s', 'write.delete.mode'='merge-on-read')"
            .formatted(table, carryMode));
    String merge =
        "MERGE INTO %s t USING (SELECT id FROM range(3, 15, 11)) s ON t.id = s.id WHEN MATCHED AND t.id = 3 THEN UPDATE SET v = v + 1000 WHEN NOT MATCHED THEN INSERT (id, p, v) VALUES (s.id, 'b', 0)"
            .formatted(table);
    HookedFileSystem.beforeNextCommit(() -> sql("DELETE FROM " + table + " WHERE id = 14"));
    if (fails) {
      Exception e = assertThrows(Exception.class, () -> sql(merge));
      assertTrue(TestSession.messageWith(e, "delete").contains(table), e.toString());
      assertEquals(List.of("[19,176]"), count(table));
    } else {
      sql(merge);
      assertEquals(List.of("[19,1176]"), count(table));
    }
    assertEquals(List.of(), orphans(table));
  }

  private static List<String> count(String table) {
    return sql("SELECT count(*), sum(v) FROM " + table);
  }

  @Test
  void aLostSwapIsTriedAgainWithTheSameDataFiles() {
    String table = table(2, "copy-on-write", "serializable");
    HookedFileSystem.beforeNextCommit(() -> sql(statement("append to b", table)));
    Map<String, Long> metrics = WriteNode.metricsOf(statement("update", table));
    assertEquals(2, metrics.get("commitAttempts"));
    assertEquals(1, metrics.get("addedDataFiles"));
    assertEquals(10, metrics.get("addedRecords"));
    assertEquals(1, metrics.get("removedDataFiles"));
    assertEquals(10, metrics.get("removedRecords"));
    assertTrue(metrics.get("addedFileSizeInBytes") > 100, metrics.toString());
    assertEquals(List.of(), orphans(table));
    // 190 before, 5 rows with 1000 more, and the other writer's 400.
    assertEquals(List.of("[21,5590]"), count(table));
  }

  @Test
  void aCommitThatMeetsAConflictInItsSecondAttemptLeavesNothing() {
    String table = table(3, "merge-on-read", "serializable");
    HookedFileSystem.beforeNextCommit(() -> sql(statement("append to a", table)));
    Exception e = assertThrows(Exception.class, () -> sql(statement("update", table)));
    TestSession.messageWith(e, FOUND);
    assertEquals(List.of(), orphans(table));
    assertEquals(List.of("[append]", "[append]"), operations(table));
  }

  private static List<String> operations(String table) {
    return sql("SELECT operation FROM " + table + ".snapshots ORDER BY committed_at");
  }

  @Test
  void aTaskThatFailsLeavesTheTableAsItWas() {
    TestSession.get()
        .udf()
        .register(
            "cow_fail_late",
            (UDF1<Integer, Integer>)
                v -> {
                  if (v == 9) {
                    throw new IllegalStateException("told to fail");
                  }
                  return v + 1;
                },
            DataTypes.IntegerType);
    String table = table(2, "copy-on-write", "serializable");
    List<String> before = rows(table);
    Exception update =
        assertThrows(Exception.class, () -> sql("UPDATE " + table + " SET v = cow_fail_late(v)"));
    TestSession.messageWith(update, "told to fail");
    Exception merge =
        assertThrows(
            Exception.class,
            () ->
                sql(
                    "MERGE INTO "
                        + table
                        + " t USING (SELECT id FROM range(30)) s ON t.id = s.id"
                        + " WHEN MATCHED THEN UPDATE SET v = cow_fail_late(t.v)"
                        + " WHEN NOT MATCHED THEN INSERT (id, p, v) VALUES (s.id, 'c', 1)"));
    TestSession.messageWith(merge, "told to fail");
    awaitTasks();
    assertEquals(before, rows(table));
    assertEquals(List.of(), orphans(table));
    assertEquals(List.of("[append]"), operations(table));
  }

  @Test
  void aKilledStatementLeavesTheTableAsItWas() {
    String table = table(2, "copy-on-write", "serializable");
    List<String> before = rows(table);
    HookedFileSystem.beforeCreating(
        "/data/",
        () -> {
          TestSession.get().sparkContext().cancelAllJobs();
          while (TestSession.get().sparkContext().statusTracker().getActiveJobIds().length > 0) {
            Thread.onSpinWait();
          }
        });
    assertThrows(Exception.class, () -> sql(statement("update", table)));
    awaitTasks();
    assertEquals(before, rows(table));
    assertEquals(List.of(), orphans(table));
  }

  /** Tasks of a failed job end on their own. */
  private static void awaitTasks() {
    while (runningTasks() > 0) {
      Thread.onSpinWait();
    }
  }

  private static int runningTasks() {
    int running = 0;
    for (SparkExecutorInfo info :
        TestSession.get().sparkContext().statusTracker().getExecutorInfos()) {
      running += info.numRunningTasks();
    }
    return running;
  }

  @ParameterizedTest
  @CsvSource({"copy-on-write", "merge-on-read"})
  void aMergeTellsWhatEachClauseDid(String mode) {
    String table = table(3, mode, "serializable");
    sql(
        "MERGE INTO "
            + table
            + " t USING (SELECT id FROM range(5, 25)) s ON t.id = s.id"
            + " WHEN MATCHED AND t.id = 6 THEN DELETE"
            + " WHEN MATCHED AND t.id < 9 THEN UPDATE SET v = 0"
            + " WHEN NOT MATCHED THEN INSERT (id, p, v) VALUES (s.id, 'c', 1)"
            + " WHEN NOT MATCHED BY SOURCE AND t.id < 2 THEN DELETE"
            + " WHEN NOT MATCHED BY SOURCE AND t.id = 2 THEN UPDATE SET v = 0");
    Map<String, String> expected =
        Map.of(
            "deleted", "3",
            "updated", "4",
            "inserted", "5",
            "matched-updated", "3",
            "matched-deleted", "1",
            "not-matched-by-source-updated", "1",
            "not-matched-by-source-deleted", "2",
            "copied", mode.equals("copy-on-write") ? "3" : "0");
    expected.forEach(
        (clause, count) ->
            assertEquals(
                List.of("[" + count + "]"),
                sql(
                    "SELECT summary['spark.merge-into.num-target-rows-%s'] FROM %s.snapshots WHERE parent_id IS NOT NULL"
                        .formatted(clause, table)),
                clause));
  }

  @Test
  void aWrongIsolationLevelIsNamed() {
    String table = table(2, "copy-on-write", "repeatable-read");
    Exception e = assertThrows(Exception.class, () -> sql(statement("update", table)));
    assertEquals(
        "Invalid isolation level 'repeatable-read' of table property write.update.isolation-level:"
            + " use serializable, snapshot or write-serializable",
        TestSession.messageWith(e, "isolation level"));
  }
}
