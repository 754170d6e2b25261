package io.firn.spark.rowlevel;

import static io.firn.spark.TestSession.sql;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Conditions on where a row is. */
class MetadataConditionTest {

  @ParameterizedTest
  @CsvSource({
    "2,copy-on-write,columns",
    "3,copy-on-write,columns",
    "2,copy-on-write,rows",
    "3,copy-on-write,rows",
    "2,merge-on-read,rows",
    "3,merge-on-read,rows"
  })
  void rowsAreChangedByTheirPlace(int version, String mode, String carry) {
    String table = "lake.places.t" + version + mode.replace('-', '_') + carry;
    sql("CREATE NAMESPACE IF NOT EXISTS lake.places");
    sql(
        "CREATE TABLE %s (id BIGINT, v INT) USING iceberg PARTITIONED BY (bucket(2, id)) TBLPROPERTIES ('format-version'='%d', 'write.delete.mode'='%s', 'write.update.mode'='%s', 'write.merge.mode'='%s', 'write.copy-on-write.carry-mode'='%s')"
            .formatted(table, version, mode, mode, mode, carry));
    sql("INSERT INTO " + table + " SELECT id, 1 FROM range(0, 10, 1, 1)");
    sql("UPDATE " + table + " SET v = 2 WHERE _pos = 1 AND _file LIKE '%parquet'");
    assertEquals(List.of("[1,8]", "[2,2]"), sql(counts(table)));
    // Spark's plans of statements that carry rows have no other metadata columns.
    boolean carriesRows = mode.equals("copy-on-write") && carry.equals("rows");
    String more = carriesRows ? "_pos = 1" : "_spec_id = 0";
    sql(
        "UPDATE "
            + table
            + " SET v = 3 WHERE id = (SELECT min(id) FROM "
            + table
            + " WHERE v = 2) AND "
            + more);
    assertEquals(List.of("[1,8]", "[2,1]", "[3,1]"), sql(counts(table)));
    sql("DELETE FROM " + table + " WHERE v > 1 AND _file LIKE '%parquet' AND _pos >= 0");
    assertEquals(List.of("[1,8]"), sql(counts(table)));
  }

  private static String counts(String table) {
    return "SELECT v, count(*) FROM " + table + " GROUP BY v ORDER BY v";
  }
}
