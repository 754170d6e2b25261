package io.firn.examples;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Locale;
import org.apache.spark.sql.SparkSession;

/**
 * The life of a table, on real flight records: create, load, add a column, merge a late report in
 * both modes, look back, delete by mistake, roll back, and race a MERGE with a compaction. Prints
 * each statement and what it gave.
 */
public final class FlightsDemo {
  private final SparkSession spark;
  private final DemoScript script;
  private final PrintStream out;

  private FlightsDemo(SparkSession spark, DemoScript script, PrintStream out) {
    this.spark = spark;
    this.script = script;
    this.out = out;
  }

  public static void main(String[] arguments) throws IOException {
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    ShellOptions options;
    try {
      options = ShellOptions.parse(arguments);
      if (!options.scripts().isEmpty()) {
        throw new ShellOptions.BadUsageException("The demo has its own SQL: no -e or -f.");
      }
    } catch (ShellOptions.BadUsageException e) {
      System.err.println("firn demo: " + e.getMessage());
      System.exit(2);
      return;
    }
    System.err.println("Starting Spark ...");
    int exitCode = 0;
    try (SparkSession spark = LakeSession.start(options)) {
      StatementRunner runner = new StatementRunner(spark, options.output(), out, System.err);
      new FlightsDemo(spark, new DemoScript(runner, out), out).run(options.warehouse());
    } catch (DemoScript.StepFailedException e) {
      exitCode = 1;
    }
    System.exit(exitCode);
  }

  private void run(Path warehouse) throws DemoScript.StepFailedException {
    long started = System.nanoTime();
    out.printf("Firn on Spark %s. Catalog lake, warehouse %s%n%n", spark.version(), warehouse);
    create();
    load();
    evolve();
    mergeLateReport();
    lookBack();
    rollBack();
    new RaceDemo(spark, script).run();
    out.printf(
        Locale.ROOT,
        "Done in %.0f s. The table stays: look around with ./firn sql, for example%n"
            + "  ./firn sql -e \"SELECT * FROM lake.demo.flights.files\"%n",
        (System.nanoTime() - started) / 1e9);
  }

  private void create() throws DemoScript.StepFailedException {
    title("A table in the Iceberg format, one partition a month");
    sql("CREATE NAMESPACE IF NOT EXISTS lake.demo");
    sql("DROP TABLE IF EXISTS lake.demo.flights PURGE");
    sql(
        """
        CREATE TABLE lake.demo.flights (
          id          BIGINT NOT NULL,
          departure   TIMESTAMP_NTZ,
          origin      STRING,
          destination STRING,
          distance    INT COMMENT 'miles',
          delay       INT COMMENT 'minutes, negative is early')
        USING iceberg
        PARTITIONED BY (months(departure))""");
  }

  private void load() throws DemoScript.StepFailedException {
    Path data = Path.of(System.getProperty("firn.root", "."), "examples", "data");
    title("Load what the airlines reported from January to May 2001 (see examples/data/README.md)");
    sql(
        """
        CREATE OR REPLACE TEMPORARY VIEW reported AS
        SELECT row_number() OVER (ORDER BY date, origin, destination, distance, delay) AS id,
               date AS departure, origin, destination, distance, delay
        FROM parquet.`%s`"""
            .formatted(data.resolve("flights.parquet").toUri()));
    sql("INSERT INTO lake.demo.flights SELECT * FROM reported WHERE departure < '2001-06-01'");
    sql(
        """
        SELECT month(departure) AS month, count(*) AS flights, round(avg(delay), 1) AS mean_delay,
               max(delay) AS longest_delay
        FROM lake.demo.flights GROUP BY month ORDER BY month""");
    sql(
        """
        SELECT add_months(DATE '1970-01-01', partition.departure_month) AS month, record_count, file_count
        FROM lake.demo.flights.partitions ORDER BY month""");
  }

  private void evolve() throws DemoScript.StepFailedException {
    title("A new column for old rows: late, as the Department of Transportation counts it");
    sql("ALTER TABLE lake.demo.flights ADD COLUMN late BOOLEAN COMMENT '15 minutes or more'");
    sql("UPDATE lake.demo.flights SET late = delay >= 15");
    sql(
        """
        SELECT origin, count(*) AS flights, count_if(late) AS late,
               round(100 * count_if(late) / count(*), 1) AS percent
        FROM lake.demo.flights GROUP BY origin ORDER BY flights DESC LIMIT 5""");
  }

  private void mergeLateReport() throws DemoScript.StepFailedException {
    title("Merge June's report, which also corrects 31 May (five minutes more, made up)");
    long before = snapshotId("DESC");
    merge("lake.demo.flights");
    sql(
        """
        SELECT to_date(departure) AS day, count(*) AS flights, round(avg(delay), 1) AS mean_delay
        FROM lake.demo.flights
        WHERE departure >= '2001-05-30' AND departure < '2001-06-03' GROUP BY day ORDER BY day""");
    title("The same MERGE as merge-on-read: May's file stays, a vector marks its outdated rows");
    sql("DROP TABLE IF EXISTS lake.demo.flights_on_read PURGE");
    sql(
        """
        CREATE TABLE lake.demo.flights_on_read USING iceberg PARTITIONED BY (months(departure))
        TBLPROPERTIES ('format-version' = '3', 'write.merge.mode' = 'merge-on-read')
        AS SELECT * FROM lake.demo.flights VERSION AS OF %d"""
            .formatted(before));
    merge("lake.demo.flights_on_read");
    sql(
        """
        WITH snapshots AS (
          SELECT 'copy-on-write' AS mode, summary FROM lake.demo.flights.snapshots
          UNION ALL
          SELECT 'merge-on-read', summary FROM lake.demo.flights_on_read.snapshots)
        SELECT mode, summary['added-data-files'] AS data_files, summary['added-records'] AS rows_written,
               coalesce(summary['added-dvs'], '0') AS vectors,
               coalesce(summary['added-position-deletes'], '0') AS rows_marked,
               summary['added-files-size'] AS bytes_written
        FROM snapshots WHERE summary['spark.merge-into.num-target-rows-updated'] IS NOT NULL""");
    sql(
        """
        SELECT count(*) AS rows_that_differ FROM (
          (SELECT * FROM lake.demo.flights EXCEPT ALL SELECT * FROM lake.demo.flights_on_read)
          UNION ALL
          (SELECT * FROM lake.demo.flights_on_read EXCEPT ALL SELECT * FROM lake.demo.flights))""");
  }

  private void merge(String table) throws DemoScript.StepFailedException {
    sql(
        """
        MERGE INTO %s AS f
        USING (SELECT id, departure, origin, destination, distance,
                      IF(departure < '2001-06-01', delay + 5, delay) AS delay
               FROM reported WHERE departure >= '2001-05-31') AS r
        ON f.id = r.id
        WHEN MATCHED THEN UPDATE SET delay = r.delay, late = r.delay >= 15
        WHEN NOT MATCHED THEN
          INSERT (id, departure, origin, destination, distance, delay, late)
          VALUES (r.id, r.departure, r.origin, r.destination, r.distance, r.delay, r.delay >= 15)"""
            .formatted(table));
  }

  private void lookBack() throws DemoScript.StepFailedException {
    title("Look back: each commit left a snapshot, and every snapshot can still be read");
    sql(
        """
        SELECT committed_at, snapshot_id, operation, summary['added-records'] AS added,
               summary['deleted-records'] AS deleted, summary['total-records'] AS total
        FROM lake.demo.flights.snapshots ORDER BY committed_at""");
    sql(
        """
        SELECT 'first load' AS version, count(*) AS flights, max(departure) AS latest
        FROM lake.demo.flights VERSION AS OF %d
        UNION ALL
        SELECT 'now', count(*), max(departure) FROM lake.demo.flights"""
            .formatted(snapshotId("ASC")));
  }

  private void rollBack() throws DemoScript.StepFailedException {
    title("Roll back: a DELETE too many, undone");
    long good = snapshotId("DESC");
    sql("DELETE FROM lake.demo.flights WHERE departure < '2001-04-01'");
    sql("SELECT count(*) AS flights FROM lake.demo.flights");
    sql("CALL lake.system.rollback_to_snapshot('demo.flights', %d)".formatted(good));
    sql("SELECT count(*) AS flights FROM lake.demo.flights");
  }

  private long snapshotId(String order) {
    String query = "SELECT snapshot_id FROM lake.demo.flights.snapshots ORDER BY committed_at ";
    return spark.sql(query + order + " LIMIT 1").head().getLong(0);
  }

  private void title(String text) {
    script.title(text);
  }

  private void sql(String statement) throws DemoScript.StepFailedException {
    script.sql(statement);
  }
}
