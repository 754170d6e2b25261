package io.firn.spark.catalog;

import static io.firn.spark.TestSession.files;
import static io.firn.spark.TestSession.messageWith;
import static io.firn.spark.TestSession.sql;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.firn.spark.TestSession;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.catalyst.analysis.NoSuchTableException;
import org.apache.spark.sql.connector.catalog.Column;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.connector.catalog.StagedTable;
import org.apache.spark.sql.connector.expressions.Transform;
import org.apache.spark.sql.types.DataTypes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StagedTableTest {
  private static final String FAILING =
      " AS SELECT id, CASE WHEN id = 7 THEN raise_error('stop') ELSE 'x' END AS v FROM range(10)";

  @BeforeEach
  void createNamespaces() {
    sql("CREATE NAMESPACE lake.st");
    sql("CREATE NAMESPACE jlake.st");
  }

  @AfterEach
  void dropNamespaces() {
    sql("DROP NAMESPACE lake.st CASCADE");
    sql("DROP NAMESPACE jlake.st CASCADE");
  }

  @ParameterizedTest
  @ValueSource(strings = {"lake", "jlake"})
  void createAsSelectIsOneCommit(String catalog) {
    String t = catalog + ".st.made";
    sql(
        "CREATE TABLE "
            + t
            + " USING iceberg PARTITIONED BY (p) TBLPROPERTIES ('k'='v')"
            + " AS SELECT id, id % 2 AS p FROM range(4)");
    assertEquals(
        List.of("[0,0]", "[1,1]", "[2,0]", "[3,1]"), sql("SELECT * FROM " + t + " ORDER BY id"));
    assertEquals(
        List.of("[1,append]"), sql("SELECT count(*), max(operation) FROM " + t + ".snapshots"));
    assertEquals(List.of("[1]"), sql("SELECT count(*) FROM " + t + ".metadata_log_entries"));
    assertTrue(sql("SHOW TBLPROPERTIES " + t).contains("[k,v]"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"lake", "jlake"})
  void failedCreateAsSelectLeavesNothingBehind(String catalog) {
    String t = catalog + ".st.failed";
    Exception e = assertThrows(Exception.class, () -> sql("CREATE TABLE " + t + FAILING));
    messageWith(e, "stop");
    assertEquals(List.of(), sql("SHOW TABLES IN " + catalog + ".st"));
    assertEquals(List.of(), sql("SHOW NAMESPACES IN " + catalog + ".st"));
    Path directory = catalog.equals("lake") ? TestSession.warehouse() : TestSession.jdbcWarehouse();
    assertEquals(List.of(), files(directory.resolve("st/failed")));
    assertFalse(Files.exists(directory.resolve("st/failed")));
    sql("CREATE TABLE " + t + " AS SELECT 1 AS id");
    assertEquals(List.of("[1]"), sql("SELECT * FROM " + t));
  }

  @ParameterizedTest
  @ValueSource(strings = {"lake", "jlake"})
  void replaceAsSelectKeepsHistoryAndIsOneCommit(String catalog) {
    String t = catalog + ".st.replaced";
    sql("CREATE TABLE " + t + " (id bigint, old string) PARTITIONED BY (old)");
    sql("INSERT INTO " + t + " VALUES (1, 'a')");
    String uuid = uuid(t);
    sql("REPLACE TABLE " + t + " AS SELECT id, 'n' AS new FROM range(2)");
    assertEquals(List.of("[0,n]", "[1,n]"), sql("SELECT * FROM " + t + " ORDER BY id"));
    assertEquals(uuid, uuid(t));
    assertEquals(List.of("[2]"), sql("SELECT count(*) FROM " + t + ".snapshots"));
    assertEquals(List.of("[3]"), sql("SELECT count(*) FROM " + t + ".metadata_log_entries"));
    String first = sql("SELECT min_by(snapshot_id, committed_at) FROM " + t + ".snapshots").get(0);
    assertEquals(
        List.of("[1,a]"),
        sql("SELECT * FROM " + t + " VERSION AS OF " + first.replaceAll("[\\[\\]]", "")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"lake", "jlake"})
  void failedReplaceLeavesTheTableAsItWas(String catalog) {
    String t = catalog + ".st.kept";
    sql("CREATE TABLE " + t + " AS SELECT 1 AS id");
    Path directory =
        (catalog.equals("lake") ? TestSession.warehouse() : TestSession.jdbcWarehouse())
            .resolve("st/kept");
    List<String> before = files(directory);
    assertThrows(Exception.class, () -> sql("CREATE OR REPLACE TABLE " + t + FAILING));
    assertEquals(List.of("[1]"), sql("SELECT * FROM " + t));
    assertEquals(before, files(directory));
  }

  @Test
  void createOrReplaceDoesWhatIsNeeded() {
    sql("CREATE OR REPLACE TABLE lake.st.t AS SELECT 1 AS id");
    assertEquals(List.of("[1]"), sql("SELECT * FROM lake.st.t"));
    sql("CREATE OR REPLACE TABLE lake.st.t AS SELECT 'b' AS id");
    assertEquals(List.of("[b]"), sql("SELECT * FROM lake.st.t"));
    sql("CREATE OR REPLACE TABLE lake.st.t (x int)");
    assertEquals(List.of(), sql("SELECT * FROM lake.st.t"));
    Exception e = assertThrows(Exception.class, () -> sql("REPLACE TABLE lake.st.u AS SELECT 1 a"));
    messageWith(e, "`st`.`u`");
    Exception exists =
        assertThrows(Exception.class, () -> sql("CREATE TABLE lake.st.t AS SELECT 1 a"));
    messageWith(exists, "TABLE_OR_VIEW_ALREADY_EXISTS");
  }

  @Test
  void replaceCanReadTheTableThatItReplaces() {
    sql("CREATE TABLE lake.st.t AS SELECT id FROM range(3)");
    sql("REPLACE TABLE lake.st.t AS SELECT id + 10 AS id FROM lake.st.t");
    assertEquals(List.of("[10]", "[11]", "[12]"), sql("SELECT * FROM lake.st.t ORDER BY id"));
  }

  @Test
  void replaceFailsIfColumnsChangedWhileRowsWereWritten() throws Exception {
    sql("CREATE TABLE lake.st.t (id int)");
    StagedTable staged =
        TestSession.catalog("lake")
            .stageReplace(
                Identifier.of(new String[] {"st"}, "t"),
                new Column[] {Column.create("fresh", DataTypes.IntegerType)},
                new Transform[0],
                Map.of());
    sql("ALTER TABLE lake.st.t ADD COLUMN v int");
    Exception e = assertThrows(Exception.class, staged::commitStagedChanges);
    assertEquals(
        "Cannot replace lake.st.t: while the new rows were written, its columns or partitions were"
            + " changed. Run it again.",
        e.getMessage());
  }

  private static String uuid(String table) {
    try {
      String[] parts = table.split("\\.");
      return TestSession.catalog(parts[0])
          .loadTable(Identifier.of(new String[] {parts[1]}, parts[2]))
          .id();
    } catch (NoSuchTableException e) {
      throw new AssertionError(e);
    }
  }
}
