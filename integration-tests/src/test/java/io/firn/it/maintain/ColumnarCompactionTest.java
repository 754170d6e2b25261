package io.firn.it.maintain;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.firn.it.Lakes;
import java.util.List;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Compactions that take columns as they are, of files by both engines and of several schemas: Firn
 * and Apache Iceberg's connector read the same before and after, row ids too.
 */
class ColumnarCompactionTest {
  private static final String NAME = "columnar.t";

  @AfterEach
  void drop() {
    Lakes.sql("DROP TABLE IF EXISTS lake." + NAME + " PURGE");
  }

  private static void insert(String catalog, int from) {
    Lakes.sql(
        """
        INSERT INTO %s.%s (id, n, d, f, s, b, ok, day, at, price, st, tags, props)
        SELECT /*+ COALESCE(1) */ INT(id), INT(id * 37 %% 11), DOUBLE(CASE id %% 7 WHEN 0 THEN NULL WHEN 1 THEN DOUBLE('NaN') ELSE sin(id) END),
          FLOAT(cos(id)), IF(id %% 5 = 0, NULL, repeat(char(65 + INT(id * 7 %% 26)), INT(id %% 12))),
          unhex(sha1(STRING(id))), id %% 3 = 0, date_add(DATE '1969-12-20', INT(id * 5 %% 40)),
          timestamp_seconds((id * 7919 - 60000) / 3), CAST(id / 7 AS DECIMAL(20, 4)),
          IF(id %% 6 = 0, NULL, named_struct('x', INT(id * 3 %% 8), 'y', STRING(id))),
          CASE id %% 4 WHEN 0 THEN NULL WHEN 1 THEN ARRAY() ELSE ARRAY('a', NULL, STRING(id)) END,
          CASE id %% 3 WHEN 0 THEN NULL WHEN 1 THEN MAP() ELSE MAP('k', INT(id), STRING(id), NULL) END
        FROM range(%d, %d, 1, 1)"""
            .formatted(catalog, NAME, from, from + 40));
  }

  @ParameterizedTest
  @CsvSource({"2,PARTITIONED BY (ok)", "3,'PARTITIONED BY (bucket(2, id))'"})
  void bothEnginesReadTheSameBeforeAndAfter(int version, String clause) {
    Lakes.sql("CREATE NAMESPACE IF NOT EXISTS lake.columnar");
    Lakes.sql(
        """
        CREATE TABLE lake.%s (id INT, n INT, d DOUBLE, f FLOAT, s STRING, b BINARY, ok BOOLEAN,
          day DATE, at TIMESTAMP, price DECIMAL(20, 4), st STRUCT<x: INT, y: STRING>, tags ARRAY<STRING>, props MAP<STRING, INT>)
        USING iceberg %s TBLPROPERTIES ('format-version'='%d', 'write.delete.mode'='merge-on-read',
          'write.update.mode'='merge-on-read')"""
            .formatted(NAME, clause, version));
    insert("lake", 0);
    insert("ice", 40);
    Lakes.sql("DELETE FROM lake.%s WHERE id %% 9 = 2".formatted(NAME));
    Lakes.sql("ALTER TABLE lake.%s ALTER COLUMN n TYPE BIGINT".formatted(NAME));
    Lakes.sql("ALTER TABLE lake.%s ADD COLUMN later STRING".formatted(NAME));
    Lakes.sql("ALTER TABLE lake.%s RENAME COLUMN s TO text".formatted(NAME));
    Lakes.sql("ALTER TABLE lake.%s DROP COLUMN f".formatted(NAME));
    Lakes.sql(
        "UPDATE lake.%s SET later = 'x', n = 3000000000 WHERE id IN (5, 6, 44)".formatted(NAME));
    List<String> before = rows("lake", version);
    assertEquals(before, rows("ice", version));
    long files = Long.parseLong(count("files WHERE content = 0"));
    List<Row> result =
        Lakes.sql(
            "CALL lake.system.rewrite_data_files(table => '%s', options => map('rewrite-all', 'true'))"
                .formatted(NAME));
    assertEquals(files, result.get(0).getInt(0));
    assertEquals(before, rows("lake", version));
    assertEquals(before, rows("ice", version));
  }

  @Test
  void rowGroupsThatStayAreReadByBothEngines() {
    Lakes.sql("CREATE NAMESPACE IF NOT EXISTS lake.columnar");
    Lakes.sql(
        """
        CREATE TABLE lake.%s (id INT, n INT, d DOUBLE, f FLOAT, s STRING, b BINARY, ok BOOLEAN,
          day DATE, at TIMESTAMP, price DECIMAL(20, 4), st STRUCT<x: INT, y: STRING>, tags ARRAY<STRING>, props MAP<STRING, INT>)
        USING iceberg TBLPROPERTIES ('format-version'='3')"""
            .formatted(NAME));
    insert("lake", 0);
    insert("ice", 40);
    Lakes.sql("ALTER TABLE lake.%s ALTER COLUMN n TYPE BIGINT".formatted(NAME));
    Lakes.sql("ALTER TABLE lake.%s RENAME COLUMN s TO text".formatted(NAME));
    String bytes = "aggregate(map_values(column_sizes), 0L, (a, b) -> a + b)";
    Object largest =
        Lakes.sql("SELECT max(%s) FROM lake.%s.files".formatted(bytes, NAME)).get(0).get(0);
    Lakes.sql(
        "ALTER TABLE lake.%s SET TBLPROPERTIES ('write.parquet.row-group-size-bytes'='%s')"
            .formatted(NAME, largest));
    List<String> before = rows("lake", 3);
    Lakes.sql(
        "CALL lake.system.rewrite_data_files(table => '%s', options => map('rewrite-all', 'true'))"
            .formatted(NAME));
    assertEquals("1", count("files WHERE size(split_offsets) = 2"));
    assertEquals(before, rows("lake", 3));
    assertEquals(before, rows("ice", 3));
    String some =
        "SELECT id FROM %s.%s WHERE price BETWEEN 2 AND 3 AND text IS NOT NULL ORDER BY id";
    assertEquals(Lakes.sql(some.formatted("ice", NAME)), Lakes.sql(some.formatted("lake", NAME)));
  }

  private static String count(String of) {
    return Lakes.sql("SELECT count(*) FROM lake.%s.%s".formatted(NAME, of))
        .get(0)
        .get(0)
        .toString();
  }

  private static List<String> rows(String catalog, int version) {
    Lakes.sql("REFRESH TABLE %s.%s".formatted(catalog, NAME));
    String lineage = version == 3 ? ", _row_id, _last_updated_sequence_number" : "";
    return Lakes.sql(
            "SELECT * EXCEPT (b), hex(b)%s FROM %s.%s ORDER BY id"
                .formatted(lineage, catalog, NAME))
        .stream()
        .map(Row::toString)
        .toList();
  }
}
