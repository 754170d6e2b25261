package io.firn.spark.rowlevel;

import static io.firn.spark.TestSession.sql;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.firn.error.CommitConflictException;
import io.firn.spark.HookedFileSystem;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntSupplier;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Two writers that count in one row at the same time: no increment is lost in silence. */
class CounterTest {
  private static final int WRITERS = 2;
  private static final int INCREMENTS = 3;

  @BeforeAll
  static void installCatalog() {
    HookedFileSystem.install();
    sql("CREATE NAMESPACE IF NOT EXISTS hooked.counter");
  }

  private static String table(String mode, String isolation) {
    String table = "hooked.counter." + (mode + "_" + isolation).replace('-', '_');
    sql(
        "CREATE TABLE %s (n INT) USING iceberg TBLPROPERTIES ('format-version'='3', 'write.update.mode'='%s', 'write.update.isolation-level'='%s')"
            .formatted(table, mode, isolation));
    sql("INSERT INTO " + table + " VALUES (0)");
    return table;
  }

  /** Whether the increment went through; false if another one got in its way. */
  private static boolean increments(String table) {
    try {
      sql("UPDATE " + table + " SET n = n + 1");
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

  /** Lets all writers begin together; what they return in all. */
  private static int run(IntSupplier writer) {
    CyclicBarrier start = new CyclicBarrier(WRITERS);
    AtomicInteger sum = new AtomicInteger();
    CompletableFuture<?>[] writers = new CompletableFuture<?>[WRITERS];
    for (int i = 0; i < WRITERS; i++) {
      writers[i] =
          CompletableFuture.runAsync(
              () -> {
                try {
                  start.await();
                } catch (Exception e) {
                  throw new IllegalStateException(e);
                }
                sum.addAndGet(writer.getAsInt());
              },
              task -> new Thread(task).start());
    }
    CompletableFuture.allOf(writers).join();
    return sum.get();
  }

  @ParameterizedTest
  @CsvSource({"copy-on-write, serializable", "merge-on-read, snapshot"})
  void theCounterIsExactlyWhatWentThrough(String mode, String isolation) {
    String table = table(mode, isolation);
    int once =
        run(
            () -> {
              int done = 0;
              for (int i = 0; i < INCREMENTS; i++) {
                done += increments(table) ? 1 : 0;
              }
              return done;
            });
    assertTrue(once >= INCREMENTS, once + " increments");
    assertEquals(List.of("[" + once + "]"), sql("SELECT n FROM " + table));
    int again =
        run(
            () -> {
              while (!increments(table)) {
                Thread.onSpinWait();
              }
              return 1;
            });
    assertEquals(WRITERS, again);
    assertEquals(List.of("[" + (once + WRITERS) + "]"), sql("SELECT n FROM " + table));
  }
}
