package io.firn.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.connector.catalog.SupportsRowLevelOperations;
import org.apache.spark.sql.connector.catalog.TableCatalog;
import org.apache.spark.sql.connector.write.RowLevelOperation;
import org.apache.spark.sql.connector.write.RowLevelOperation.Command;
import org.apache.spark.sql.connector.write.RowLevelOperationInfo;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What Spark does silently to connectors that do not know it. */
class SparkTrapsTest {

  @BeforeAll
  static void createNamespace() {
    Lakes.sql("CREATE NAMESPACE lake.traps");
  }

  /**
   * Spark 4.1 puts its own operation code in front of the rows of an operation that asks for none.
   */
  @Test
  void copyOnWriteAsksForMetadataAndWritesTheRowsAsTheyAre() throws Exception {
    for (int version : new int[] {2, 3}) {
      String t = "lake.traps.cow" + version;
      Lakes.sql(
          "CREATE TABLE "
              + t
              + " (a INT, b INT, c STRING) TBLPROPERTIES ('format-version'='"
              + version
              + "')");
      for (Command command : Command.values()) {
        RowLevelOperation operation = operation("cow" + version, command);
        assertTrue(operation.requiredMetadataAttributes().length > 0, command + " v" + version);
      }
      Lakes.sql(
          "INSERT INTO " + t + " SELECT /*+ COALESCE(1) */ id, id + 100, 'c' || id FROM range(6)");
      Lakes.sql("UPDATE " + t + " SET b = -1 WHERE a = 1");
      Lakes.sql("DELETE FROM " + t + " WHERE a = 2");
      Lakes.sql(
          "MERGE INTO "
              + t
              + " t USING (SELECT 3 AS a UNION ALL SELECT 9) s ON t.a = s.a"
              + " WHEN MATCHED THEN UPDATE SET b = -3"
              + " WHEN NOT MATCHED THEN INSERT (a, b, c) VALUES (s.a, 0, 'new')");
      for (String catalog : List.of("lake", "ice")) {
        assertEquals(
            List.of(
                "[0, 100, c0]",
                "[1, -1, c1]",
                "[3, -3, c3]",
                "[4, 104, c4]",
                "[5, 105, c5]",
                "[9, 0, new]"),
            Lakes.rows("SELECT * FROM " + t.replace("lake", catalog) + " ORDER BY a"),
            catalog);
      }
    }
  }

  private static RowLevelOperation operation(String table, Command command) throws Exception {
    TableCatalog catalog =
        (TableCatalog) Lakes.session().sessionState().catalogManager().catalog("lake");
    SupportsRowLevelOperations loaded =
        (SupportsRowLevelOperations)
            catalog.loadTable(Identifier.of(new String[] {"traps"}, table));
    RowLevelOperationInfo info =
        new RowLevelOperationInfo() {
          @Override
          public CaseInsensitiveStringMap options() {
            return CaseInsensitiveStringMap.empty();
          }

          @Override
          public Command command() {
            return command;
          }
        };
    return loaded.newRowLevelOperationBuilder(info).build();
  }

  /** Spark's field-id mode takes the type of the file's column that has the name, not the id. */
  @Test
  void aColumnUnderAnotherColumnsOldNameIsReadWithItsOwnType() {
    Lakes.sql("CREATE TABLE lake.traps.ids (id INT, s STRUCT<x: INT, y: STRING>)");
    Lakes.sql("INSERT INTO lake.traps.ids VALUES (1, named_struct('x', 10, 'y', 'old'))");
    Lakes.sql("ALTER TABLE lake.traps.ids RENAME COLUMN id TO renamed");
    Lakes.sql("ALTER TABLE lake.traps.ids ALTER COLUMN renamed TYPE BIGINT");
    Lakes.sql("ALTER TABLE lake.traps.ids ADD COLUMN id STRING");
    Lakes.sql("ALTER TABLE lake.traps.ids RENAME COLUMN s.x TO was_x");
    Lakes.sql("ALTER TABLE lake.traps.ids RENAME COLUMN s.y TO x");
    Lakes.sql("ALTER TABLE lake.traps.ids ADD COLUMN s.y BIGINT");
    Lakes.sql(
        "INSERT INTO lake.traps.ids VALUES"
            + " (4294967296, named_struct('was_x', 20, 'x', 'new', 'y', 7L), 'text')");
    for (String catalog : List.of("lake", "ice")) {
      String t = catalog + ".traps.ids";
      assertEquals(
          List.of("[1, [10, old, null], null]", "[4294967296, [20, new, 7], text]"),
          Lakes.rows("SELECT * FROM " + t + " ORDER BY renamed"));
      assertEquals(List.of("[1]"), Lakes.rows("SELECT renamed FROM " + t + " WHERE id IS NULL"));
      assertEquals(List.of("[old]"), Lakes.rows("SELECT s.x FROM " + t + " WHERE s.was_x = 10"));
      assertEquals(List.of("[text]"), Lakes.rows("SELECT id FROM " + t + " WHERE id >= 'a'"));
    }
  }
}
