package io.firn.it;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
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
    Lakes.sql(
        "INSERT INTO "
            + TABLE
            + " SELECT id, id DIV 2, 'v' || id FROM range(0, 2000, 1, 1)");
    assertEquals(List.of("[1000]"), Lakes.rows("SELECT count(*) FROM " + TABLE + ".files"));
    RecordedDisk.take();
  }

  private static Map<String, Integer> requests(String statement, String... rows) {
    RecordedDisk.take();
    assertEquals(List.of(rows), Lakes.rows(statement));
    return RecordedDisk.take();
  }

  @Test
  void all() {
    for (String s : List.of(
            "SELECT v FROM rec.db.t WHERE id = 777",
            "SELECT v FROM rec.db.t WHERE p = 5 AND id = 10",
            "SELECT count(*) FROM rec.db.t",
            "SELECT max(id) FROM rec.db.t",
            "SELECT count(v) FROM rec.db.t WHERE id BETWEEN 10 AND 15",
            "INSERT INTO rec.db.t VALUES (5000, 5000, 'new')",
            "DELETE FROM rec.db.t WHERE p = 7",
            "DELETE FROM rec.db.t WHERE id = 16",
            "UPDATE rec.db.t SET v = 'x' WHERE id = 18",
            "SELECT count(*) FROM rec.db.t.snapshots",
            "CREATE TABLE rec.db.u (id INT)",
            "CREATE TABLE rec.db.w AS SELECT 1 AS id",
            "DROP TABLE rec.db.w")) {
      RecordedDisk.take();
      Lakes.sql(s);
      System.out.println("OPS " + s + " " + RecordedDisk.take());
    }
    Lakes.forget(TABLE);
    Lakes.sql("SELECT v FROM rec.db.t WHERE id = 777");
    System.out.println("OPS cold " + RecordedDisk.take());
  }
}
