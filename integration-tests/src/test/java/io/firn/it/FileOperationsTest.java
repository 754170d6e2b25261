package io.firn.it;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.sql.RuntimeConfig;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Which files each statement touches, and how often, on a table of 1,000 data files. */
class FileOperationsTest {
  private static final Path DIRECTORY = Lakes.directory();
  private static final String TABLE = "rec.db.t";

  @BeforeAll
  static void createTable() {
    RuntimeConfig conf = Lakes.session().conf();
    conf.set("spark.sql.catalog.rec", "io.firn.spark.FirnCatalog");
    conf.set("spark.sql.catalog.rec.type", "jdbc");
    conf.set("spark.sql.catalog.rec.uri", "jdbc:sqlite:" + DIRECTORY.resolve("catalog.db"));
    conf.set("spark.sql.catalog.rec.warehouse", "rec://" + DIRECTORY.resolve("warehouse"));
    conf.set("spark.sql.catalog.rec.hadoop.fs.rec.impl", RecordedDisk.class.getName());
    Lakes.sql("CREATE NAMESPACE rec.db");
    Lakes.sql("CREATE TABLE " + TABLE + " (id INT, p INT, v STRING) PARTITIONED BY (p)");
    Lakes.sql("INSERT INTO " + TABLE + " SELECT id, id DIV 2, 'v' || id FROM range(0, 2000, 1, 1)");
    assertEquals(List.of("[1000]"), Lakes.rows("SELECT count(*) FROM " + TABLE + ".files"));
    RecordedDisk.take();
  }

  private static Map<String, Integer> requests(String statement) {
    RecordedDisk.take();
    Lakes.sql(statement);
    return RecordedDisk.take();
  }

  @Test
  void aReadOpensTheManifestListTheManifestAndTheFilesThatCanMatch() {
    Map<String, Integer> point =
        Map.of("open manifest list", 1, "open manifest", 1, "open data file", 1);
    assertEquals(point, requests("SELECT v FROM rec.db.t WHERE id = 777"));
    assertEquals(point, requests("SELECT v FROM rec.db.t WHERE p = 5 AND id = 10"));
    assertEquals(
        Map.of("open manifest list", 1, "open manifest", 1, "open data file", 3),
        requests("SELECT count(v) FROM rec.db.t WHERE id BETWEEN 10 AND 15"));
    assertEquals(
        Map.of("open manifest list", 1, "open manifest", 1),
        requests("SELECT v FROM rec.db.t WHERE id = -1"));
    Lakes.forget(TABLE);
    assertEquals(
        Map.of(
            "open metadata", 1, "open manifest list", 1, "open manifest", 1, "open data file", 1),
        requests("SELECT v FROM rec.db.t WHERE id = 777"));
  }

  @Test
  void aggregatesOpenNoDataFile() {
    assertEquals(Map.of("open manifest list", 1), requests("SELECT count(*) FROM rec.db.t"));
    assertEquals(
        Map.of("open manifest list", 1, "open manifest", 1),
        requests("SELECT max(id) FROM rec.db.t"));
    assertEquals(
        Map.of("open manifest list", 1, "open manifest", 1),
        requests("SELECT p, count(*) FROM rec.db.t WHERE p < 3 GROUP BY p"));
    assertEquals(Map.of(), requests("SELECT count(*) FROM rec.db.t.snapshots"));
  }

  @Test
  void anAppendWritesOneFileOfEachKind() {
    Lakes.sql("CREATE TABLE rec.db.appended (id INT, p INT) PARTITIONED BY (p)");
    Map<String, Integer> created =
        Map.of(
            "create data file", 1,
            "create manifest", 1,
            "create manifest list", 1,
            "create metadata", 1);
    assertEquals(created, requests("INSERT INTO rec.db.appended VALUES (1, 1)"));
    Map<String, Integer> append = new TreeMap<>(created);
    append.put("open manifest list", 1);
    assertEquals(append, requests("INSERT INTO rec.db.appended VALUES (2, 1)"));
    assertEquals(append, requests("INSERT INTO rec.db.appended VALUES (3, 1)"));
    assertEquals(created, requests("CREATE TABLE rec.db.selected AS SELECT 1 AS id"));
  }

  @Test
  void aDeleteOfWholeFilesTouchesMetadataOnly() {
    Lakes.sql("CREATE TABLE rec.db.deleted (id INT, p INT) PARTITIONED BY (p)");
    Lakes.sql("INSERT INTO rec.db.deleted SELECT id, id % 10 FROM range(0, 100, 1, 1)");
    Lakes.sql("INSERT INTO rec.db.deleted SELECT id, id % 10 + 50 FROM range(0, 100, 1, 1)");
    Lakes.sql("SELECT * FROM rec.db.deleted");
    // Once to see whether whole files go, and once in the commit.
    assertEquals(
        Map.of(
            "open manifest list", 2,
            "open manifest", 2,
            "create manifest", 1,
            "create manifest list", 1,
            "create metadata", 1),
        requests("DELETE FROM rec.db.deleted WHERE p = 7"));
    assertEquals(List.of("[190]"), Lakes.rows("SELECT count(*) FROM rec.db.deleted"));
  }

  @Test
  void anUpdateReadsEachManifestOnceToPlan() {
    Lakes.sql("CREATE TABLE rec.db.updated (id INT, p INT, v STRING) PARTITIONED BY (p)");
    Lakes.sql("INSERT INTO rec.db.updated SELECT id, id DIV 10, 'a' FROM range(0, 100, 1, 1)");
    Lakes.sql("SELECT * FROM rec.db.updated");
    // The data file once to find the rows and once to copy them; the changed row and the vector of
    // the old one are on the way to the copy only. The rest of reads is the commit's.
    assertEquals(
        Map.ofEntries(
            Map.entry("open manifest list", 2),
            Map.entry("open manifest", 2),
            Map.entry("open data file", 3),
            Map.entry("open other", 1),
            Map.entry("create data file", 2),
            Map.entry("create other", 1),
            Map.entry("create manifest", 2),
            Map.entry("create row map", 1),
            Map.entry("create manifest list", 1),
            Map.entry("create metadata", 1),
            Map.entry("delete data file", 1),
            Map.entry("delete other", 1)),
        requests("UPDATE rec.db.updated SET v = 'x' WHERE id = 18"));
  }
}
