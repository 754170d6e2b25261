package io.firn.spark.sql;

import static io.firn.spark.TestSession.sql;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.firn.spark.TestSession;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.classic.Dataset;
import org.apache.spark.sql.classic.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Joins of tables that are partitioned alike, where nobody set anything. */
final class JoinsByKeyTest {
  private static final String GROUPING = "spark.sql.iceberg.planning.preserve-data-grouping";
  private static final String JOIN =
      "SELECT a.id, b.v FROM lake.keyed.a a JOIN lake.keyed.b b ON a.id = b.id";

  @BeforeAll
  static void createNamespace() {
    sql("CREATE NAMESPACE IF NOT EXISTS lake.keyed");
  }

  @AfterAll
  static void activatePlainSession() {
    TestSession.get();
  }

  @AfterEach
  void dropTables() {
    for (String table : List.of("a", "b", "c")) {
      sql("DROP TABLE IF EXISTS lake.keyed." + table + " PURGE");
    }
  }

  /** Each file is larger than a split is wanted to be. */
  private static void table(String name, String partitions, String... selects) {
    sql(
        "CREATE TABLE lake.keyed.%s (id BIGINT, v STRING) PARTITIONED BY (%s) TBLPROPERTIES"
                .formatted(name, partitions)
            + " ('write.distribution-mode'='none', 'read.split.target-size'='500', 'read.split.open-file-cost'='1',"
            + " 'write.delete.mode'='merge-on-read', 'write.merge.mode'='merge-on-read')");
    for (String select : selects) {
      sql("INSERT INTO lake.keyed." + name + " " + select);
    }
  }

  private static String range(int from, int to) {
    return "SELECT id, concat('v', id) FROM range(%d, %d, 1, 1)".formatted(from, to);
  }

  private static void bucketedAlike() {
    table("a", "bucket(4, id)", range(0, 60));
    table("b", "bucket(4, id)", range(10, 70), range(70, 90));
  }

  private record Result(String plan, List<String> rows) {
    boolean isShuffled() {
      return plan.contains("Exchange hashpartitioning");
    }
  }

  private static Result run(String query, String... settings) {
    SparkSession session = (SparkSession) TestSession.withExtensions().newSession();
    Map<String, String> all = new HashMap<>();
    all.put("spark.sql.autoBroadcastJoinThreshold", "-1");
    for (int i = 0; i < settings.length; i += 2) {
      all.put(settings[i], settings[i + 1]);
    }
    all.forEach(session.conf()::set);
    Dataset<Row> data = session.sql(query);
    List<String> rows = data.collectAsList().stream().map(Row::toString).sorted().toList();
    return new Result(data.queryExecution().executedPlan().toString(), rows);
  }

  private static void assertJoinedByKey(String query, String... settings) {
    Result result = run(query, settings);
    assertFalse(result.isShuffled(), result.plan());
    Result shuffled = run(query, GROUPING, "false");
    assertTrue(shuffled.isShuffled(), shuffled.plan());
    assertFalse(result.rows().isEmpty());
    assertEquals(shuffled.rows(), result.rows());
  }

  private static void assertShuffled(String query, String... settings) {
    Result result = run(query, settings);
    assertTrue(result.isShuffled(), result.plan());
  }

  @ParameterizedTest
  @ValueSource(strings = {"true", "false"})
  void nothingIsShuffled(String adaptive) {
    bucketedAlike();
    assertJoinedByKey(JOIN, "spark.sql.adaptive.enabled", adaptive);
    assertEquals(50, run(JOIN).rows().size());
  }

  @Test
  void columnsMayHaveOtherNamesAndTheJoinMayBeAnyOther() {
    bucketedAlike();
    assertJoinedByKey(
        "SELECT * FROM (SELECT id AS k, v FROM lake.keyed.a WHERE v <> 'v11') x FULL OUTER JOIN lake.keyed.b y ON x.k = y.id");
    assertJoinedByKey(
        "SELECT * FROM lake.keyed.a x WHERE x.id NOT IN (1, 2) AND NOT EXISTS (SELECT 1 FROM lake.keyed.b y WHERE x.id = y.id)");
    assertJoinedByKey("SELECT x.v, y.v FROM lake.keyed.a x JOIN lake.keyed.a y ON x.id = y.id");
  }

  @Test
  void threeTablesAreJoinedByOneKey() {
    bucketedAlike();
    table("c", "bucket(4, id)", range(20, 40));
    String three = JOIN + " JOIN lake.keyed.c c ON a.id = c.id";
    assertJoinedByKey(three);
    assertEquals(20, run(three).rows().size());
  }

  /** A stage of what is shuffled is put into a plan that has keyed scans. */
  @Test
  void whatIsNotPartitionedAlikeIsShuffledToTheRest() {
    bucketedAlike();
    table("c", "bucket(3, id)", range(20, 40));
    String three = JOIN + " JOIN lake.keyed.c c ON a.id = c.id ORDER BY 1";
    assertShuffled(three);
    assertEquals(run(three, GROUPING, "false").rows(), run(three).rows());
    assertShuffled("SELECT a.id FROM lake.keyed.a a JOIN lake.keyed.c c ON a.id = c.id");
    assertShuffled("SELECT a.id FROM lake.keyed.a a JOIN lake.keyed.b b ON a.v = b.v");
    assertShuffled(JOIN.replace("=", "<=>"));
  }

  @Test
  void fewLargePartitionsKeepTheirTasks() {
    for (String name : List.of("a", "b")) {
      table(name, "bucket(1, id)", "SELECT id, concat('v', id) FROM range(0, 180, 1, 3)");
    }
    assertShuffled(JOIN);
    assertFalse(run(JOIN, GROUPING, "true").isShuffled());
  }

  @Test
  void aKeyThatHasMostFilesIsNotOneTask() {
    for (String name : List.of("a", "b")) {
      table(name, "id", "SELECT 0, 'v' FROM range(0, 9, 1, 9)", "VALUES (1, 'v'), (2, 'v')");
    }
    assertShuffled(JOIN);
    assertFalse(run(JOIN, GROUPING, "true").isShuffled());
    assertJoinedByKey(JOIN.replace("a.id = b.id", "a.id = b.id AND a.id <> 0 AND b.id <> 0"));
  }

  @Test
  void aScanThatIsNotJoinedIsNotGrouped() {
    bucketedAlike();
    String query = "SELECT id, v FROM lake.keyed.b";
    SparkSession session = (SparkSession) TestSession.withExtensions().newSession();
    int tasks = session.sql(query).rdd().getNumPartitions();
    session.conf().set(GROUPING, "true");
    assertEquals(4, session.sql(query).rdd().getNumPartitions());
    assertEquals(8, tasks);
  }

  @Test
  void filtersThatAreFoundAtRunTimeLeaveTheKeys() {
    bucketedAlike();
    table("c", "id", "SELECT * FROM VALUES (20, 'x'), (21, 'x'), (400, 'y') AS c(id, v)");
    String query =
        "SELECT /*+ BROADCAST(c) */ a.id, b.v FROM lake.keyed.a a JOIN lake.keyed.b b ON a.id = b.id"
            + " JOIN lake.keyed.c c ON a.id = c.id WHERE c.v = 'x'";
    for (String adaptive : List.of("true", "false")) {
      Result result = run(query, "spark.sql.adaptive.enabled", adaptive);
      assertTrue(result.plan().contains("dynamicpruning"), result.plan());
      assertFalse(result.isShuffled(), result.plan());
      assertEquals(List.of("[20,v20]", "[21,v21]"), result.rows());
    }
  }

  @Test
  void deletedRowsEarlierSnapshotsAndOtherSpecsAreReadAsEver() {
    bucketedAlike();
    sql("DELETE FROM lake.keyed.a WHERE id % 3 = 0");
    assertJoinedByKey(JOIN);
    assertEquals(34, run(JOIN).rows().size());
    String earlier =
        run("SELECT min_by(snapshot_id, committed_at) FROM lake.keyed.a.snapshots")
            .rows()
            .get(0)
            .replaceAll("[\\[\\]]", "");
    assertJoinedByKey(JOIN.replace("a.a a", "a.a VERSION AS OF " + earlier + " a"));

    run("ALTER TABLE lake.keyed.a ADD PARTITION FIELD truncate(1, v)");
    sql("INSERT INTO lake.keyed.a " + range(60, 65));
    assertJoinedByKey(JOIN);
    assertEquals(39, run(JOIN).rows().size());
    run("ALTER TABLE lake.keyed.a DROP PARTITION FIELD bucket(4, id)");
    sql("INSERT INTO lake.keyed.a " + range(65, 70));
    assertShuffled(JOIN);
    assertEquals(44, run(JOIN).rows().size());
  }

  @Test
  void whatSomebodySetIsKept() {
    bucketedAlike();
    assertShuffled(JOIN, GROUPING, "false");
    assertShuffled(JOIN, "spark.sql.sources.v2.bucketing.enabled", "false");
    Result broadcast = run(JOIN, "spark.sql.autoBroadcastJoinThreshold", "10MB");
    assertTrue(broadcast.plan().contains("BroadcastHashJoin"), broadcast.plan());
  }

  @Test
  void aMergeOfTablesThatArePartitionedAlikeChangesTheSameRows() {
    bucketedAlike();
    run(
        "MERGE INTO lake.keyed.a a USING lake.keyed.b b ON a.id = b.id"
            + " WHEN MATCHED AND b.id < 20 THEN DELETE WHEN MATCHED THEN UPDATE SET v = 'm'"
            + " WHEN NOT MATCHED THEN INSERT *");
    assertEquals(
        List.of("[m,40]", "[v,40]"),
        run("SELECT if(v = 'm', 'm', 'v'), count(*) FROM lake.keyed.a GROUP BY 1").rows());
  }
}
