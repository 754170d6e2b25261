package io.firn.spark.sql;

import static io.firn.spark.TestSession.sql;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

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

/** MERGEs with a small source, whose join has to keep all rows of the target or of the source. */
final class HashedMergeSourcesTest {
  private static final String T = "lake.hashed.t";
  private static final String SOURCE =
      "SELECT * FROM VALUES (CAST(3 AS BIGINT), 30), (CAST(7 AS BIGINT), 70), (CAST(12 AS BIGINT), 120),"
          + " (CAST(NULL AS BIGINT), 1), (CAST(NULL AS BIGINT), 2) AS s(id, v)";
  private static final String UPSERT =
      "MERGE INTO "
          + T
          + " t USING ("
          + SOURCE
          + ") s ON t.id = s.id AND t.v + s.v <> 77 WHEN MATCHED THEN UPDATE SET v = s.v"
          + " WHEN NOT MATCHED THEN INSERT (id, v) VALUES (s.id, s.v)";

  @BeforeAll
  static void createNamespace() {
    sql("CREATE NAMESPACE IF NOT EXISTS lake.hashed");
  }

  @AfterAll
  static void activatePlainSession() {
    TestSession.get();
  }

  @AfterEach
  void dropTable() {
    sql("DROP TABLE IF EXISTS " + T + " PURGE");
  }

  /** Ids 0 to 9 and a row without one. */
  private static void createTable(String mode, int version) {
    sql(
        "CREATE TABLE %s (id BIGINT, v INT) TBLPROPERTIES ('write.merge.mode'='%s', 'format-version'='%d')"
            .formatted(T, mode, version));
    sql(
        "INSERT INTO "
            + T
            + " SELECT id, int(id) FROM range(0, 10, 1, 1) UNION ALL VALUES (NULL, -1)");
  }

  /** Runs the MERGE; by which joins. */
  private static List<String> joinsOf(String merge, Map<String, String> settings) {
    SparkSession session = (SparkSession) TestSession.withExtensions().newSession();
    settings.forEach(session.conf()::set);
    CommandResult result = (CommandResult) session.sql(merge).queryExecution().commandExecuted();
    String plan = result.commandPhysicalPlan().toString();
    String last =
        plan.substring(plan.indexOf("== Final Plan =="), plan.indexOf("== Initial Plan =="));
    return Pattern.compile("(\\w+Join) .*(FullOuter|RightOuter|Inner)")
        .matcher(last)
        .results()
        .map(join -> join.group(1))
        .toList();
  }

  private static Map<String, String> threshold(String bytes) {
    return Map.of("spark.sql.autoBroadcastJoinThreshold", bytes);
  }

  @ParameterizedTest
  @CsvSource({
    "copy-on-write, 2, 10485760, ShuffledHashJoin",
    "copy-on-write, 2, 20, SortMergeJoin",
    "copy-on-write, 3, 10485760, ShuffledHashJoin",
    "merge-on-read, 2, 10485760, ShuffledHashJoin",
    "merge-on-read, 3, 10485760, ShuffledHashJoin",
    "merge-on-read, 3, 20, SortMergeJoin"
  })
  void smallSourceIsHashedAndALargerOneSorted(String mode, int version, String bytes, String join) {
    createTable(mode, version);
    assertEquals(List.of(join), joinsOf(UPSERT, threshold(bytes)));
    assertEquals(
        List.of(
            "[null,-1]",
            "[null,1]",
            "[null,2]",
            "[0,0]",
            "[1,1]",
            "[2,2]",
            "[3,30]",
            "[4,4]",
            "[5,5]",
            "[6,6]",
            "[7,7]",
            "[7,70]",
            "[8,8]",
            "[9,9]",
            "[12,120]"),
        sql("SELECT * FROM " + T + " ORDER BY id, v"));
  }

  @Test
  void sourceIsBroadcastWhereTheJoinAllowsThat() {
    createTable("merge-on-read", 3);
    String update = UPSERT.substring(0, UPSERT.indexOf(" WHEN NOT MATCHED"));
    assertEquals(List.of("BroadcastHashJoin"), joinsOf(update, threshold("10485760")));
    assertEquals(List.of("[12]"), sql("SELECT count(*) + 1 FROM " + T));
  }

  @Test
  void carriedRowsKeepTheOrderOfTheirFile() {
    createTable("copy-on-write", 2);
    assertEquals(List.of("ShuffledHashJoin"), joinsOf(UPSERT, threshold("10485760")));
    assertEquals(
        List.of("[true]"),
        sql(
            ("SELECT every(id >= before) FROM (SELECT id, lag(id) OVER (PARTITION BY _file ORDER BY _pos) before"
                    + " FROM %s WHERE id < 10 AND v = id)")
                .formatted(T)));
  }

  @ParameterizedTest
  @CsvSource({"copy-on-write", "merge-on-read"})
  void twoSourceRowsForOneRowAreRefused(String mode) {
    createTable(mode, 3);
    String twice = UPSERT.replace("(CAST(12 AS BIGINT), 120)", "(CAST(3 AS BIGINT), 31)");
    Exception e = assertThrows(Exception.class, () -> joinsOf(twice, threshold("10485760")));
    assertTrue(e.toString().contains("MERGE_CARDINALITY_VIOLATION"), e.toString());
  }
}
