package io.firn.spark.rowlevel;

import static io.firn.spark.TestSession.rows;
import static io.firn.spark.TestSession.sql;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.firn.spark.HookedFileSystem;
import io.firn.spark.TestSession;
import java.util.List;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.types.DataTypes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A row that landed counts for a DELETE or UPDATE if the whole condition holds for it. */
class WholeConditionTest {
  private static int tables;

  @BeforeAll
  static void installCatalog() {
    HookedFileSystem.install();
    sql("CREATE NAMESPACE IF NOT EXISTS hooked.whole");
    TestSession.withExtensions()
        .udf()
        .register("whole_even", (UDF1<Long, Boolean>) id -> id % 2 == 0, DataTypes.BooleanType);
  }

  @AfterAll
  static void activatePlainSession() {
    TestSession.get();
  }

  @AfterEach
  void everyHookRan() {
    assertEquals(0, HookedFileSystem.clear());
  }

  /** An INSERT of id 7, which every pushed part matches, lands on the way. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "copy-on-write; DELETE FROM %s WHERE id < 20 AND id % 2 = 0; ",
        "merge-on-read; UPDATE %s SET v = 0 WHERE whole_even(id) AND id < 20; ",
        "merge-on-read; DELETE FROM %s WHERE s.a + id = 1; ",
        "merge-on-read; UPDATE %s SET v = 0 WHERE id % 2 = 1 AND v > 0; row 0 with id = 7, v = 7",
        "copy-on-write; UPDATE %s SET v = 0 WHERE id % 2 = 1 OR id IN (SELECT 3); records matching true",
      })
  void aStatementMeetsAnInsert(String mode, String statement, String conflict) {
    String table = "hooked.whole.t" + tables++;
    sql(
        "CREATE TABLE %s (id BIGINT, v INT, s STRUCT<a: INT>) USING iceberg TBLPROPERTIES ('format-version'='3', 'write.delete.mode'='%s', 'write.update.mode'='%s')"
            .formatted(table, mode, mode));
    sql("INSERT INTO " + table + " SELECT id, int(id), struct(1) FROM range(0, 4, 1, 1)");
    HookedFileSystem.beforeCreating(
        "/data/", () -> sql("INSERT INTO " + table + " VALUES (7, 7, struct(70))"));
    String text = statement.replace("%s", table);
    if (conflict == null) {
      rows(TestSession.withExtensions(), text);
      assertEquals(List.of("[7,7]"), sql("SELECT id, v FROM " + table + " WHERE id = 7"));
    } else {
      Exception e = assertThrows(Exception.class, () -> rows(TestSession.withExtensions(), text));
      String message = TestSession.messageWith(e, "Found conflicting files");
      assertTrue(message.contains(conflict), message);
    }
  }
}
