package io.firn.examples;

import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.spark.sql.SparkSession;

/**
 * A compaction that commits while a MERGE on the same files is running: the MERGE follows its rows
 * into the new files. And what happens without that.
 */
final class RaceDemo {
  private static final String MERGE =
      """
      MERGE INTO lake.demo.live AS f
      USING (SELECT id, slow(delay) + 5 AS delay FROM reported
             WHERE origin = 'ORD' AND departure < '2001-05-01') AS r
      ON f.id = r.id
      WHEN MATCHED THEN UPDATE SET delay = r.delay, late = r.delay >= 15""";

  private final SparkSession spark;
  private final DemoScript script;

  RaceDemo(SparkSession spark, DemoScript script) {
    this.spark = spark;
    this.script = script;
  }

  void run() throws DemoScript.StepFailedException {
    createSmallFiles();
    bothCommit();
    lookAtTheMap();
    withoutRebase();
  }

  private void createSmallFiles() throws DemoScript.StepFailedException {
    script.title("A race: a MERGE runs, and meanwhile a compaction rewrites the files it has read");
    script.sql("DROP TABLE IF EXISTS lake.demo.live PURGE");
    script.sql(
        """
        CREATE TABLE lake.demo.live USING iceberg
        TBLPROPERTIES ('format-version' = '3', 'write.merge.mode' = 'merge-on-read')
        AS SELECT /*+ REPARTITION(8) */ * FROM lake.demo.flights""");
    script.sql("SELECT count(*) AS files, sum(record_count) AS flights FROM lake.demo.live.files");
  }

  private void bothCommit() throws DemoScript.StepFailedException {
    script.note(
        """
        Chicago O'Hare corrects its flights (made up). The function slow() stands for a big table: it
        takes until somebody else has committed. Now the MERGE starts, and is at work:""");
    Optional<String> failure = race("CALL lake.system.rewrite_data_files('demo.live')");
    if (failure.isPresent()) {
      script.note(failure.get());
      throw new DemoScript.StepFailedException();
    }
    script.note(
        """
        None of the files that the MERGE has read is in the table any more. It did not start again: its
        commit took the positions of the outdated rows and sent them to where the compaction had put
        these rows, without reading a data file.""");
    script.sql(
        """
        SELECT operation, summary['spark.merge-into.num-target-rows-updated'] AS rows_updated,
               summary['rebased-from-snapshot-id'] AS rebased_from,
               summary['rebased-over-commits'] AS over_commits,
               summary['rebased-positions'] AS positions
        FROM lake.demo.live.snapshots ORDER BY committed_at""");
    script.sql(
        """
        SELECT count(*) AS flights, count_if(l.delay = f.delay + 5) AS corrected,
               count_if(l.delay = f.delay) AS as_before
        FROM lake.demo.live AS l JOIN lake.demo.flights AS f ON l.id = f.id""");
  }

  private void lookAtTheMap() throws DemoScript.StepFailedException {
    script.title("The row map that the compaction left: which rows of which file went where");
    script.sql(
        """
        SELECT left(substring_index(source_file, '/', -1), 9) AS source_file, source_start,
               left(substring_index(target_file, '/', -1), 9) AS target_file, target_start, length
        FROM lake.demo.live.row_maps ORDER BY target_start LIMIT 5""");
    script.sql(
        """
        SELECT summary['row-map-kind'] AS kind, summary['row-map-runs'] AS runs,
               summary['row-map-bytes'] AS bytes
        FROM lake.demo.live.snapshots WHERE summary['row-map-kind'] IS NOT NULL""");
  }

  private void withoutRebase() throws DemoScript.StepFailedException {
    script.title("The same race without the rebase, as in Apache Iceberg: whole files decide");
    script.sql("ALTER TABLE lake.demo.live SET TBLPROPERTIES ('commit.rebase.enabled' = 'false')");
    Optional<String> failure =
        race(
            "CALL lake.system.rewrite_data_files(\n"
                + "  table => 'demo.live', options => map('rewrite-all', 'true'))");
    if (failure.isEmpty()) {
      script.note("The MERGE committed, which it should not have.");
      throw new DemoScript.StepFailedException();
    }
    script.note(
        "All its work was for nothing. With the rebase on again, the next MERGE follows its rows:");
    script.sql("ALTER TABLE lake.demo.live UNSET TBLPROPERTIES ('commit.rebase.enabled')");
  }

  /** Runs the compaction while the MERGE is running; the message with which the MERGE failed. */
  private Optional<String> race(String compaction) throws DemoScript.StepFailedException {
    SlowFunction slow = SlowFunction.begin(spark);
    ExecutorService session = Executors.newSingleThreadExecutor();
    try {
      script.show(MERGE);
      long started = System.nanoTime();
      CompletableFuture<Void> merge = CompletableFuture.runAsync(() -> spark.sql(MERGE), session);
      CompletableFuture.anyOf(slow.called(), merge).exceptionally(e -> null).join();
      script.note("... and in another session, before it is done:");
      script.sql(compaction);
      slow.finish();
      script.note("Meanwhile, the MERGE:");
      Optional<String> failure = failureOf(merge);
      script.note(
          failure.isPresent()
              ? "  " + failure.get()
              : String.format(Locale.ROOT, "  OK %.1f s", (System.nanoTime() - started) / 1e9));
      return failure;
    } finally {
      slow.finish();
      session.shutdown();
    }
  }

  private static Optional<String> failureOf(CompletableFuture<Void> merge)
      throws DemoScript.StepFailedException {
    try {
      merge.get();
      return Optional.empty();
    } catch (ExecutionException e) {
      return Optional.of(StatementRunner.describe(Objects.requireNonNullElse(e.getCause(), e)));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new DemoScript.StepFailedException();
    }
  }
}
