package io.firn.it.storm;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * A day of work in minutes: writers that each run their statements one after the other, and a
 * compaction in a loop, all on one table. Each statement is submitted once, whatever comes of it.
 */
final class Storm {
  static final String COMPACTION = "compaction";
  private static final String TAG = "storm-statement";
  private static final int COMPACTION_PAUSE_MILLIS = 300;
  private static final long PATIENCE_MINUTES = 5;

  private final StormTable table;
  private final StormSettings settings;
  private final long seed;
  private final Map<String, StormStatement> statements =
      Collections.synchronizedMap(new HashMap<>());
  private final List<Submission> submissions = Collections.synchronizedList(new ArrayList<>());
  private final long deadlineNanos;
  private volatile boolean writersAreDone;

  /** What came of a statement or compaction that was submitted. */
  record Submission(String kind, String name, long millis, Optional<String> failure) {}

  private Storm(StormTable table, StormSettings settings, long seed) {
    this.table = table;
    this.settings = settings;
    this.seed = seed;
    this.deadlineNanos = System.nanoTime() + TimeUnit.MINUTES.toNanos(settings.minutes());
  }

  static StormResult run(StormTable table, StormSettings settings, long seed) throws Exception {
    Storm storm = new Storm(table, settings, seed);
    storm.run();
    return new StormResult(table, storm.submissions, storm.statements, TAG, table.commits());
  }

  private void run() throws Exception {
    ScheduledExecutorService threads =
        Executors.newScheduledThreadPool(StormWriter.values().length + 1);
    try {
      List<CompletableFuture<Void>> writers = new ArrayList<>();
      for (StormWriter writer : StormWriter.values()) {
        writers.add(start(writer, threads));
      }
      CompletableFuture<Void> compactions = compactions(threads);
      long patience = settings.minutes() + PATIENCE_MINUTES;
      for (CompletableFuture<Void> writer : writers) {
        writer.get(patience, TimeUnit.MINUTES);
      }
      writersAreDone = true;
      compactions.get(patience, TimeUnit.MINUTES);
    } catch (ExecutionException e) {
      throw new AssertionError("A writer could not go on", e);
    } finally {
      threads.shutdownNow();
    }
  }

  /** Done when the writer has run all its statements. */
  private CompletableFuture<Void> start(StormWriter writer, ScheduledExecutorService threads) {
    SparkSession session = table.session();
    Random random = new Random(seed * 31 + writer.ordinal());
    int[] number = {0};
    return repeat(
        threads,
        settings.minutes() == 0 ? 1 : writer.pauseMillis(),
        () -> {
          boolean more =
              number[0] < settings.statements()
                  && (settings.minutes() == 0 || System.nanoTime() < deadlineNanos);
          if (more) {
            StormStatement statement =
                writer.statement(StormTable.NAME, table.rows(), number[0]++, random);
            statements.put(statement.name(), statement);
            session.conf().set("spark.sql.iceberg.snapshot-property." + TAG, statement.name());
            submit(session, writer.name(), statement.name(), statement.sql());
          }
          return more;
        });
  }

  /** Compactions until the writers are done, and a last one. */
  private CompletableFuture<Void> compactions(ScheduledExecutorService threads) {
    SparkSession session = table.session();
    int[] number = {0};
    return repeat(
        threads,
        settings.minutes() == 0 ? 1 : COMPACTION_PAUSE_MILLIS,
        () -> {
          boolean more = !writersAreDone;
          submit(
              session,
              COMPACTION,
              COMPACTION + " " + number[0]++,
              "CALL storm.system.rewrite_data_files(table => 'db.t',"
                  + " options => map('min-input-files', '2', 'delete-file-threshold', '1'))");
          return more;
        });
  }

  private interface Step {
    /** Whether there may be more to do. */
    boolean run();
  }

  private static CompletableFuture<Void> repeat(
      ScheduledExecutorService threads, int pauseMillis, Step step) {
    CompletableFuture<Void> done = new CompletableFuture<>();
    var task =
        threads.scheduleWithFixedDelay(
            () -> {
              try {
                if (!done.isDone() && !step.run()) {
                  done.complete(null);
                }
              } catch (RuntimeException | Error e) {
                done.completeExceptionally(e);
              }
            },
            0,
            pauseMillis,
            TimeUnit.MILLISECONDS);
    done.whenComplete((nothing, e) -> task.cancel(false));
    return done;
  }

  private void submit(SparkSession session, String kind, String name, String sql) {
    long start = System.nanoTime();
    Optional<String> failure;
    try {
      List<Row> rows = session.sql(sql).collectAsList();
      if (kind.equals(COMPACTION) && rows.get(0).getInt(0) == 0) {
        return;
      }
      failure = Optional.empty();
    } catch (Exception e) {
      failure = Optional.of(rootMessage(e));
    }
    long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
    submissions.add(new Submission(kind, name, millis, failure));
  }

  private static String rootMessage(Throwable thrown) {
    Throwable root = thrown;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return root.getClass().getSimpleName() + ": " + root.getMessage();
  }
}
