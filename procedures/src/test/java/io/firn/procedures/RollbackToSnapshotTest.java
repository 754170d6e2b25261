package io.firn.procedures;

import static io.firn.spark.TestSession.messageWith;
import static io.firn.spark.TestSession.snapshotId;
import static io.firn.spark.TestSession.sql;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.firn.spark.TestSession;
import io.firn.spark.procedure.SystemProcedures;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RollbackToSnapshotTest {
  private static final String T = "lake.proc.t";
  private long first;
  private long second;

  @BeforeEach
  void createTable() {
    sql("CREATE NAMESPACE lake.proc");
    sql("CREATE TABLE " + T + " AS SELECT 1 AS id");
    first = snapshotId(T);
    sql("INSERT INTO " + T + " VALUES (2)");
    second = snapshotId(T);
  }

  @AfterEach
  void dropTable() {
    sql("USE spark_catalog.default");
    sql("DROP NAMESPACE lake.proc CASCADE");
  }

  @Test
  void olderSnapshotBecomesCurrentAgain() {
    assertEquals(
        List.of("[" + second + "," + first + "]"),
        sql("CALL lake.system.rollback_to_snapshot('proc.t', " + first + ")"));
    assertEquals(List.of("[1]"), sql("SELECT * FROM " + T));
    sql("INSERT INTO " + T + " VALUES (3)");
    assertEquals(List.of("[1]", "[3]"), sql("SELECT * FROM " + T + " ORDER BY id"));
  }

  @Test
  void argumentsGoByNameAndNamesAreCompleted() {
    sql(
        "CALL lake.system.rollback_to_snapshot(snapshot_id => "
            + first
            + ", table => '"
            + T
            + "')");
    assertEquals(List.of("[1]"), sql("SELECT * FROM " + T));
    sql("INSERT INTO " + T + " VALUES (4)");
    sql("USE lake.proc");
    sql("CALL system.rollback_to_snapshot('t', " + first + ")");
    assertEquals(List.of("[1]"), sql("SELECT * FROM t"));
  }

  /** Spark takes a procedure that is unbound and bound at once for bound, and then fails here. */
  @Test
  void argumentsNeedNotBeLiterals() {
    sql(
        "CALL lake.system.rollback_to_snapshot(concat('proc', '.t'), (SELECT bigint('"
            + first
            + "')))");
    assertEquals(List.of("[1]"), sql("SELECT * FROM " + T));
    Row[] rows =
        (Row[])
            TestSession.get()
                .sql(
                    "CALL lake.system.rollback_to_snapshot(table => :t, snapshot_id => :s)",
                    Map.of("t", "proc.t", "s", first))
                .collect();
    assertEquals("[" + first + "," + first + "]", rows[0].toString());
  }

  @Test
  void cachedDataIsForgotten() {
    sql("CACHE TABLE " + T);
    assertEquals(List.of("[2]"), sql("SELECT count(*) FROM " + T));
    sql("CALL lake.system.rollback_to_snapshot('proc.t', " + first + ")");
    assertEquals(List.of("[1]"), sql("SELECT count(*) FROM " + T));
  }

  @Test
  void wrongCallsFailWithASentence() {
    refused("CALL lake.system.rollback_to_snapshot('proc.t', 12)", "Cannot find snapshot 12");
    refused(
        "CALL lake.system.rollback_to_snapshot('proc.none', 12)",
        "Cannot find table proc.none in the catalog lake");
    refused("CALL lake.system.rollback_to_snapshot('proc.t')", "snapshot_id");
    refused(
        "CALL lake.system.rollback_to_snapshot('', " + first + ")",
        "Cannot call rollback_to_snapshot: the argument table is null or empty");
    Exception unknown =
        assertThrows(Exception.class, () -> sql("CALL lake.system.rollback('proc.t')"));
    assertTrue(
        unknown
            .getMessage()
            .startsWith(
                "Cannot find procedure rollback in lake.system: there are "
                    + String.join(", ", SystemProcedures.discover().names())),
        unknown.getMessage());
    refused("CALL lake.proc.rollback_to_snapshot('proc.t', 1)", "are in the namespace system");
    sql("CALL lake.system.rollback_to_snapshot('proc.t', " + first + ")");
    refused("CALL lake.system.rollback_to_snapshot('proc.t', " + second + ")", "not an ancestor");
  }

  @Test
  void proceduresAreShownAndDescribed() {
    assertTrue(SystemProcedures.discover().names().contains("rollback_to_snapshot"));
    assertEquals(
        SystemProcedures.discover().names(),
        Arrays.stream((Row[]) TestSession.get().sql("SHOW PROCEDURES IN lake.system").collect())
            .map(row -> row.getString(row.length() - 1))
            .sorted()
            .toList());
    assertTrue(
        sql("DESCRIBE PROCEDURE lake.system.rollback_to_snapshot")
            .toString()
            .contains("Makes an older snapshot current again"));
  }

  private static void refused(String statement, String message) {
    Exception e = assertThrows(Exception.class, () -> sql(statement), statement);
    messageWith(e, message);
  }
}
