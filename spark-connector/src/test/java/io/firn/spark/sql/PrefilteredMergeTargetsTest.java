package io.firn.spark.sql;

import static io.firn.spark.TestSession.sql;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.firn.spark.TestSession;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.apache.spark.sql.catalyst.plans.logical.CommandResult;
import org.apache.spark.sql.classic.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * MERGEs whose target is joined with the broadcast keys of a small source before it is shuffled.
 */
final class PrefilteredMergeTargetsTest {
  private static final String T = "lake.prefiltered.t";
  private static final String SOURCE =
      "SELECT * FROM VALUES (CAST(3 AS BIGINT), 30), (CAST(7 AS BIGINT), 70), (CAST(1200 AS BIGINT), 120),"
          + " (CAST(NULL AS BIGINT), 1) AS s(id, v)";
  private static final String SEMI = "BroadcastHashJoin LeftSemi";

  @BeforeAll
  static void createNamespace() {
    sql("CREATE NAMESPACE IF NOT EXISTS lake.prefiltered");
  }

  @AfterAll
  static void activatePlainSession() {
    TestSession.get();
  }

  @AfterEach
  void dropTables() {
    sql("DROP TABLE IF EXISTS " + T + " PURGE");
    sql("DROP TABLE IF EXISTS " + T + "_source PURGE");
  }

  /** Ids 0 to 999 and a row without one, in more than 2 MiB. */
  private static void createTable(String mode, int version) {
    sql(
        "CREATE TABLE %s (id BIGINT, v INT, text STRING) TBLPROPERTIES ('write.merge.mode'='%s', 'format-version'='%d', 'write.parquet.compression-codec'='uncompressed')"
            .formatted(T, mode, version));
    sql(
        "INSERT INTO "
            + T
            + " SELECT id, int(id), repeat(string(id), 1000) FROM range(0, 1000, 1, 2) UNION ALL VALUES (NULL, -1, '')");
  }

  private static String merge(String source, String condition, String clauses) {
    return "MERGE INTO " + T + " t USING (" + source + ") s ON " + condition + " " + clauses;
  }

  private static final String UPSERT =
      "WHEN MATCHED THEN UPDATE SET v = s.v WHEN NOT MATCHED THEN INSERT (id, v) VALUES (s.id, s.v)";

  /** Runs the MERGE; its joins. */
  private static List<String> joinsOf(String merge, Map<String, String> settings) {
    SparkSession session = (SparkSession) TestSession.withExtensions().newSession();
    settings.forEach(session.conf()::set);
    CommandResult result = (CommandResult) session.sql(merge).queryExecution().commandExecuted();
    String plan = result.commandPhysicalPlan().toString();
    String last =
        plan.substring(plan.indexOf("== Final Plan =="), plan.indexOf("== Initial Plan =="));
    return Pattern.compile("(\\w+Join) .*?(LeftSemi|LeftAnti|FullOuter|RightOuter|Inner)")
        .matcher(last)
        .results()
        .map(join -> join.group(1) + " " + join.group(2))
        .toList();
  }

  @ParameterizedTest
  @CsvSource({"copy-on-write, 2", "copy-on-write, 3", "merge-on-read, 2", "merge-on-read, 3"})
  void onlyMatchesAreShuffled(String mode, int version) {
    createTable(mode, version);
    assertEquals(
        List.of("ShuffledHashJoin RightOuter", SEMI),
        joinsOf(merge(SOURCE, "t.id = s.id AND t.v + s.v <> 77", UPSERT), Map.of()));
    assertEquals(
        List.of("[null,-1]", "[null,1]", "[3,30]", "[7,7]", "[7,70]", "[1200,120]"),
        sql(
            "SELECT id, v FROM "
                + T
                + " WHERE id IS NULL OR id IN (3, 7) OR id > 999 ORDER BY id, v"));
    assertEquals(List.of("[1004]"), sql("SELECT count(*) FROM " + T));
  }

  @Test
  void aMergeThatOnlyInsertsLooksUpMatchesOnly() {
    createTable("merge-on-read", 3);
    List<String> joins =
        joinsOf(
            merge(SOURCE, "t.id = s.id", "WHEN NOT MATCHED THEN INSERT (id, v) VALUES (s.id, s.v)"),
            Map.of());
    assertEquals(List.of(SEMI), joins.stream().filter(SEMI::equals).toList());
    assertEquals(
        List.of("[null,-1]", "[null,1]", "[1200,120]"),
        sql("SELECT id, v FROM " + T + " WHERE id IS NULL OR id > 999 ORDER BY id, v"));
    assertEquals(List.of("[1003]"), sql("SELECT count(*) FROM " + T));
  }

  @Test
  void rowsThatTheSourceDoesNotHaveAreNeededByAClause() {
    createTable("merge-on-read", 3);
    List<String> joins =
        joinsOf(
            merge(SOURCE, "t.id = s.id", UPSERT + " WHEN NOT MATCHED BY SOURCE THEN DELETE"),
            Map.of());
    assertEquals(List.of(), joins.stream().filter(SEMI::equals).toList());
    assertEquals(List.of("[4]"), sql("SELECT count(*) FROM " + T));
  }

  @Test
  void aSmallTargetIsNotWorthIt() {
    createTable("merge-on-read", 3);
    sql("DELETE FROM " + T + " WHERE id > 0");
    sql("INSERT OVERWRITE " + T + " SELECT 3, 3, 'few'");
    List<String> joins = joinsOf(merge(SOURCE, "t.id = s.id", UPSERT), Map.of());
    assertEquals(List.of(), joins.stream().filter(SEMI::equals).toList());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "SELECT id, int(rand() * 9) AS v FROM range(3) | 10485760",
        "SELECT id, int(sum(double(id))) AS v FROM range(3) GROUP BY id | 10485760",
        "SELECT * FROM (%s) WHERE v < (SELECT max(v) + 1000 FROM " + T + ") | 10485760",
        "%s | 10",
        "SELECT id, 5 AS v FROM range(500, 200000) | 10485760"
      })
  void aSourceIsReadTwiceOnlyIfItIsSmallAndTheSameAgain(String source, String threshold) {
    createTable("merge-on-read", 3);
    List<String> joins =
        joinsOf(
            merge(source.formatted(SOURCE), "t.id = s.id", UPSERT),
            Map.of("spark.sql.autoBroadcastJoinThreshold", threshold.trim()));
    assertEquals(List.of(), joins.stream().filter(SEMI::equals).toList());
  }

  @Test
  void aTableOfOurOwnIsASourceToo() {
    createTable("copy-on-write", 2);
    sql("CREATE TABLE " + T + "_source AS SELECT id * 10 AS id, 1 AS v FROM range(0, 150, 1, 1)");
    List<String> joins =
        joinsOf(
            merge(
                "SELECT id, max(v) AS v FROM " + T + "_source GROUP BY id", "s.id = t.id", UPSERT),
            Map.of());
    assertEquals(List.of(SEMI), joins.stream().filter(SEMI::equals).toList());
    assertEquals(
        List.of("[1051,150]"),
        sql("SELECT count(*), count_if(v = 1 AND (id % 10 = 0 OR id <> 1)) FROM " + T));
  }
}
