package io.firn.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class StatementRunnerTest {
  private static SparkSession spark;

  private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
  private final ByteArrayOutputStream failures = new ByteArrayOutputStream();
  private final PrintStream out = new PrintStream(printed, true, StandardCharsets.UTF_8);
  private final PrintStream err = new PrintStream(failures, true, StandardCharsets.UTF_8);
  private final StatementRunner runner =
      new StatementRunner(spark, ShellOptions.Output.BRIEF, out, err);

  @BeforeAll
  static void startSpark() {
    spark =
        SparkSession.builder()
            .master("local[1]")
            .config("spark.ui.enabled", "false")
            .config("spark.sql.shuffle.partitions", "1")
            .getOrCreate();
  }

  @AfterAll
  static void stopSpark() {
    spark.stop();
  }

  @Test
  void rowsArePrintedAsATableWithNumbersToTheRight() {
    assertTrue(
        runner.run(
            "SELECT * FROM VALUES (1, 'one', X'0AFF', array(1, null)), (200, null, null, null)"
                + " AS t(n, `a.b`, bytes, list)"));
    assertPrinted(
        """
          n | a.b  | bytes | list
        ----+------+-------+----------
          1 | one  | 0AFF  | [1, null]
        200 | NULL | NULL  | NULL
        (2 rows) #.# s

        """);
  }

  @Test
  void columnsMayShareAName() {
    assertTrue(runner.run("SELECT 1 AS a, 2 AS a"));
    assertPrinted("a | a\n--+--\n1 | 2\n(1 row) #.# s\n\n");
  }

  @Test
  void aSingleRowTooWideForAScreenTakesALinePerColumn() {
    assertTrue(runner.run("SELECT repeat('x', 160) AS wide, 7 AS n"));
    assertPrinted("wide | " + "x".repeat(160) + "\nn    | 7\n(1 row) #.# s\n\n");
  }

  @Test
  void aLongResultSaysThatItIsCut() {
    assertTrue(runner.run("SELECT id FROM range(2000)"));
    String text = printed.toString(StandardCharsets.UTF_8);
    assertTrue(text.contains("\n999\n(the first 1000 rows; "), text);
  }

  @Test
  void aStatementWithoutARowSaysOk() {
    assertTrue(runner.run("CREATE OR REPLACE TEMPORARY VIEW v AS SELECT 1"));
    assertPrinted("OK #.# s\n\n");
  }

  @Test
  void anErrorOfAnalysisIsItsMessageWithoutAPlan() {
    assertFalse(runner.run("SELECT b\nFROM (SELECT 1 AS a)"));
    String text = failures.toString(StandardCharsets.UTF_8);
    assertTrue(
        text.startsWith("This statement failed:\n  SELECT b\n  FROM (SELECT 1 AS a)\n["), text);
    assertTrue(text.contains("`b` cannot be resolved"), text);
    assertFalse(text.contains("Project"), text);
  }

  @Test
  void aFailedTaskIsReportedWithoutItsStackTrace() {
    assertFalse(runner.run("SELECT raise_error('no fuel') FROM range(3)"));
    String text = failures.toString(StandardCharsets.UTF_8);
    assertTrue(text.contains("no fuel"), text);
    assertFalse(text.contains("\tat "), text);
  }

  private void assertPrinted(String expected) {
    String text = printed.toString(StandardCharsets.UTF_8);
    assertEquals(expected, text.replaceAll("\\d+\\.\\d s", "#.# s"));
  }
}
