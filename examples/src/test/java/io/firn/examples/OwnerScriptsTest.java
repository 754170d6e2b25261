package io.firn.examples;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The scripts for the owner of a table, each run from its first statement to its last. */
class OwnerScriptsTest {
  @TempDir static Path folder;
  private static SparkSession spark;

  @BeforeAll
  static void startSpark() throws Exception {
    spark =
        LakeSession.start(
            ShellOptions.parse(
                new String[] {"--warehouse", folder.resolve("warehouse").toString()}));
  }

  @AfterAll
  static void stopSpark() {
    spark.stop();
  }

  @Test
  void aBadLoadIsUndoneAndWhatCameAfterItIsKept() throws Exception {
    String out = run("undo-a-bad-load.sql");
    assertPrints(out, "\n 3 | 2026-05-02 | 1225.00\n 4 | 2026-05-02 |  990.00\n(2 rows)");
    assertPrints(
        out,
        """
         1 | 2026-05-01 |  20.00
         2 | 2026-05-01 |  35.50
         3 | 2026-05-02 |  12.25
         4 | 2026-05-02 |   9.90
         5 | 2026-05-03 |   8.00
        (5 rows)\
        """);
  }

  @Test
  void theAuditFindsWhatWasChangedSinceJune() throws Exception {
    String out = run("audit-last-june.sql");
    assertPrints(
        out,
        " 1 | 2026-06-03 | Ada    | 100.00\n"
            + " 2 | 2026-06-17 | Blaise | 250.00\n"
            + " 3 | 2026-06-30 | Carl   |  80.00\n"
            + "(3 rows)");
    assertPrints(out, "430.00");
    assertPrints(
        out,
        """
         2 | 250.00 | 205.00 | changed
         3 |  80.00 |   NULL | removed
         4 |   NULL |  60.00 | added
        (3 rows)\
        """);
    assertPrints(out, "| june_2026 | TAG\n");
  }

  @Test
  void onlyWhatPassedItsChecksIsPublished() throws Exception {
    String out = run("publish-after-checks.sql");
    assertPrints(
        out,
        """
        a      | 2026-03-01 12:00:00 |    19.5
        a      | 2026-03-02 12:00:00 |    20.1
        b      | 2026-03-02 12:00:00 |    18.7
        (3 rows)\
        """);
    assertPrints(out, "before\n------\n     3\n");
    assertPrints(out, "after\n-----\n    4\n");
  }

  @Test
  void theMaintenanceOfANightLeavesFewFilesAndAllRows() throws Exception {
    String out = run("nightly-maintenance.sql");
    assertPrints(out, "2026-04-01 |     1 |     297\n2026-04-02 |     1 |     594\n(2 rows)");
  }

  @Test
  void aParquetTableIsTakenOverInItsPlace() throws Exception {
    String out = run("take-over-parquet.sql");
    assertPrints(out, "migrated_files_count\n--------------------\n                   3\n");
    assertPrints(
        out,
        """
         1 | ink    | 2026-05-01
         2 | pencil | 2026-05-01
        (2 rows)\
        """);
    assertPrints(out, "orders\n------\n     2\n");
  }

  private static String run(String script) throws Exception {
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    PrintStream out = new PrintStream(printed, true, StandardCharsets.UTF_8);
    SqlShell shell =
        new SqlShell(new StatementRunner(spark, ShellOptions.Output.BRIEF, out, out), out);
    boolean succeeded = shell.runScript(Files.readString(Path.of("sql", script)));
    String text = printed.toString(StandardCharsets.UTF_8);
    assertTrue(succeeded, text);
    return text;
  }

  private static void assertPrints(String out, String text) {
    assertTrue(out.contains(text), out);
  }
}
