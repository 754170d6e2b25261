package io.firn.it.session;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Spark's session catalog with Firn before it against the same with Apache Iceberg before it. */
class SessionCatalogTwinTest {
  private static SessionTwins twins;

  @BeforeAll
  static void createNamespaces() {
    twins = SessionTwins.create("sess");
  }

  @AfterAll
  static void dropNamespaces() {
    twins.drop();
  }

  private static void createBothKinds(String suffix) {
    twins.both("CREATE TABLE %N.i" + suffix + " (id INT, s STRING) USING iceberg");
    twins.both("CREATE TABLE %N.p" + suffix + " (id INT, s STRING) USING parquet");
    twins.both("INSERT INTO %N.i" + suffix + " VALUES (1, 'a'), (2, 'b'), (3, 'c')");
    twins.both("INSERT INTO %N.p" + suffix + " VALUES (2, 'x'), (4, 'y')");
  }

  @Test
  void statementsOnBothKindsOfTablesDoTheSame() {
    createBothKinds("1");
    twins.both("ALTER TABLE %N.i1 ADD COLUMN n INT");
    twins.both("ALTER TABLE %N.p1 ADD COLUMN n INT");
    twins.both("ALTER TABLE %N.i1 SET TBLPROPERTIES ('k' = 'v')");
    twins.both("ALTER TABLE %N.p1 SET TBLPROPERTIES ('k' = 'v')");
    twins.both("UPDATE %N.i1 SET n = 7 WHERE id = 1");
    twins.both("DELETE FROM %N.i1 WHERE id = 3");
    twins.both(
        "MERGE INTO %N.i1 t USING %N.p1 s ON t.id = s.id"
            + " WHEN MATCHED THEN UPDATE SET s = s.s WHEN NOT MATCHED THEN INSERT *");
    twins.both("INSERT INTO %N.p1 SELECT * FROM %N.i1 WHERE id = 1");
    twins.both("INSERT INTO %N.p1 SELECT id + 10, s, n FROM %N.p1");
    assertEquals(
        List.of("[1, a, 7]", "[2, x, null]", "[4, y, null]"),
        twins.rows("SELECT * FROM %N.i1 ORDER BY id"));
    assertEquals(
        List.of(
            "[1, a, 7]",
            "[2, x, null]",
            "[4, y, null]",
            "[11, a, 7]",
            "[12, x, null]",
            "[14, y, null]"),
        twins.rows("SELECT * FROM %N.p1 ORDER BY id"));
    twins.rows("SHOW TBLPROPERTIES %N.i1 ('k')");
    twins.rows("DESCRIBE %N.i1");
    twins.both("DESCRIBE EXTENDED %N.p1 id");
    twins.bothRefuse("DELETE FROM %N.p1 WHERE id = 1", "does not support");
    twins.both("ALTER TABLE %N.i1 RENAME TO %N.i1r");
    twins.both("ALTER TABLE %N.p1 RENAME TO %N.p1r");
    assertEquals(List.of("[3]"), twins.rows("SELECT count(*) FROM %N.i1r JOIN %N.p1r USING (id)"));
    twins.bothRefuse("SELECT * FROM %N.i1", "cannot be found");
    twins.both("TRUNCATE TABLE %N.p1r");
    twins.both("TRUNCATE TABLE %N.i1r");
    assertEquals(List.of("[0]"), twins.rows("SELECT count(*) FROM %N.i1r, %N.p1r"));
    twins.both("DROP TABLE %N.p1r");
    twins.both("DROP TABLE %N.i1r");
    twins.bothRefuse("DROP TABLE %N.i1r", "cannot be found");
    twins.both("DROP TABLE IF EXISTS %N.p1r");
  }

  @Test
  void selectorsBranchesAndProceduresDoTheSame() {
    createBothKinds("2");
    twins.both("ALTER TABLE %N.i2 CREATE BRANCH b");
    twins.both("ALTER TABLE spark_catalog.%N.i2 WRITE ORDERED BY id");
    twins.both("ALTER TABLE %N.i2 ADD PARTITION FIELD bucket(4, id)");
    twins.both("INSERT INTO %N.i2.branch_b VALUES (9, 'z')");
    assertEquals(List.of("[4]"), twins.rows("SELECT count(*) FROM %N.i2.branch_b"));
    assertEquals(List.of("[4]"), twins.rows("SELECT count(*) FROM %N.i2 VERSION AS OF 'b'"));
    assertEquals(List.of("[2]"), twins.rows("SELECT count(*) FROM spark_catalog.%N.i2.snapshots"));
    twins.rows("SELECT name, type FROM %N.i2.refs ORDER BY name");
    twins.bothRefuse("SELECT * FROM %N.p2 VERSION AS OF 'b'", "Time travel on the relation");
    twins.bothRefuse("SELECT * FROM %N.p2.snapshots", "cannot be found");
    twins.bothRefuse("CALL spark_catalog.system.ancestors_of('%N.p2')", "Cannot find table");
    String fastForward = "CALL spark_catalog.system.fast_forward('%N.i2', 'main', 'b')";
    twins.firn(fastForward);
    twins.iceberg(fastForward);
    assertEquals(
        List.of("[1, a]", "[2, b]", "[3, c]", "[9, z]"),
        twins.rows("SELECT * FROM %N.i2 ORDER BY id"));
    twins.both("USE spark_catalog.%N");
    assertEquals(List.of("[4]"), twins.both("SELECT count(*) FROM i2"));
    twins.both("USE spark_catalog.default");
  }

  @Test
  void tablesAreCreatedFromQueriesInTheKindThatTheyName() {
    createBothKinds("3");
    twins.both("CREATE TABLE %N.c3 USING iceberg AS SELECT * FROM %N.p3");
    twins.both("CREATE TABLE %N.d3 USING parquet AS SELECT * FROM %N.i3");
    twins.both("CREATE TABLE IF NOT EXISTS %N.c3 USING iceberg AS SELECT 1 AS x");
    twins.both("CREATE OR REPLACE TABLE %N.c3 USING iceberg AS SELECT id FROM %N.c3 WHERE id > 2");
    twins.firn("CREATE VIEW %N.v3 AS SELECT c.id FROM %N.c3 c JOIN %N.p3 USING (id)");
    assertEquals(List.of("[4]"), twins.firn("SELECT * FROM %N.v3"));
    twins.firn("ALTER VIEW %N.v3 AS SELECT id + 1 AS id FROM %N.c3");
    assertEquals(List.of("[5]"), twins.firn("SELECT * FROM %N.v3"));
    assertEquals(
        List.of("[1, a]", "[2, b]", "[3, c]"), twins.rows("SELECT * FROM %N.d3 ORDER BY id"));
    twins.bothRefuse("CREATE TABLE %N.c3 (id INT) USING iceberg", "already exists");
    twins.bothRefuse("CREATE TABLE %N.p3 (id INT) USING iceberg", "already exists");
    twins.bothRefuse(
        "CREATE OR REPLACE TABLE %N.d3 USING parquet AS SELECT 1 AS x", "does not support REPLACE");
    twins.firn("DROP VIEW %N.v3");
    assertEquals(List.of("[1]"), twins.rows("SELECT count(*) FROM %N.c3"));
  }

  /** Apache Iceberg lists what Spark's own catalog knows, which leaves out tables of jdbc. */
  @Test
  void allTablesAreListed() {
    createBothKinds("4");
    assertEquals(List.of("[%N, p4, false]"), twins.iceberg("SHOW TABLES IN %N LIKE '*4'"));
    assertEquals(
        List.of("[%N, i4, false]", "[%N, p4, false]"),
        twins.firn("SHOW TABLES IN %N LIKE '*4'").stream().sorted().toList());
  }
}
