package io.firn.spark.sql;

import static io.firn.spark.TestSession.rows;
import static io.firn.spark.TestSession.sql;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.firn.spark.TestSession;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.catalyst.plans.logical.CommandResult;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.classic.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import scala.jdk.javaapi.CollectionConverters;

/** Which keys a MERGE is known to have looked up once Spark has run it, however it planned it. */
class ObservedKeysTest {
  private static final String T = "lake.observed.t";

  @BeforeAll
  static void createNamespace() {
    sql("CREATE NAMESPACE IF NOT EXISTS lake.observed");
  }

  @AfterAll
  static void activatePlainSession() {
    TestSession.get();
  }

  /** Ids 0 to 9, of each remainder of 4 in a partition. */
  @BeforeEach
  void createTable() {
    sql(
        "CREATE TABLE %s (id BIGINT, p INT, v INT) PARTITIONED BY (p) TBLPROPERTIES ('write.merge.mode'='merge-on-read')"
            .formatted(T));
    sql("INSERT INTO " + T + " SELECT id, int(id % 4), int(id) FROM range(0, 10, 1, 1)");
  }

  @AfterEach
  void dropTable() {
    sql("DROP TABLE " + T + " PURGE");
  }

  /** Runs the MERGE with settings; what it looked up, or that this is not known. */
  private static String keysOf(String merge, Map<String, String> settings) {
    SparkSession session = (SparkSession) TestSession.withExtensions().newSession();
    settings.forEach(session.conf()::set);
    CommandResult result = (CommandResult) session.sql(merge).queryExecution().commandExecuted();
    return observed(result.commandLogicalPlan())
        .orElseThrow()
        .gathered()
        .complete()
        .map(Object::toString)
        .orElse("not known");
  }

  private static Optional<ObservedSource> observed(LogicalPlan plan) {
    return plan instanceof ObservedSource source
        ? Optional.of(source)
        : CollectionConverters.asJava(plan.children()).stream()
            .flatMap(child -> observed(child).stream())
            .findFirst();
  }

  private static String upsert(String source) {
    return "MERGE INTO "
        + T
        + " t USING ("
        + source
        + ") s ON t.id = s.id WHEN MATCHED THEN UPDATE SET v = -1"
        + " WHEN NOT MATCHED THEN INSERT (id, p, v) VALUES (s.id, 0, 0)";
  }

  private static String update(String source, String on) {
    return "MERGE INTO %s t USING (%s) s ON %s WHEN MATCHED THEN UPDATE SET v = -1"
        .formatted(T, source, on);
  }

  @ParameterizedTest
  @CsvSource({"true, 10485760", "true, -1", "false, 10485760", "false, -1"})
  void allKeysAreKnownOfASourceThatIsReadToItsEnd(String adaptive, String broadcast) {
    Map<String, String> settings =
        Map.of(
            "spark.sql.adaptive.enabled", adaptive,
            "spark.sql.autoBroadcastJoinThreshold", broadcast);
    assertEquals("40 join keys", keysOf(upsert("SELECT id FROM range(5, 45, 1, 3)"), settings));
    assertEquals(List.of("[45,-5]"), sql("SELECT count(*), sum(if(v < 0, v, 0)) FROM " + T));
  }

  /** One partition of the source is in the cache, the others get there while the MERGE runs. */
  @Test
  void allKeysAreKnownOfACachedSource() {
    SparkSession session = (SparkSession) TestSession.withExtensions();
    var source = session.range(5, 45, 1, 3).selectExpr("id").persist();
    try {
      source.createOrReplaceGlobalTempView("observed_source");
      source.limit(1).collect();
      String merge = upsert("SELECT id FROM global_temp.observed_source");
      assertEquals("40 join keys", keysOf(merge, Map.of()));
      assertEquals("40 join keys", keysOf(merge, Map.of()));
    } finally {
      session.catalog().dropGlobalTempView("observed_source");
      source.unpersist(true);
    }
  }

  /** Spark would read the partitions only that are in both, and so it is told of none. */
  @ParameterizedTest
  @CsvSource({"true, 16 join keys", "false, not known"})
  void partitionsThatTheTargetLacksAreNotForgotten(String filter, String known) {
    sql("CREATE TABLE lake.observed.s (id BIGINT, p INT) PARTITIONED BY (p)");
    try {
      sql("INSERT INTO lake.observed.s SELECT id, int(id % 8) FROM range(0, 16, 1, 1)");
      Map<String, String> settings =
          Map.of(
              "spark.sql.autoBroadcastJoinThreshold", "-1",
              "spark.sql.iceberg.planning.preserve-data-grouping", "true",
              "spark.sql.requireAllClusterKeysForCoPartition", "false",
              "spark.sql.sources.v2.bucketing.enabled", "true",
              "spark.sql.sources.v2.bucketing.pushPartValues.enabled", "true",
              "spark.sql.sources.v2.bucketing.partition.filter.enabled", filter);
      assertEquals(
          known,
          keysOf(update("SELECT * FROM lake.observed.s", "t.p = s.p AND t.id = s.id"), settings));
    } finally {
      sql("DROP TABLE lake.observed.s PURGE");
    }
  }

  /**
   * The join does not look for a partner of rows that are not there, and so not at a source that
   * comes in the right partitions already.
   */
  @Test
  void keysAreNotKnownOfASourceThatAJoinLeavesUnread() {
    Map<String, String> settings =
        Map.of(
            "spark.sql.autoBroadcastJoinThreshold", "-1",
            "spark.sql.adaptive.enabled", "false");
    String merge =
        update(
            "SELECT id % 40 AS id FROM range(0, 80) GROUP BY id % 40",
            "t.id = s.id AND t.v = 1000 + t.p");
    assertEquals("not known", keysOf(merge, settings));
  }

  /** Keys that no row can have may be those of a row once the column is wider. */
  @Test
  void keysThatAreTooLargeForTheColumnAreKnownToo() {
    String merge =
        "MERGE INTO %s t USING (SELECT id * 4000000000 AS id FROM range(3)) s ON t.v = s.id WHEN NOT MATCHED THEN INSERT (id, p, v) VALUES (s.id, 0, 0)"
            .formatted(T);
    assertEquals("3 join keys", keysOf(merge, Map.of()));
    assertEquals(List.of("[12]"), rows(TestSession.get(), "SELECT count(*) FROM " + T));
  }
}
