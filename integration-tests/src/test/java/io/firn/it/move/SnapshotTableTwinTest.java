package io.firn.it.move;

import static io.firn.it.Lakes.rows;
import static io.firn.it.Lakes.sql;
import static io.firn.it.move.MoveSession.assertRefused;
import static io.firn.it.move.MoveSession.failure;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.firn.it.Lakes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Tables on the files of Spark's tables against Apache Iceberg's own procedure. */
class SnapshotTableTwinTest {

  @BeforeAll
  static void source() {
    sql("CREATE NAMESPACE IF NOT EXISTS lake.snap");
    sql("CREATE DATABASE IF NOT EXISTS spark_catalog.snapsrc");
  }

  private static void createSource(String name, String definition) {
    sql("DROP TABLE IF EXISTS spark_catalog.snapsrc." + name);
    sql("CREATE TABLE spark_catalog.snapsrc." + name + " " + definition);
  }

  private static String call(String catalog, String arguments) {
    return "CALL " + catalog + ".system.snapshot(" + arguments + ")";
  }

  @Test
  void snapshotIsATableOfItsOwnOnTheFilesOfTheSource() {
    createSource(
        "parts",
        "(id INT, name STRING COMMENT 'of it', p STRING) USING parquet PARTITIONED BY (p)"
            + " COMMENT 'a table' TBLPROPERTIES ('owner-team'='x', 'write.data.path'='/not/this')");
    sql("INSERT INTO spark_catalog.snapsrc.parts VALUES (1, 'one', 'a'), (2, 'two', 'b')");
    sql("INSERT INTO spark_catalog.snapsrc.parts VALUES (3, 'three', 'a')");

    List<String> theirs =
        rows(
            call(
                "ice",
                "'spark_catalog.snapsrc.parts', 'ice.snap.parts_b', NULL, map('k', 'v'), 2"));
    assertEquals(
        theirs, rows(call("lake", "'snapsrc.parts', 'snap.parts_a', NULL, map('k', 'v'), 2")));
    assertEquals(List.of("[3]"), theirs);

    for (String query :
        List.of(
            "SELECT * FROM %s ORDER BY id",
            "SELECT file_path, partition, record_count, lower_bounds FROM %s.files ORDER BY 1",
            "DESCRIBE %s")) {
      assertEquals(
          rows(query.formatted("ice.snap.parts_b")), rows(query.formatted("ice.snap.parts_a")));
    }
    assertEquals(properties("ice.snap.parts_b"), properties("ice.snap.parts_a"));
    for (String table : List.of("ice.snap.parts_b", "lake.snap.parts_a")) {
      sql("INSERT INTO " + table + " VALUES (4, 'four', 'a')");
      sql("DELETE FROM " + table + " WHERE id = 1");
      sql("UPDATE " + table + " SET name = 'zwei' WHERE id = 2");
    }
    assertEquals(
        rows("SELECT * FROM ice.snap.parts_b ORDER BY id"),
        rows("SELECT * FROM lake.snap.parts_a ORDER BY id"));
    assertEquals(
        List.of("[1, one, a]", "[2, two, b]", "[3, three, a]"),
        rows("SELECT * FROM spark_catalog.snapsrc.parts ORDER BY id"));
    assertRefused("DROP TABLE lake.snap.parts_a PURGE", "gc.enabled");
    sql("DROP TABLE lake.snap.parts_a");
    assertEquals(List.of("[3]"), rows("SELECT count(*) FROM spark_catalog.snapsrc.parts"));
  }

  /** But for those that only one connector sets. */
  private static List<String> properties(String table) {
    return rows("SHOW TBLPROPERTIES " + table).stream()
        .map(row -> row.replaceAll("\\s", ""))
        .filter(row -> !row.contains("current-snapshot-id"))
        .filter(row -> !row.contains("write.parquet.compression-codec"))
        .sorted()
        .toList();
  }

  @Test
  void missingPartitionsAreLeftOutWhenThatIsWanted() throws IOException {
    createSource("holes", "(id INT, p INT) USING parquet PARTITIONED BY (p)");
    sql("INSERT INTO spark_catalog.snapsrc.holes VALUES (1, 1), (2, 2)");
    String location =
        rows("SELECT input_file_name() FROM spark_catalog.snapsrc.holes WHERE p = 2").get(0);
    Path partition = Path.of(location.replaceAll("^\\[file:/*", "/").replaceAll("/[^/]*$", ""));
    try (Stream<Path> files = Files.walk(partition)) {
      files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
    }
    failure(call("ice", "'spark_catalog.snapsrc.holes', 'ice.snap.holes_b'"));
    assertRefused(
        call("lake", "'snapsrc.holes', 'snap.holes_a'"), "its directory " + "file:" + partition);
    assertTrue(rows("SHOW TABLES IN lake.snap LIKE 'holes*'").isEmpty());
    String lenient =
        "source_table => 'spark_catalog.snapsrc.holes', table => '%s', ignore_missing_files => true";
    assertEquals(
        rows(call("ice", lenient.formatted("ice.snap.holes_b"))),
        rows(call("lake", lenient.formatted("lake.snap.holes_a"))));
    assertEquals(List.of("[1, 1]"), rows("SELECT * FROM lake.snap.holes_a"));
  }

  @Test
  void snapshotOfAnUnpartitionedTableInAJdbcCatalogAtALocation() {
    MoveSession.directory();
    createSource("flat", "(id INT) USING parquet");
    assertEquals(List.of("[0]"), rows(call("jlake", "'snapsrc.flat', 'snap.empty'")));
    sql("INSERT INTO spark_catalog.snapsrc.flat SELECT /*+ COALESCE(1) */ INT(id) FROM range(3)");
    String location = MoveSession.directory() + "/at";
    assertEquals(
        List.of("[1]"), rows(call("jlake", "'snapsrc.flat', 'snap.flat', '" + location + "'")));
    assertEquals(List.of("[3]"), rows("SELECT count(*) FROM jlake.snap.flat"));
    assertTrue(Files.isDirectory(Path.of(location, "metadata")));
    assertTrue(
        rows("SELECT file FROM jlake.snap.flat.metadata_log_entries").get(0).contains(location));
  }

  @Test
  void whatCannotBeIsRefused() {
    createSource("orcs", "(id INT) USING orc");
    createSource("bucketed", "(id INT) USING parquet CLUSTERED BY (id) INTO 2 BUCKETS");
    createSource("good", "(id INT) USING parquet");
    createSource("text", "(t STRING) USING text");
    MoveSession.directory();
    assertRefused(call("lake", "'snapsrc.orcs', 'snap.no'"), "its format is orc");
    assertRefused(call("lake", "'snapsrc.text', 'snap.no'"), "from source provider: 'text'");
    assertRefused(call("lake", "'snapsrc.bucketed', 'snap.no'"), "from a bucketed source table");
    assertRefused(call("lake", "'snapsrc.good', 'snapsrc.good'"), "the same name as the source");
    assertRefused(call("lake", "'snapsrc.nowhere', 'snap.no'"), "Cannot find the source table");
    assertRefused(call("lake", "'lake.snap.x', 'snap.no'"), "only tables of spark_catalog");
    sql("CREATE TABLE lake.snap.there (id INT) USING iceberg");
    assertRefused(call("lake", "'snapsrc.good', 'snap.there'"), "it exists already");
    String inside =
        Lakes.session().conf().get("spark.sql.warehouse.dir") + "/snapsrc.db/good/inside";
    assertRefused(
        call("jlake", "'snapsrc.good', 'snap.no', '" + inside + "'"),
        "would overlap with source table location");
    assertRefused(
        "CALL lake.system.migrate('snapsrc.good')",
        "CALL lake.system.snapshot(source_table => 'snapsrc.good', table => ...)");
  }
}
