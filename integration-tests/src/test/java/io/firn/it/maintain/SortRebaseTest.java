package io.firn.it.maintain;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.firn.error.CommitConflictException;
import io.firn.expr.CaseSensitivity;
import io.firn.it.Lakes;
import io.firn.maintenance.CompactionOptions;
import io.firn.procedures.args.Parameters;
import io.firn.procedures.compact.Compaction;
import io.firn.procedures.compact.CompactionScan;
import io.firn.procedures.compact.RewriteStrategy;
import io.firn.procedures.compact.StrategyArguments;
import io.firn.spark.read.FirnScan;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.types.DataTypes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A sorting compaction and a DELETE of some of its rows, whichever is first. */
class SortRebaseTest {
  private static final String T = "lake.maintain.sort_rebase";
  private static final String NO_ROOM = "', 'write.row-map.max-bytes'='20";
  private static volatile CountDownLatch reached = new CountDownLatch(0);
  private static volatile CountDownLatch goOn = new CountDownLatch(0);

  /** Three files of ten rows, in the opposite order of their ids. */
  private static void table(int version, String more) {
    Lakes.sql("CREATE NAMESPACE IF NOT EXISTS lake.maintain");
    Lakes.sql("DROP TABLE IF EXISTS " + T);
    Lakes.sql(
        ("CREATE TABLE %s (id INT, v INT) USING iceberg TBLPROPERTIES ('format-version'='%d',"
                + " 'write.delete.mode'='merge-on-read', 'write.update.mode'='merge-on-read%s')")
            .formatted(T, version, more));
    for (int i = 0; i < 3; i++) {
      Lakes.sql(
          "INSERT INTO %s SELECT /*+ COALESCE(1) */ INT(100 - id), INT(id * 7 %% 10) FROM range(%d, %d)"
              .formatted(T, i * 10, i * 10 + 10));
    }
  }

  private static Row sort(String order) {
    return Lakes.session()
        .sql(
            "CALL lake.system.rewrite_data_files(table => '%s', sort_order => '%s', options => map('rewrite-all', 'true'))"
                .formatted(T, order))
        .head();
  }

  private static List<String> rows() {
    return Lakes.rows("SELECT id, v FROM " + T + " ORDER BY id");
  }

  @ParameterizedTest
  @CsvSource({"'v, id'", "'zorder(v, id)'"})
  void rowsKeepTheirIdsAndTheNumbersOfTheirLastChange(String order) {
    table(3, "");
    Lakes.sql("UPDATE " + T + " SET v = 4 WHERE id = 85");
    Lakes.sql("DELETE FROM " + T + " WHERE id = 77");
    String query =
        "SELECT id, v, _row_id, _last_updated_sequence_number FROM " + T + " ORDER BY id";
    List<String> before = Lakes.rows(query);
    Row result = sort(order);
    assertEquals(4, result.getInt(0));
    assertEquals(1, result.getInt(1));
    assertEquals(before, Lakes.rows(query));
    assertEquals(before, Lakes.rows(query.replace("lake.", "ice.")));
    assertTrue(result.getString(5).endsWith("-row-map.avro"), result.toString());
    assertTrue(result.getLong(6) > 20, "runs: " + result.getLong(6));
  }

  @ParameterizedTest
  @CsvSource({"2,'v, id'", "3,'zorder(v, id)'"})
  void aDeleteFollowsItsRowsThroughASort(int version, String order) throws Exception {
    table(version, "");
    List<String> before = rows();
    Future<?> delete =
        stopped("DELETE FROM " + T + " WHERE id IN (75, 83, 98) AND wait_here(v) >= 0");
    sort(order);
    goOn.countDown();
    delete.get(300, TimeUnit.SECONDS);
    assertEquals(before.stream().filter(r -> !r.matches("\\[(75|83|98), .*")).toList(), rows());
    assertEquals(
        List.of("[1, 3]"),
        Lakes.rows(
            "SELECT summary['rebased-over-commits'], summary['rebased-positions'] FROM "
                + T
                + ".snapshots ORDER BY committed_at DESC LIMIT 1"));
  }

  @Test
  void aDeleteSaysWhyItCannotFollowASortWhoseMapWouldBeTooLarge() throws Exception {
    table(2, NO_ROOM);
    List<String> before = rows();
    Future<?> delete = stopped("DELETE FROM " + T + " WHERE id IN (75, 83) AND wait_here(v) >= 0");
    Row result = sort("v, id");
    assertTrue(result.isNullAt(5) && result.isNullAt(6) && result.isNullAt(7), result.toString());
    assertEquals(
        List.of("[none, the sorted rows take more runs than write.row-map.max-bytes=20 allows]"),
        Lakes.rows(
            "SELECT summary['row-map-kind'], summary['row-map-reason'] FROM "
                + T
                + ".snapshots ORDER BY committed_at DESC LIMIT 1"));
    goOn.countDown();
    ExecutionException e =
        assertThrows(ExecutionException.class, () -> delete.get(300, TimeUnit.SECONDS));
    assertMessage(
        e,
        "was rewritten by a commit that left no row map: the sorted rows take more runs than"
            + " write.row-map.max-bytes=20 allows");
    assertEquals(before, rows());
  }

  @Test
  void aSortTakesInADeleteThatLandedMeanwhile() {
    table(3, "");
    FirnScan planned = planned();
    Lakes.sql("DELETE FROM " + T + " WHERE id IN (75, 83)");
    List<String> before = rows();
    compact(planned, "v, id");
    assertEquals(before, rows());
    assertEquals(
        List.of("[1, 30]"),
        Lakes.rows("SELECT count(*), sum(record_count) FROM " + T + ".data_files"));
  }

  @Test
  void aSortWithoutRoomForItsMapSaysSoWhenADeleteLandedMeanwhile() {
    table(3, NO_ROOM);
    FirnScan planned = planned();
    Lakes.sql("DELETE FROM " + T + " WHERE id IN (75, 83)");
    List<String> before = rows();
    List<String> files = files();
    CommitConflictException e =
        assertThrows(CommitConflictException.class, () -> compact(planned, "v, id"));
    assertMessage(e, "the sorted rows take more runs than write.row-map.max-bytes=20 allows");
    assertEquals(before, rows());
    assertEquals(files, files());
  }

  private static List<String> files() {
    String warehouse = Lakes.session().conf().get("spark.sql.catalog.lake.warehouse");
    return List.of(new java.io.File(warehouse, T.substring(5).replace('.', '/') + "/data").list())
        .stream()
        .sorted()
        .toList();
  }

  private static FirnScan planned() {
    return new CompactionScan(Lakes.session(), T, Optional.empty())
        .where(Optional.empty())
        .orElseThrow();
  }

  /** Compacts the files that were planned, on whatever the table is by now. */
  private static void compact(FirnScan planned, String order) {
    RewriteStrategy strategy =
        new StrategyArguments(
                Parameters.of("rewrite_data_files"), planned.table(), CaseSensitivity.INSENSITIVE)
            .strategy(Optional.empty(), Optional.of(order), Map.of());
    CompactionOptions options =
        CompactionOptions.of(
            Map.of("rewrite-all", "true"),
            planned.table().metadata().properties(),
            strategy.rearrangement());
    new Compaction(Lakes.session(), planned, options, strategy, "lake", "main").run();
    Lakes.session().catalog().refreshTable(T);
  }

  private static void assertMessage(Throwable thrown, String text) {
    StringBuilder messages = new StringBuilder();
    for (Throwable t = thrown; t != null; t = t.getCause()) {
      messages.append(t.getMessage()).append('\n');
    }
    assertTrue(messages.indexOf(text) >= 0, messages.toString());
  }

  /**
   * A statement in another thread, stopped between its scan and its commit. Its tasks would wait on
   * all cores if its table were shared by them.
   */
  private static Future<?> stopped(String statement) throws InterruptedException {
    Lakes.sql(
        "ALTER TABLE " + T + " SET TBLPROPERTIES ('read.split.adaptive-size.enabled'='false')");
    reached = new CountDownLatch(1);
    goOn = new CountDownLatch(1);
    Lakes.session()
        .udf()
        .register(
            "wait_here",
            (UDF1<Integer, Integer>)
                v -> {
                  reached.countDown();
                  if (!goOn.await(300, TimeUnit.SECONDS)) {
                    throw new IllegalStateException("nobody let the statement go on");
                  }
                  return v;
                },
            DataTypes.IntegerType);
    ExecutorService thread = Executors.newSingleThreadExecutor();
    Future<?> running = thread.submit(() -> Lakes.sql(statement));
    thread.shutdown();
    assertTrue(reached.await(300, TimeUnit.SECONDS), "the statement has not come so far");
    return running;
  }
}
