package io.firn.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.apache.spark.sql.RuntimeConfig;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Write, audit, publish: by a staged snapshot or by a branch; Iceberg publishes what Firn staged.
 */
@Tag("iceberg-oracle")
class WriteAuditPublishTest {
  private static final String ID = "spark.wap.id";
  private static final String BRANCH = "spark.wap.branch";
  private final RuntimeConfig conf = Lakes.session().conf();

  @BeforeAll
  static void createNamespace() {
    Lakes.sql("CREATE NAMESPACE lake.wap");
  }

  @AfterEach
  void unset() {
    conf.unset(ID);
    conf.unset(BRANCH);
  }

  private static void create(String table) {
    Lakes.sql(
        "CREATE TABLE lake.wap."
            + table
            + " (id INT, v STRING) TBLPROPERTIES ('write.wap.enabled'='true')");
    Lakes.sql("INSERT INTO lake.wap." + table + " VALUES (1, 'a'), (2, 'b')");
  }

  private static void assertIds(String table, Integer... ids) {
    // Without its own SQL extensions, Iceberg's connector does not read a branch by the setting.
    boolean branched = Lakes.session().conf().getOption(BRANCH).isDefined();
    for (String catalog : branched ? List.of("lake") : List.of("lake", "ice")) {
      assertEquals(
          List.of(ids),
          Lakes.sql("SELECT id FROM " + catalog + ".wap." + table + " ORDER BY id").stream()
              .map(row -> row.getInt(0))
              .toList(),
          catalog + ".wap." + table);
    }
  }

  @Test
  void aStagedSnapshotIsNotVisibleUntilItIsPublished() {
    create("staged");
    conf.set(ID, "job-1");
    Lakes.sql("INSERT INTO lake.wap.staged VALUES (3, 'c')");
    assertIds("staged", 1, 2);
    conf.unset(ID);
    assertIds("staged", 1, 2);
    assertEquals(
        List.of("[append, job-1, 3]"),
        Lakes.rows(
            "SELECT operation, summary['wap.id'], summary['total-records']"
                + " FROM lake.wap.staged.snapshots WHERE summary['wap.id'] IS NOT NULL"));
    assertEquals(
        List.of("[main]"),
        Lakes.rows("SELECT name FROM lake.wap.staged.refs"),
        "no ref of its own");
    Lakes.sql("CALL ice.system.publish_changes('wap.staged', 'job-1')");
    assertIds("staged", 1, 2, 3);
    conf.set(ID, "job-2");
    Lakes.sql("UPDATE lake.wap.staged SET v = 'x' WHERE id = 1");
    Lakes.sql("DELETE FROM lake.wap.staged WHERE id > 0");
    assertEquals(
        List.of("[1, a]", "[2, b]", "[3, c]"),
        Lakes.rows("SELECT * FROM lake.wap.staged ORDER BY id"));
  }

  @Test
  void aBranchTakesAllWritesAndIsReadInTheSession() {
    create("branched");
    conf.set(BRANCH, "audit");
    Lakes.sql("INSERT INTO lake.wap.branched VALUES (3, 'c')");
    assertIds("branched", 1, 2, 3);
    Lakes.sql("UPDATE lake.wap.branched SET v = 'x' WHERE id = 3");
    Lakes.sql("DELETE FROM lake.wap.branched WHERE id = 1");
    Lakes.sql(
        "MERGE INTO lake.wap.branched t USING (SELECT 3 AS id UNION ALL SELECT 4) s ON t.id = s.id"
            + " WHEN MATCHED THEN UPDATE SET v = 'm'"
            + " WHEN NOT MATCHED THEN INSERT (id, v) VALUES (s.id, 'n')");
    assertEquals(
        List.of("[2, b]", "[3, m]", "[4, n]"),
        Lakes.rows("SELECT * FROM lake.wap.branched ORDER BY id"));
    assertIds("branched", 2, 3, 4);
    conf.unset(BRANCH);
    assertIds("branched", 1, 2);
    assertEquals(
        List.of("[2, b]", "[3, m]", "[4, n]"),
        Lakes.rows("SELECT * FROM lake.wap.branched.branch_audit ORDER BY id"));
    assertEquals(
        List.of("[2, b]", "[3, m]", "[4, n]"),
        Lakes.rows("SELECT * FROM ice.wap.branched VERSION AS OF 'audit' ORDER BY id"));
    conf.set(BRANCH, "audit");
    Lakes.sql("INSERT INTO lake.wap.branched.branch_main VALUES (9, 'named')");
    Lakes.sql("DELETE FROM lake.wap.branched");
    assertIds("branched");
    conf.unset(BRANCH);
    assertIds("branched", 1, 2, 9);
  }

  @Test
  void anInsertOfTheTableItselfReadsTheBranch() {
    create("doubled");
    conf.set(BRANCH, "audit");
    Lakes.sql("INSERT INTO lake.wap.doubled VALUES (3, 'c')");
    Lakes.sql("INSERT INTO lake.wap.doubled SELECT id + 10, v FROM lake.wap.doubled");
    assertIds("doubled", 1, 2, 3, 11, 12, 13);
    conf.unset(BRANCH);
    assertIds("doubled", 1, 2);
  }

  @Test
  void tablesWithoutThePropertyAreWrittenAsAlways() {
    Lakes.sql("CREATE TABLE lake.wap.plain (id INT)");
    conf.set(BRANCH, "audit");
    Lakes.sql("INSERT INTO lake.wap.plain VALUES (1)");
    conf.unset(BRANCH);
    conf.set(ID, "job");
    Lakes.sql("INSERT INTO lake.wap.plain VALUES (2)");
    conf.unset(ID);
    assertIds("plain", 1, 2);
  }

  @Test
  void bothAtOnceAreRefused() {
    create("both");
    conf.set(ID, "job-3");
    conf.set(BRANCH, "audit");
    for (String statement :
        List.of(
            "INSERT INTO %s.wap.both VALUES (3, 'c')",
            "UPDATE %s.wap.both SET v = 'x' WHERE id = 1",
            "DELETE FROM %s.wap.both WHERE id = 1")) {
      Exception ours =
          assertThrows(Exception.class, () -> Lakes.sql(String.format(statement, "lake")));
      Lakes.messageWith(
          ours, "The session sets both spark.wap.id=job-3 and spark.wap.branch=audit");
      assertThrows(Exception.class, () -> Lakes.sql(String.format(statement, "ice")));
    }
    unset();
    assertIds("both", 1, 2);
    assertEquals(List.of("[1]"), Lakes.rows("SELECT count(*) FROM lake.wap.both.snapshots"));
  }
}
