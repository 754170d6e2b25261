package io.firn.procedures;

import static io.firn.spark.TestSession.messageWith;
import static io.firn.spark.TestSession.sql;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.firn.spark.TestSession;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.logging.log4j.Level;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.types.DataTypes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RewriteDataFilesTest {
  private static final String T = "lake.compact.t";
  private static volatile CountDownLatch reached = new CountDownLatch(0);
  private static volatile CountDownLatch goOn = new CountDownLatch(0);

  @BeforeEach
  void createNamespace() {
    sql("CREATE NAMESPACE lake.compact");
  }

  @AfterEach
  void dropNamespace() {
    sql("DROP NAMESPACE lake.compact CASCADE");
  }

  /** Six files with ten rows each. */
  private static void table(int version, String mode, String partitioning) {
    sql(
        "CREATE TABLE %s (id BIGINT, v INT, p STRING) USING iceberg %s TBLPROPERTIES ('format-version'='%d', 'write.delete.mode'='%s', 'write.update.mode'='%s', 'write.merge.mode'='%s')"
            .formatted(T, partitioning, version, mode, mode, mode));
    for (int i = 0; i < 6; i++) {
      sql(
          "INSERT INTO %s SELECT id, int(id), 'p' FROM range(%d, %d, 1, 1)"
              .formatted(T, i * 10, i * 10 + 10));
    }
  }

  private static List<String> rows() {
    return sql("SELECT id, v, p FROM " + T + " ORDER BY id");
  }

  @ParameterizedTest
  @CsvSource({"2,''", "3,''", "3,PARTITIONED BY (p)"})
  void smallFilesBecomeOneAndKeepTheirRows(int version, String partitioning) {
    table(version, "merge-on-read", partitioning);
    sql("DELETE FROM " + T + " WHERE id IN (3, 17, 18)");
    List<String> before = rows();
    List<String> ids =
        version == 3 ? sql("SELECT id, _row_id FROM " + T + " ORDER BY id") : List.of();
    Row result = TestSession.get().sql("CALL lake.system.rewrite_data_files('compact.t')").head();
    assertEquals(6, result.getInt(0));
    assertEquals(1, result.getInt(1));
    assertTrue(result.getLong(2) > 0);
    assertEquals(0, result.getInt(3));
    assertEquals(2, result.getInt(4));
    assertTrue(result.getString(5).endsWith("-row-map.avro"), result.getString(5));
    // One run a file, but for the files with deletes in the middle.
    assertEquals(8, result.getLong(6));
    assertEquals(before, rows());
    if (version == 3) {
      assertEquals(ids, sql("SELECT id, _row_id FROM " + T + " ORDER BY id"));
    }
    assertEquals(List.of("[57]"), sql("SELECT record_count FROM " + T + ".files"));
    assertEquals(
        List.of("[replace]"),
        sql("SELECT operation FROM " + T + ".snapshots ORDER BY committed_at DESC LIMIT 1"));
    assertEquals(
        List.of("[0,0,0,0,0,null,null,null]"),
        sql("CALL lake.system.rewrite_data_files('compact.t')"));
  }

  /** Whoever looks at rows only would not notice that all of them had been decoded and encoded. */
  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void columnsAreTakenWithoutDecodingRows(int version) {
    table(version, "merge-on-read", "");
    sql("DELETE FROM " + T + " WHERE id = 17");
    try (LoggedLines merges = LoggedLines.of("io.firn.spark.write.MergedFiles", Level.DEBUG)) {
      sql("CALL lake.system.rewrite_data_files('compact.t')");
      assertEquals(List.of("Taking the columns of 6 files of lake.compact.t"), merges.lines());
    }
  }

  @Test
  void whereAndOptionsChooseFiles() {
    table(2, "copy-on-write", "");
    assertEquals(
        List.of("[2,1]"),
        List.of(
            sql("CALL lake.system.rewrite_data_files(table => 'compact.t', where => 'id >= 40',"
                    + " options => map('min-input-files', '2'))")
                .get(0)
                .replaceAll("^(.\\d+,\\d+).*", "$1]")));
    assertEquals(60, rows().size());
    assertTrue(
        messageWith(
                assertThrows(
                    Exception.class,
                    () ->
                        sql(
                            "CALL lake.system.rewrite_data_files(table => 'compact.t', options =>"
                                + " map('min-input-file', '2'))")),
                "min-input-file")
            .contains("known are"));
    assertTrue(
        messageWith(
                assertThrows(
                    Exception.class,
                    () -> sql("CALL lake.system.rewrite_data_files('compact.t', 'sort')")),
                "valid sort order")
            .contains("is unsorted and no sort order is provided"));
  }

  @Test
  void aFailedCompactionLeavesTheTableAndItsFilesAsTheyWere() throws Exception {
    table(2, "copy-on-write", "PARTITIONED BY (p)");
    sql("INSERT INTO " + T + " SELECT id, 0, 'q' FROM range(100, 110, 1, 1)");
    sql("INSERT INTO " + T + " SELECT id, 0, 'q' FROM range(110, 120, 1, 1)");
    Path warehouse = TestSession.warehouse().resolve("compact/t");
    String missing =
        sql("SELECT max(file_path) FROM " + T + ".files WHERE partition.p = 'q'")
            .get(0)
            .replaceAll("^\\[(file:)?|]$", "");
    byte[] content = Files.readAllBytes(Path.of(missing));
    Files.delete(Path.of(missing));
    List<String> before = TestSession.files(warehouse);
    Exception e =
        assertThrows(
            Exception.class,
            () ->
                sql(
                    "CALL lake.system.rewrite_data_files(table => 'compact.t', options =>"
                        + " map('rewrite-all', 'true'))"));
    messageWith(e, Path.of(missing).getFileName().toString());
    assertEquals(before, TestSession.files(warehouse));
    Files.write(Path.of(missing), content);
    assertEquals(80, rows().size());
  }

  /**
   * Two tasks run at a time: when one of the later files is missing, others are done already. Tasks
   * that end at the moment of the failure may leave a file each to remove_orphan_files.
   */
  @Test
  void filesOfFinishedTasksGoWhenTheirGroupFails() throws Exception {
    table(2, "copy-on-write", "PARTITIONED BY (p)");
    for (int from = 100; from < 150; from += 10) {
      sql(
          "INSERT INTO %s SELECT id, 0, 'q' FROM range(%d, %d, 1, 1)"
              .formatted(T, from, from + 10));
    }
    Path warehouse = TestSession.warehouse().resolve("compact/t");
    List<String> files =
        sql("SELECT file_path FROM " + T + ".files WHERE partition.p = 'q' ORDER BY 1");
    for (String file : files) {
      Path missing = Path.of(file.replaceAll("^\\[(file:)?|]$", ""));
      byte[] content = Files.readAllBytes(missing);
      Files.delete(missing);
      List<String> before = TestSession.files(warehouse);
      String call =
          "CALL lake.system.rewrite_data_files(table => 'compact.t', where => \"p = 'q'\", options =>"
              + " map('rewrite-all', 'true', 'target-file-size-bytes', '"
              + content.length
              + "', 'max-file-size-bytes', '"
              + content.length * 2
              + "', 'min-file-size-bytes', '1', 'partial-progress.enabled', '%s'))";
      Exception e = assertThrows(Exception.class, () -> sql(call.formatted(false)));
      messageWith(
          e, "Cannot compact lake.compact.t: Cannot read lake.compact.t: its data file " + missing);
      assertTrue(TestSession.files(warehouse).size() <= before.size() + 2, missing::toString);
      assertEquals(List.of("[0,0,0,5,0,null,null,null]"), sql(call.formatted(true)));
      assertTrue(TestSession.files(warehouse).size() <= before.size() + 4, missing::toString);
      Files.write(missing, content);
    }
    assertEquals(110, rows().size());
  }

  @Test
  void aBranchIsCompactedAndMainIsNot() {
    table(3, "merge-on-read", "");
    sql("ALTER TABLE " + T + " SET TBLPROPERTIES ('write.wap.enabled'='true')");
    TestSession.get().conf().set("spark.wap.branch", "audit");
    try {
      sql("DELETE FROM " + T + " WHERE id = 3");
      List<String> before = rows();
      assertEquals(59, before.size());
      Row result =
          TestSession.get()
              .sql("CALL lake.system.rewrite_data_files(table => 'compact.t', branch => 'audit')")
              .head();
      assertEquals(6, result.getInt(0));
      assertEquals(1, result.getInt(1));
      assertEquals(before, rows());
    } finally {
      TestSession.get().conf().unset("spark.wap.branch");
    }
    assertEquals(60, rows().size());
    assertEquals(
        List.of("[append]"),
        sql(
            "SELECT operation FROM %s.snapshots s JOIN %s.refs r ON s.snapshot_id = r.snapshot_id WHERE name = 'main'"
                .formatted(T, T)));
    Exception e =
        assertThrows(
            Exception.class,
            () -> sql("CALL lake.system.rewrite_data_files(table => 'compact.t', branch => 'no')"));
    messageWith(e, "no");
  }

  /**
   * Deletes of a whole partition go with a compaction only if no data file of the table is older
   * than they are: here that of partition r is, which is not compacted.
   */
  @ParameterizedTest
  @CsvSource({"false,1", "true,0"})
  void danglingDeletesGoWhenTheyAreToldTo(boolean told, int left) {
    sql(
        "CREATE TABLE %s (id BIGINT, p STRING) PARTITIONED BY (p) TBLPROPERTIES ('format-version'='2', 'write.delete.mode'='merge-on-read', 'write.delete.granularity'='partition')"
            .formatted(T));
    sql("INSERT INTO " + T + " VALUES (0, 'r')");
    sql("INSERT INTO " + T + " VALUES (1, 'q'), (2, 'q')");
    sql("INSERT INTO " + T + " VALUES (3, 'q'), (4, 'q')");
    sql("DELETE FROM " + T + " WHERE id IN (1, 4)");
    sql("INSERT INTO " + T + " VALUES (5, 'q')");
    List<String> deletes = sql("SELECT file_path FROM " + T + ".delete_files");
    assertEquals(1, deletes.size());
    Row result =
        TestSession.get()
            .sql(
                "CALL lake.system.rewrite_data_files(table => 'compact.t', where => 'p = \"q\"', options => map('min-input-files', '2', 'remove-dangling-deletes', '%s'))"
                    .formatted(told))
            .head();
    assertEquals(3, result.getInt(0));
    assertEquals(1 - left, result.getInt(4));
    assertEquals(deletes.subList(0, left), sql("SELECT file_path FROM " + T + ".delete_files"));
    assertEquals(
        List.of("[0,r]", "[2,q]", "[3,q]", "[5,q]"), sql("SELECT * FROM " + T + " ORDER BY id"));
  }

  /** Their columns have no field ids, and are found by name. */
  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void importedFilesKeepTheirValues(int version) {
    sql(
        "CREATE TABLE %s (id BIGINT, v INT, p STRING) USING iceberg TBLPROPERTIES ('format-version'='%d')"
            .formatted(T, version));
    String directory = TestSession.directory("imported_" + version).toString();
    TestSession.get()
        .range(0, 20, 1, 2)
        .selectExpr("id", "int(id) AS v", "string(id) AS p")
        .write()
        .parquet(directory + "/files");
    sql(
        "CALL lake.system.add_files(table => 'compact.t', source_table => '`parquet`.`%s/files`')"
            .formatted(directory));
    List<String> imported = rows();
    assertEquals(20, imported.size());

    sql("UPDATE " + T + " SET v = -v WHERE id IN (3, 13)");
    assertEquals(
        imported.stream().map(row -> row.replaceFirst(",(3|13),", ",-$1,")).toList(), rows());
    sql(
        "CALL lake.system.rewrite_data_files(table => 'compact.t', options => map('rewrite-all', 'true'))");
    sql("DELETE FROM " + T + " WHERE v = -3");
    assertEquals(
        imported.stream()
            .filter(row -> !row.startsWith("[3,"))
            .map(row -> row.replace(",13,", ",-13,"))
            .toList(),
        rows());
  }

  @Test
  void aSpecThatTheTableDoesNotHaveIsRefused() {
    table(2, "merge-on-read", "");
    Exception e =
        assertThrows(
            Exception.class,
            () ->
                sql(
                    "CALL lake.system.rewrite_data_files(table => 'compact.t', options =>"
                        + " map('output-spec-id', '7'))"));
    messageWith(e, "output-spec-id=7");
  }

  @Test
  void aSessionWithAnAuditBranchCompactsNothing() {
    table(2, "copy-on-write", "");
    sql("ALTER TABLE " + T + " SET TBLPROPERTIES ('write.wap.enabled'='true')");
    TestSession.get().conf().set("spark.wap.branch", "audit");
    try {
      Exception e =
          assertThrows(
              Exception.class, () -> sql("CALL lake.system.rewrite_data_files('compact.t')"));
      messageWith(e, "Unset spark.wap.branch");
    } finally {
      TestSession.get().conf().unset("spark.wap.branch");
    }
    assertEquals(60, rows().size());
  }

  @ParameterizedTest
  @CsvSource({
    "2,merge-on-read",
    "3,merge-on-read",
    "2,copy-on-write",
    "3,copy-on-write",
  })
  void anUpdateFollowsItsRowsIntoTheCompactedFile(int version, String mode) throws Exception {
    table(version, mode, "");
    Future<?> update = stopped("UPDATE " + T + " SET v = wait_here(v) + 100 WHERE id IN (5, 25)");
    sql("CALL lake.system.rewrite_data_files('compact.t')");
    goOn.countDown();
    update.get(120, TimeUnit.SECONDS);
    assertEquals(
        List.of("[5,105,p]", "[25,125,p]"),
        sql("SELECT * FROM " + T + " WHERE v >= 100 ORDER BY id"));
    assertEquals(60, rows().size());
    assertEquals(
        List.of("[1,true]"),
        sql(
            "SELECT summary['rebased-over-commits'], summary['rebased-from-snapshot-id'] IS NOT"
                + " NULL FROM "
                + T
                + ".snapshots ORDER BY committed_at DESC LIMIT 1"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"merge-on-read", "copy-on-write"})
  void updatesOfOtherRowsOfOneFileBothCommitAndOfTheSameRowOneFails(String mode) throws Exception {
    table(3, mode, "");
    Future<?> other = stopped("UPDATE " + T + " SET v = wait_here(v) + 100 WHERE id = 5");
    sql("UPDATE " + T + " SET v = v + 200 WHERE id = 6");
    goOn.countDown();
    other.get(120, TimeUnit.SECONDS);
    assertEquals(
        List.of("[5,105,p]", "[6,206,p]"),
        sql("SELECT * FROM " + T + " WHERE v >= 100 ORDER BY id"));

    Future<?> same = stopped("UPDATE " + T + " SET v = wait_here(v) + 1 WHERE id = 7");
    sql("UPDATE " + T + " SET v = v + 300 WHERE id = 7");
    goOn.countDown();
    ExecutionException e =
        assertThrows(ExecutionException.class, () -> same.get(120, TimeUnit.SECONDS));
    assertTrue(
        messageWith(e, "which this statement also changes").contains("lake.compact.t"),
        e.toString());
    assertEquals(List.of("[307]"), sql("SELECT v FROM " + T + " WHERE id = 7"));
    assertEquals(60, rows().size());
  }

  /**
   * A statement in another thread, stopped between its scan and its commit. Its tasks would wait on
   * all cores if its table were shared by them.
   */
  private static Future<?> stopped(String statement) throws InterruptedException {
    sql("ALTER TABLE " + T + " SET TBLPROPERTIES ('read.split.adaptive-size.enabled'='false')");
    reached = new CountDownLatch(1);
    goOn = new CountDownLatch(1);
    TestSession.get()
        .udf()
        .register(
            "wait_here",
            (UDF1<Integer, Integer>)
                v -> {
                  reached.countDown();
                  if (!goOn.await(120, TimeUnit.SECONDS)) {
                    throw new IllegalStateException("nobody let the statement go on");
                  }
                  return v;
                },
            DataTypes.IntegerType);
    ExecutorService thread = Executors.newSingleThreadExecutor();
    Future<?> running = thread.submit(() -> sql(statement));
    thread.shutdown();
    assertTrue(reached.await(120, TimeUnit.SECONDS), "the statement has not come so far");
    return running;
  }
}
