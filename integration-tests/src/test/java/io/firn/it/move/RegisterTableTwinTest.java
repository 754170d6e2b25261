package io.firn.it.move;

import static io.firn.it.Lakes.rows;
import static io.firn.it.Lakes.sql;
import static io.firn.it.move.MoveSession.assertRefused;
import static io.firn.it.move.MoveSession.metadataFile;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.firn.it.Lakes;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Registering metadata files against Apache Iceberg's own procedure. */
class RegisterTableTwinTest {

  @BeforeAll
  static void session() {
    MoveSession.directory();
    sql("CREATE NAMESPACE IF NOT EXISTS lake.reg");
  }

  private static String call(String catalog, String table, String file) {
    return "CALL %s.system.register_table('reg.%s', '%s')".formatted(catalog, table, file);
  }

  @Test
  void registeredTablesOfBothCatalogTypesGoTheirOwnWay() {
    sql("CREATE TABLE lake.reg.src (id INT, p STRING) USING iceberg PARTITIONED BY (p)");
    sql("INSERT INTO lake.reg.src VALUES (1, 'a'), (2, 'b')");
    sql("INSERT INTO lake.reg.src VALUES (3, 'a')");
    String file = metadataFile("lake.reg.src");

    List<String> ofIceberg = rows(call("jice", "byname", file));
    assertEquals(ofIceberg, rows(call("jlake", "byname", file)));
    assertEquals(
        Lakes.session().sql(call("jice", "schema", file)).schema().treeString(),
        Lakes.session().sql(call("jlake", "schema", file)).schema().treeString());
    assertEquals(ofIceberg, rows(call("ice", "dir_b", file)));
    assertEquals(ofIceberg, rows(call("lake", "dir_a", file)));

    for (String pair :
        List.of("jlake.reg.byname jice.reg.byname", "lake.reg.dir_a ice.reg.dir_b")) {
      String[] tables = pair.split(" ");
      for (String table : tables) {
        sql("INSERT INTO " + table + " VALUES (4, 'c')");
        sql("DELETE FROM " + table + " WHERE id = 1");
      }
      for (String query :
          List.of("SELECT * FROM %s ORDER BY id", "SELECT count(*) FROM %s.snapshots")) {
        assertEquals(rows(query.formatted(tables[1])), rows(query.formatted(tables[0])));
      }
    }
    assertEquals(
        rows("SELECT * FROM lake.reg.dir_a ORDER BY id"),
        rows("SELECT * FROM ice.reg.dir_a ORDER BY id"));
    assertEquals(
        List.of("[1, a]", "[2, b]", "[3, a]"), rows("SELECT * FROM lake.reg.src ORDER BY id"));
  }

  @Test
  void tableWithoutSnapshotHasNoCounts() {
    sql("CREATE TABLE lake.reg.empty (id INT) USING iceberg");
    String file = metadataFile("lake.reg.empty");
    assertEquals(rows(call("ice", "empty_b", file)), rows(call("lake", "empty_a", file)));
    assertEquals(List.of("[null, null, null]"), rows(call("jlake", "empty", file)));
  }

  @Test
  void whatCannotBeRegisteredIsRefused() {
    sql("CREATE TABLE lake.reg.there (id INT) USING iceberg");
    sql("CREATE TABLE jlake.reg.there (id INT) USING iceberg");
    String file = metadataFile("lake.reg.there");
    assertRefused(call("lake", "there", file), "Table already exists: lake.reg.there");
    assertRefused(call("jlake", "there", file), "Table already exists: jlake.reg.there");
    assertRefused(call("ice", "there", file), "Table already exists: reg.there");
    for (String catalog : List.of("lake", "jlake")) {
      assertRefused(
          call(catalog, "none", "/nowhere/v1.metadata.json"),
          "Cannot register " + catalog + ".reg.none: the metadata file /nowhere/v1.metadata.json");
      assertRefused(call(catalog, "none", ""), "the argument metadata_file is null or empty");
    }
    assertRefused(
        "CALL lake.system.register_table('/tmp/a/b', '" + file + "')",
        "Cannot register the table at /tmp/a/b: it has no name");
    sql(
        "CREATE TABLE jlake.reg.paths (id INT) USING iceberg"
            + " TBLPROPERTIES ('write.metadata.path'='"
            + MoveSession.directory()
            + "/elsewhere')");
    assertRefused(
        call("lake", "paths", metadataFile("jlake.reg.paths")), "cannot have write.metadata.path");
  }
}
