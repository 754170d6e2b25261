package io.firn.it.delta;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.firn.it.Lakes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;

/** A migrated table is no Delta table any more, and can become one again. */
class MigrateDeltaTest {

  @Test
  void theNewTableOwnsTheFilesAndDeltaIsLockedOut() throws IOException {
    DeltaTwin twin = new DeltaTwin("moved");
    twin.run(
            "CREATE TABLE %T USING delta TBLPROPERTIES ('delta.enableDeletionVectors' = 'true') AS"
                + " SELECT id FROM range(0, 4, 1, 1)")
        .run("DELETE FROM %T WHERE id = 2");
    assertEquals("[1,2,0]", twin.call("migrate_delta", "").toString());
    List<String> rows = List.of("0", "1", "3");
    assertEquals(rows, DeltaTwin.rows(Lakes.sql("SELECT * FROM " + twin.firn())));
    assertEquals(rows, DeltaTwin.rows(Lakes.sql("SELECT * FROM " + twin.iceberg())));
    assertEquals(
        List.of(),
        Lakes.rows("SHOW TBLPROPERTIES " + twin.firn()).stream()
            .filter(row -> row.contains("gc.enabled"))
            .toList());
    for (String statement : List.of("SELECT * FROM %T", "INSERT INTO %T VALUES (1)")) {
      Throwable refused =
          assertThrows(Throwable.class, () -> DeltaLake.sql(statement.replace("%T", twin.delta())));
      assertTrue(
          String.valueOf(refused.getMessage()).contains("migratedToFirn"), refused::toString);
    }
    Throwable again =
        assertThrows(Throwable.class, () -> twin.again("migrate_delta", "moved_again"));
    assertTrue(again.getMessage().contains("it was migrated"), again::getMessage);
    Files.delete(twin.path().resolve("_delta_log/00000000000000000002.json"));
    assertEquals(rows, DeltaTwin.rows(DeltaLake.sql("SELECT * FROM " + twin.delta())));
  }

  @Test
  void aTableInTheSessionCatalogMovesIntoItsOwnDirectory() {
    DeltaTwin twin = new DeltaTwin("named");
    SparkSession session = DeltaLake.session();
    session.conf().set("spark.sql.catalog.jl", "io.firn.spark.FirnCatalog");
    session.conf().set("spark.sql.catalog.jl.type", "jdbc");
    session.conf().set("spark.sql.catalog.jl.uri", "jdbc:sqlite:" + Lakes.directory() + "/c.db");
    session.conf().set("spark.sql.catalog.jl.warehouse", Lakes.directory() + "/w");
    DeltaLake.sql("CREATE NAMESPACE jl.d");
    DeltaLake.sql("CREATE TABLE default.named (id INT) USING delta LOCATION '" + twin.path() + "'");
    twin.run("INSERT INTO %T SELECT int(id) FROM range(1, 3, 1, 1)");
    assertEquals(
        "[1,2,0]",
        DeltaLake.sql(
                "CALL jl.system.migrate_delta('default.named', 'd.named', '"
                    + twin.path()
                    + "', map('write.format.default', 'parquet'))")
            .get(0)
            .toString());
    DeltaLake.sql("INSERT INTO jl.d.named VALUES (3)");
    assertEquals(List.of("1", "2", "3"), DeltaTwin.rows(DeltaLake.sql("SELECT * FROM jl.d.named")));
    assertTrue(Files.isDirectory(twin.path().resolve("data")));
    assertTrue(Files.isDirectory(twin.path().resolve("metadata")));
  }

  @Test
  void aVersionThatLandsMeanwhileIsNotLost() throws IOException {
    DeltaTwin twin = new DeltaTwin("raced");
    twin.run("CREATE TABLE %T USING delta AS SELECT 1 AS id");
    Path next = twin.path().resolve("_delta_log/00000000000000000001.json");
    // A dangling link: listed as no file, and yet the name is taken.
    Files.createSymbolicLink(next, twin.path().resolve("nowhere"));
    Throwable refused = assertThrows(Throwable.class, () -> twin.call("migrate_delta", ""));
    assertTrue(
        refused.getMessage().contains("another writer has made version 1 meanwhile"),
        refused::getMessage);
    Files.delete(next);
    assertEquals(List.of(), twin.firnFiles());
    assertEquals("[1]", DeltaTwin.rows(DeltaLake.sql("SELECT * FROM " + twin.delta())).toString());
  }
}
