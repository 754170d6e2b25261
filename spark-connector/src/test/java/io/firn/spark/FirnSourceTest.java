package io.firn.spark;

import static io.firn.spark.TestSession.messageWith;
import static io.firn.spark.TestSession.sql;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class FirnSourceTest {

  @BeforeAll
  static void createTable() {
    sql("CREATE NAMESPACE lake.src");
    sql("CREATE TABLE lake.src.t AS SELECT 1 AS id");
  }

  @AfterAll
  static void dropTable() {
    sql("DROP NAMESPACE lake.src CASCADE");
  }

  @Test
  void tableByNameIsReadAndAppended() {
    SparkSession session = TestSession.get();
    sql("CREATE TABLE lake.src.named AS SELECT 1 AS id");
    session.sql("SELECT 2 AS id").write().format("firn").mode("append").save("lake.src.named");
    assertEquals(
        List.of("[1]", "[2]"),
        rows(session.read().format("firn").load("lake.src.named").orderBy("id")));
    session.sql("SELECT 7 AS id").write().format("firn").mode("overwrite").save("lake.src.named");
    assertEquals(List.of("[7]"), rows(session.read().format("firn").load("lake.src.named")));
  }

  @Test
  void tableByPathIsReadAndAppended() {
    SparkSession session = TestSession.get();
    sql("CREATE TABLE lake.src.pathed AS SELECT 1 AS id");
    String path = TestSession.warehouse().resolve("src/pathed").toString();
    session.sql("SELECT 2 AS id").write().format("firn").mode("append").save(path);
    assertEquals(
        List.of("[1]", "[2]"), rows(session.read().format("firn").load(path).orderBy("id")));
    assertEquals(List.of("[1]", "[2]"), sql("SELECT * FROM lake.src.pathed ORDER BY id"));
    assertEquals(
        List.of("[2]"),
        rows(session.read().format("firn").load(path + "#snapshots").selectExpr("count(*)")));
    assertEquals(List.of("[2]"), sql("SELECT count(*) FROM lake.`" + path + "`"));
    long first =
        Long.parseLong(
            sql("SELECT min_by(snapshot_id, committed_at) FROM lake.src.pathed.snapshots")
                .get(0)
                .replaceAll("[\\[\\]]", ""));
    assertEquals(
        List.of("[1]"),
        rows(session.read().format("firn").option("snapshot-id", first).load(path)));
    assertEquals(
        List.of("[1]"), rows(session.read().format("firn").load(path + "#snapshot_id_" + first)));
  }

  @Test
  void newTableByPathCanBeWritten() {
    SparkSession session = TestSession.get();
    String path = TestSession.directory("paths").resolve("fresh").toString();
    session.sql("SELECT 3 AS id").write().format("firn").save(path);
    assertEquals(List.of("[3]"), rows(session.read().format("firn").load(path)));
  }

  @Test
  void filesAreStillReadByPathWhenTheCatalogIsTheDefaultOne() {
    SparkSession session = TestSession.get();
    String path = TestSession.directory("files").resolve("numbers").toString();
    session.sql("SELECT 5 AS id").write().parquet(path);
    String current = session.catalog().currentCatalog();
    session.catalog().setCurrentCatalog("lake");
    try {
      assertEquals(List.of("[5]"), sql("SELECT * FROM parquet.`" + path + "`"));
    } finally {
      session.catalog().setCurrentCatalog(current);
    }
  }

  @Test
  void whatCannotBeFoundIsSaidSo() {
    assertMessage(
        "Cannot find the table spark_catalog.default.x for the data source firn:"
            + " spark_catalog is not a Firn catalog",
        "spark_catalog.default.x");
    assertMessage("TABLE_OR_VIEW_NOT_FOUND", "lake.src.missing");
    assertMessage("/nowhere/at/all", "/nowhere/at/all");
  }

  private static void assertMessage(String message, String name) {
    Exception e =
        assertThrows(
            Exception.class, () -> TestSession.get().read().format("firn").load(name).collect());
    messageWith(e, message);
  }

  private static List<String> rows(Dataset<Row> dataset) {
    return dataset.collectAsList().stream().map(Row::toString).toList();
  }
}
