package io.firn.it.race;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.firn.error.CommitConflictException;
import io.firn.it.Lakes;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Four sessions that add one to the same number, again and again. */
class CounterTest {
  private static final int SESSIONS = 4;
  private static final int ROUNDS = 2;
  private static final long PATIENCE_SECONDS = 300;

  /** What a session does on a conflict. */
  private enum OnConflict {
    RUN_AGAIN,
    GIVE_UP
  }

  @ParameterizedTest
  @CsvSource({"copy-on-write,2", "copy-on-write,3", "merge-on-read,2", "merge-on-read,3"})
  void reRunsMakeItExact(String mode, int version) throws Exception {
    String table = table("exact", mode, version);
    List<String> ids = version < 3 ? List.of() : Lakes.rows("SELECT _row_id FROM " + table);
    assertEquals(SESSIONS * ROUNDS, count(table, OnConflict.RUN_AGAIN));
    assertEquals(List.of("[" + SESSIONS * ROUNDS + "]"), Lakes.rows("SELECT n FROM " + table));
    if (version >= 3) {
      assertEquals(ids, Lakes.rows("SELECT _row_id FROM " + table));
    }
  }

  @ParameterizedTest
  @CsvSource({"copy-on-write,2", "copy-on-write,3", "merge-on-read,2", "merge-on-read,3"})
  void withoutThemItCountsTheStatementsThatReportedSuccess(String mode, int version)
      throws Exception {
    String table = table("reported", mode, version);
    int successes = count(table, OnConflict.GIVE_UP);
    assertTrue(successes >= ROUNDS, "at least one session comes first in each round");
    assertEquals(List.of("[" + successes + "]"), Lakes.rows("SELECT n FROM " + table));
  }

  private static String table(String name, String mode, int version) {
    String table = "lake.race.counter_" + name + "_" + mode.replace('-', '_') + "_" + version;
    Lakes.sql("CREATE NAMESPACE IF NOT EXISTS lake.race");
    Lakes.sql(
        "CREATE TABLE %s (n BIGINT) USING iceberg TBLPROPERTIES ('format-version'='%d', 'write.update.mode'='%s')"
            .formatted(table, version, mode));
    Lakes.sql("INSERT INTO " + table + " VALUES (0)");
    return table;
  }

  /** Each session adds one in each round, all at the same time; how many said that they had. */
  private static int count(String table, OnConflict onConflict) throws Exception {
    CyclicBarrier start = new CyclicBarrier(SESSIONS);
    ExecutorService threads = Executors.newFixedThreadPool(SESSIONS);
    try {
      List<Future<Integer>> successes = new ArrayList<>();
      for (int i = 0; i < SESSIONS; i++) {
        SparkSession session = Lakes.session().newSession();
        successes.add(threads.submit(() -> rounds(session, table, onConflict, start)));
      }
      int sum = 0;
      for (Future<Integer> success : successes) {
        sum += success.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
      }
      return sum;
    } finally {
      threads.shutdownNow();
    }
  }

  private static int rounds(
      SparkSession session, String table, OnConflict onConflict, CyclicBarrier start)
      throws Exception {
    int successes = 0;
    for (int round = 0; round < ROUNDS; round++) {
      start.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
      boolean added = addOne(session, table);
      while (!added && onConflict == OnConflict.RUN_AGAIN) {
        added = addOne(session, table);
      }
      successes += added ? 1 : 0;
    }
    return successes;
  }

  private static boolean addOne(SparkSession session, String table) {
    try {
      session.sql("UPDATE " + table + " SET n = n + 1");
      return true;
    } catch (RuntimeException e) {
      for (Throwable t = e; t != null; t = t.getCause()) {
        if (t instanceof CommitConflictException) {
          return false;
        }
      }
      throw e;
    }
  }
}
