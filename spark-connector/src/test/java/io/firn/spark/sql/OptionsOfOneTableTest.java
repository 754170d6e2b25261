package io.firn.spark.sql;

import static io.firn.spark.TestSession.messageWith;
import static io.firn.spark.TestSession.rows;
import static io.firn.spark.TestSession.snapshotId;
import static io.firn.spark.TestSession.sql;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.firn.spark.TestSession;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Spark gives all references to a table in one statement the options of the first one. */
class OptionsOfOneTableTest {
  private static String first;
  private static String second;

  @BeforeAll
  static void createTable() {
    sql("CREATE NAMESPACE lake.opt");
    sql("CREATE TABLE lake.opt.t AS SELECT 1 AS id");
    first = String.valueOf(snapshotId("lake.opt.t"));
    sql("INSERT INTO lake.opt.t VALUES (2)");
    second = String.valueOf(snapshotId("lake.opt.t"));
  }

  @AfterAll
  static void dropTable() {
    TestSession.get();
    sql("DROP NAMESPACE lake.opt CASCADE");
  }

  @Test
  void withExtensionsEachReferenceReadsItsOwnSnapshot() {
    assertEquals(
        List.of("[1,2]"),
        extended(
            "SELECT (SELECT max(id) FROM lake.opt.t WITH (`snapshot-id`="
                + first
                + ")), (SELECT max(id) FROM lake.opt.t)"));
    assertEquals(
        List.of("[1,1]", "[1,2]"),
        extended(
            "SELECT a.id, b.id FROM lake.opt.t WITH (`snapshot-id`="
                + first
                + ") a, lake.opt.t b ORDER BY 1, 2"));
    assertEquals(
        List.of("[1,1]", "[2,1]"),
        extended(
            "SELECT a.id, b.id FROM lake.opt.t a, lake.opt.t WITH (`snapshot-id`="
                + first
                + ") b ORDER BY 1, 2"));
    assertEquals(
        List.of("[2]"),
        extended(
            "WITH old AS (SELECT * FROM lake.opt.t WITH (`snapshot-id`="
                + first
                + ")) SELECT id FROM lake.opt.t WHERE id NOT IN (SELECT id FROM old)"));
  }

  @Test
  void columnsKeepTheTablesNameAsQualifier() {
    String from = " FROM lake.opt.t WITH (`snapshot-id`=" + first + ")";
    assertEquals(List.of("[1]"), extended("SELECT t.id" + from));
    assertEquals(List.of("[1]"), extended("SELECT lake.opt.t.id" + from));
    assertEquals(List.of("[1]"), extended("SELECT x.id" + from + " AS x"));
  }

  @Test
  void withExtensionsWritesKeepTheirOptionsApartFromReads() {
    extended("CREATE TABLE lake.opt.target AS SELECT 1 AS id");
    extended(
        "INSERT INTO lake.opt.target WITH (`snapshot-property.job`='j7')"
            + " SELECT id + 10 FROM lake.opt.target");
    assertEquals(List.of("[1]", "[11]"), extended("SELECT * FROM lake.opt.target ORDER BY id"));
    assertEquals(
        List.of("[null]", "[j7]"),
        extended("SELECT summary['job'] FROM lake.opt.target.snapshots ORDER BY committed_at"));
    extended("INSERT INTO lake.opt.target SELECT id FROM lake.opt.target WITH (`split-size`=1000)");
    assertEquals(List.of("[4]"), extended("SELECT count(*) FROM lake.opt.target"));
  }

  @Test
  void withoutExtensionsDifferentOptionsAreRefused() {
    String options = "WITH (`snapshot-id`=" + first + ")";
    refused("SELECT a.id, b.id FROM lake.opt.t " + options + " a, lake.opt.t b");
    refused("SELECT a.id, b.id FROM lake.opt.t a, lake.opt.t " + options + " b");
    refused("SELECT (SELECT max(id) FROM lake.opt.t " + options + "), max(id) FROM lake.opt.t");
    refused(
        "WITH old AS (SELECT * FROM lake.opt.t "
            + options
            + ") SELECT id FROM lake.opt.t WHERE id NOT IN (SELECT id FROM old)");
    refused("INSERT INTO lake.opt.t WITH (branch='x') SELECT id FROM lake.opt.t");
    assertEquals(List.of("[2]"), sql("SELECT count(*) FROM lake.opt.t.snapshots"));
  }

  @Test
  void withoutExtensionsOneReferenceOrEqualOptionsWork() {
    String options = "WITH (`snapshot-id`=" + first + ")";
    assertEquals(List.of("[1]"), sql("SELECT * FROM lake.opt.t " + options));
    assertEquals(
        List.of("[1,1]"),
        sql("SELECT a.id, b.id FROM lake.opt.t " + options + " a, lake.opt.t " + options + " b"));
  }

  @Test
  void asOfAndNamesAreSafeEverywhere() {
    String query =
        "SELECT a.id, b.id FROM lake.opt.t VERSION AS OF "
            + first
            + " a, lake.opt.t.snapshot_id_"
            + second
            + " b ORDER BY 1, 2";
    assertEquals(List.of("[1,1]", "[1,2]"), sql(query));
    assertEquals(List.of("[1,1]", "[1,2]"), extended(query));
  }

  @Test
  void viewsKeepTheirOptions() {
    extended(
        "CREATE OR REPLACE TEMPORARY VIEW old AS SELECT * FROM lake.opt.t WITH (`snapshot-id`="
            + first
            + ")");
    assertEquals(
        List.of("[2,1]"),
        extended("SELECT (SELECT count(*) FROM lake.opt.t), (SELECT count(*) FROM old)"));
    assertEquals(
        List.of("[1,2]"),
        extended("SELECT (SELECT count(*) FROM old), (SELECT count(*) FROM lake.opt.t)"));
  }

  private static List<String> extended(String statement) {
    return rows(TestSession.withExtensions(), statement);
  }

  private static void refused(String statement) {
    Exception e = assertThrows(Exception.class, () -> sql(statement), statement);
    messageWith(e, "The statement refers to lake.opt.t twice with different options");
  }
}
