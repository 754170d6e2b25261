package io.firn.spark.catalog;

import static io.firn.spark.TestSession.sql;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.firn.spark.TestSession;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.connector.catalog.ViewCatalog;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PinnedReadsTest {

  @BeforeEach
  void createTable() {
    sql("CREATE NAMESPACE lake.pin");
    sql("CREATE TABLE lake.pin.t AS SELECT 1 AS id, 'a' AS v");
  }

  @AfterEach
  void dropTable() {
    sql("DROP NAMESPACE lake.pin CASCADE");
  }

  @Test
  void dataFrameFromBeforeAWriteSeesTheNewRowsConsistently() {
    Dataset<Row> before = TestSession.get().table("lake.pin.t");
    sql("INSERT INTO lake.pin.t VALUES (2, 'b')");
    assertEquals(2, before.count());
    Dataset<Row> joined = before.join(TestSession.get().table("lake.pin.t"), "id");
    assertEquals(2, joined.count());
  }

  @Test
  void statementThatReadsWhatItWritesSeesOneSnapshot() {
    sql("INSERT INTO lake.pin.t SELECT a.id + 10, b.v FROM lake.pin.t a, lake.pin.t b");
    assertEquals(List.of("[1,a]", "[11,a]"), sql("SELECT * FROM lake.pin.t ORDER BY id"));
  }

  @Test
  void cachedTableIsRefreshedByWritesOfTheSession() {
    sql("CACHE TABLE lake.pin.t");
    assertEquals(List.of("[1]"), sql("SELECT count(*) FROM lake.pin.t"));
    sql("INSERT INTO lake.pin.t VALUES (2, 'b')");
    assertEquals(List.of("[2]"), sql("SELECT count(*) FROM lake.pin.t"));
    sql("UNCACHE TABLE lake.pin.t");
  }

  /** DELETE, UPDATE and MERGE take no options: the name says the branch. */
  @Test
  void rowLevelStatementsFindTheirBranchInTheName() {
    long snapshot = TestSession.snapshotId("lake.pin.t");
    FirnTableRefs.branch("lake", "pin", "t", "dev", snapshot);
    sql("UPDATE lake.pin.t.branch_dev SET v = 'dev' WHERE id = 1");
    sql(
        "MERGE INTO lake.pin.t.branch_dev t USING (SELECT 5 AS id, 'm' AS v) s ON t.id = s.id"
            + " WHEN MATCHED THEN UPDATE SET v = s.v WHEN NOT MATCHED THEN INSERT *");
    assertEquals(
        List.of("[1,dev]", "[5,m]"), sql("SELECT * FROM lake.pin.t.branch_dev ORDER BY id"));
    sql("DELETE FROM lake.pin.t.branch_dev WHERE id = 1 OR v = 'm'");
    assertEquals(List.of(), sql("SELECT * FROM lake.pin.t.branch_dev"));
    assertEquals(List.of("[1,a]"), sql("SELECT * FROM lake.pin.t"));
  }

  /** Spark 4.2 refuses catalogs that have the view interface of 4.1. */
  @Test
  void catalogHasNoneOfTheOldViewInterface() {
    Object catalog = TestSession.catalog("lake");
    assertFalse(catalog instanceof ViewCatalog);
  }
}
