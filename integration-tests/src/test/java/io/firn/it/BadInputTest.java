package io.firn.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Path;
import java.util.List;
import org.apache.spark.sql.RuntimeConfig;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Statements that ask for what is not there, or give what does not fit, change nothing. */
class BadInputTest {
  private static final String TABLE = "lake.bad.t";
  private static List<Path> files;

  @BeforeAll
  static void createTable() {
    Lakes.sql("CREATE NAMESPACE lake.bad");
    Lakes.sql("CREATE TABLE " + TABLE + " (id INT, day DATE, s STRUCT<x: INT>)");
    Lakes.sql("INSERT INTO " + TABLE + " VALUES (1, DATE'2026-01-01', named_struct('x', 1))");
    files = Lakes.files("bad/t");
  }

  private static void refused(String statement, String... texts) {
    Exception e = assertThrows(Exception.class, () -> Lakes.sql(statement), statement);
    for (String text : texts) {
      Lakes.messageWith(e, text);
    }
    assertEquals(files, Lakes.files("bad/t"), statement);
    assertEquals(List.of("[1, 2026-01-01, [1]]"), Lakes.rows("SELECT * FROM " + TABLE));
  }

  @Test
  void anUnknownCatalogTypeIsNamed() {
    RuntimeConfig conf = Lakes.session().conf();
    conf.set("spark.sql.catalog.odd", "io.firn.spark.FirnCatalog");
    conf.set("spark.sql.catalog.odd.type", "hdfs");
    refused(
        "SELECT * FROM odd.db.t",
        "Unknown type 'hdfs' of the catalog odd: spark.sql.catalog.odd.type can be hadoop or jdbc");
    conf.set("spark.sql.catalog.none", "io.firn.spark.FirnCatalog");
    refused("CREATE TABLE none.db.t (id INT)", "The catalog none has no type");
  }

  @Test
  void whatIsNotThereIsNamedWithTheTable() {
    refused("SELECT * FROM lake.bad.t VERSION AS OF 12345", "version '12345' of " + TABLE);
    refused("SELECT * FROM lake.bad.t VERSION AS OF 'v9'", "version 'v9' of " + TABLE);
    refused("SELECT * FROM lake.bad.t.tag_v9", "tag 'v9' of " + TABLE);
    refused("SELECT * FROM lake.bad.t.branch_dev", "branch 'dev' of " + TABLE);
    refused("SELECT * FROM lake.bad.t.snapshot_id_5", "snapshot 5 of " + TABLE);
    refused("SELECT * FROM lake.bad.t WITH (`snapshot-id`='5')", "snapshot 5 of " + TABLE);
    refused("SELECT * FROM lake.bad.t WITH (`tag`='v9')", "tag 'v9' of " + TABLE);
    refused(
        "SELECT * FROM lake.bad.t TIMESTAMP AS OF '2001-01-01'",
        "Cannot read " + TABLE + " as of 2001-01-01T00:00:00Z: its history starts at ");
    refused(
        "INSERT INTO lake.bad.t.branch_dev SELECT * FROM lake.bad.t", "branch 'dev' of " + TABLE);
    refused("UPDATE lake.bad.t.branch_dev SET id = 2", "branch 'dev' of " + TABLE);
    refused("DELETE FROM lake.bad.t.tag_v9", "tag 'v9' of " + TABLE);
    refused("CALL lake.system.rollback_to_snapshot('bad.t', 5)", "snapshot 5", TABLE);
    refused("SELECT * FROM lake.bad.missing", "TABLE_OR_VIEW_NOT_FOUND", "missing");
  }

  @Test
  void columnsOfTheWrongTypeAreNamedWithTheTable() {
    refused(
        "INSERT INTO lake.bad.t VALUES (DATE'2026-01-01', 5, NULL)", "`lake`.`bad`.`t`", "`id`");
    refused(
        "INSERT INTO lake.bad.t VALUES ('x', DATE'2026-01-01', NULL)", "`lake`.`bad`.`t`", "`id`");
    refused("INSERT INTO lake.bad.t VALUES (3000000000, NULL, NULL)", "CAST_OVERFLOW", "`id`");
    refused("INSERT INTO lake.bad.t VALUES (1, NULL)", "`lake`.`bad`.`t`");
    refused("INSERT INTO lake.bad.t (id, nope) VALUES (1, 2)", "nope");
    refused("UPDATE lake.bad.t SET day = 5 WHERE id = 1", "`day`");
    refused("ALTER TABLE lake.bad.t ALTER COLUMN id TYPE STRING", TABLE, "id: int -> string");
    Exception e =
        assertThrows(
            Exception.class,
            () ->
                Lakes.session()
                    .sql("SELECT 1 AS id, DATE'2026-01-01' AS day, array(1) AS s")
                    .writeTo(TABLE)
                    .append());
    Lakes.messageWith(e, "`lake`.`bad`.`t`");
    Lakes.messageWith(e, "`s`");
    assertEquals(files, Lakes.files("bad/t"));
  }
}
