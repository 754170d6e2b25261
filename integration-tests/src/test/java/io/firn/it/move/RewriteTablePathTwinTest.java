package io.firn.it.move;

import static io.firn.it.Lakes.rows;
import static io.firn.it.Lakes.sql;
import static io.firn.it.move.MoveSession.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.firn.it.Lakes;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Copies of tables at other places, staged by Firn and by Apache Iceberg's own procedure. */
class RewriteTablePathTwinTest {

  @BeforeAll
  static void namespace() {
    sql("CREATE NAMESPACE IF NOT EXISTS lake.path");
  }

  private static String target(String name) {
    return CopiedTable.location(CopiedTable.NAMESPACE + "." + name);
  }

  private static void create(String name, int version) {
    sql(
        "CREATE TABLE "
            + (version == 1 ? "ice" : "lake")
            + ".path."
            + name
            + " (id INT, p STRING) USING iceberg PARTITIONED BY (p) TBLPROPERTIES ("
            + "'format-version'='"
            + version
            + "', 'write.delete.mode'='merge-on-read', 'write.update.mode'='merge-on-read')");
    sql(
        "INSERT INTO "
            + (version == 1 ? "ice" : "lake")
            + ".path."
            + name
            + " SELECT /*+ COALESCE(1) */ INT(id), IF(id < 6, 'a', 'b') FROM range(12)");
  }

  private static String lastVersion(String table) {
    String file = MoveSession.metadataFile("lake." + table);
    return file.substring(file.lastIndexOf('/') + 1);
  }

  /**
   * Every snapshot of the copy reads as in the source, by both connectors, and the manifests are as
   * long as their lists say.
   */
  private static void assertSame(String table, CopiedTable copy) {
    for (Row snapshot : sql("SELECT snapshot_id FROM lake." + table + ".snapshots")) {
      String query = "SELECT * FROM %s VERSION AS OF " + snapshot.getLong(0) + " ORDER BY id";
      List<String> expected = rows(query.formatted("lake." + table));
      assertEquals(expected, rows(query.formatted(copy.in("lake"))), query);
      assertEquals(expected, rows(query.formatted(copy.in("ice"))), query);
    }
    for (Row manifest : sql("SELECT path, length FROM " + copy.in("ice") + ".all_manifests")) {
      assertEquals(
          new File(CopiedTable.plain(manifest.getString(0))).length(),
          manifest.getLong(1),
          manifest.getString(0));
    }
  }

  @Test
  void copyIsWholeWithoutTheSource() throws IOException {
    create("whole", 2);
    sql("DELETE FROM lake.path.whole WHERE id IN (1, 7)");
    sql("ALTER TABLE lake.path.whole CREATE TAG first");
    sql("UPDATE lake.path.whole SET id = 100 WHERE id = 2");
    sql("CALL ice.system.compute_table_stats('path.whole')");
    Lakes.session().catalog().refreshTable("lake.path.whole");
    sql(
        "CALL lake.system.rewrite_data_files(table => 'path.whole', where => \"p = 'b'\","
            + " options => map('rewrite-all', 'true'))");
    sql(
        "ALTER TABLE lake.path.whole SET TBLPROPERTIES ('write.data.path'='"
            + CopiedTable.location("path.whole")
            + "/data')");
    CopiedTable theirs = CopiedTable.stage("ice", "path.whole", CopiedTable.location("c.t"), "");
    CopiedTable ours = CopiedTable.stage("lake", "path.whole", target("whole"), "");
    assertEquals(theirs.result().schema().treeString(), ours.result().schema().treeString());
    for (int column : List.of(0, 2, 3)) {
      assertEquals(theirs.result().get(column), ours.result().get(column));
    }
    assertEquals(theirs.places(), ours.places());
    assertTrue(ours.places().toString().contains(".stats"));
    ours.copy();
    String rowMaps =
        "SELECT kind, source_start, target_start, length, replace(source_file, '%s', '%s')"
            + " FROM %s.row_maps ORDER BY ALL";
    String source = CopiedTable.location("path.whole");
    List<String> maps = rows(rowMaps.formatted(source, ours.target(), "lake.path.whole"));
    assertFalse(maps.isEmpty());
    assertSame("path.whole", ours);
    theirs.copy();
    // Their lists have the lengths of the source's manifests.
    assertEquals(
        rows("SELECT count(*), sum(record_count) FROM lake.path.whole.files"),
        rows("SELECT count(*), sum(record_count) FROM lake.c.t.files"));

    Files.move(Path.of(source), Path.of(source + "-away"));
    assertEquals(
        List.of("[9]"), rows("SELECT count(*) FROM " + ours.in("lake") + " WHERE id < 100"));
    assertEquals(maps, rows(rowMaps.formatted("/", "/", ours.in("lake"))));
    sql("DELETE FROM " + ours.in("lake") + " WHERE id = 3");
    sql("INSERT INTO " + ours.in("ice") + " VALUES (200, 'c')");
    assertEquals(
        rows("SELECT * FROM " + ours.in("ice") + " ORDER BY id"),
        rows("SELECT * FROM " + ours.in("lake") + " ORDER BY id"));
    assertEquals(
        List.of("[10]"),
        rows("SELECT count(*) FROM " + ours.in("lake") + " VERSION AS OF 'first'"));
    Files.move(Path.of(source + "-away"), Path.of(source));
  }

  @Test
  void vectorsAndRowIdsGoAlong() {
    create("vectors", 3);
    sql("DELETE FROM lake.path.vectors WHERE id IN (1, 7)");
    sql("UPDATE lake.path.vectors SET id = 100 WHERE id = 2");
    CopiedTable copy = CopiedTable.stage("lake", "path.vectors", target("vectors"), "").copy();
    assertEquals(3, copy.result().getInt(3));
    assertSame("path.vectors", copy);
    String lineage = "SELECT id, _row_id, _last_updated_sequence_number FROM %s ORDER BY id";
    assertEquals(
        rows(lineage.formatted("lake.path.vectors")), rows(lineage.formatted(copy.in("lake"))));
    sql("DELETE FROM " + copy.in("lake") + " WHERE id = 0");
    assertEquals(List.of("[9]"), rows("SELECT count(*) FROM " + copy.in("ice")));
  }

  @Test
  void laterChangesFollowAnEarlierCopy() {
    create("later", 1);
    sql("ALTER TABLE lake.path.later SET TBLPROPERTIES ('format-version'='2')");
    sql("DELETE FROM lake.path.later WHERE id = 1");
    String first = lastVersion("path.later");
    CopiedTable copy = CopiedTable.stage("lake", "path.later", target("later"), "").copy();
    assertSame("path.later", copy);
    sql("INSERT INTO lake.path.later VALUES (20, 'a')");
    String second = lastVersion("path.later");
    sql("DELETE FROM lake.path.later WHERE id = 3");
    String options = ", start_version => '" + first + "', staging_location => '";
    CopiedTable theirs =
        CopiedTable.stage("ice", "path.later", target("x"), options + target("stage-ice") + "'");
    CopiedTable ours =
        CopiedTable.stage("lake", "path.later", target("later"), options + target("stage") + "/'");
    assertEquals(target("stage") + "/file-list", ours.result().getString(1));
    assertEquals(theirs.places(), ours.places());
    assertEquals(theirs.result().get(2), ours.result().get(2));
    assertEquals(theirs.result().get(3), ours.result().get(3));
    Set<String> old = new TreeSet<>(copy.places());
    old.retainAll(ours.places());
    assertEquals(Set.of(), old);
    ours.copy();
    assertSame("path.later", ours);

    String upTo = ", end_version => '" + second + "', create_file_list => false";
    CopiedTable unlisted = CopiedTable.stage("lake", "path.later", target("y"), upTo);
    assertEquals(second, unlisted.result().getString(0));
    assertEquals("N/A", unlisted.result().getString(1));
    for (String version : List.of("v99.metadata.json", second)) {
      assertRefused(
          "CALL lake.system.rewrite_table_path(table => 'path.later', source_prefix => '"
              + CopiedTable.location("path.later")
              + "', target_prefix => '/t', start_version => '"
              + version
              + "', end_version => '"
              + second
              + "')",
          version);
    }
  }

  @Test
  void whatCannotBeCopiedIsRefused() {
    create("refused", 2);
    String source = CopiedTable.location("path.refused");
    String form = "CALL lake.system.rewrite_table_path('path.refused', '%s', '%s')";
    assertRefused(form.formatted(source, source + "/"), "cannot be the same as target prefix");
    assertRefused(form.formatted(source, " "), "the argument target_prefix is null or empty");
    assertRefused(form.formatted("/elsewhere", "/t"), "does not start with /elsewhere/");
    assertRefused(
        "CALL lake.system.rewrite_table_path(table => 'path.refused', source_prefix => '"
            + source
            + "', target_prefix => '/t', start_version => 'v99.metadata.json')",
        "Cannot find provided version file v99.metadata.json");
  }
}
