package io.firn.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Tables of all types, by partition transform and format version: what Firn's statements wrote,
 * Apache Iceberg's connector reads row for row and file for file, and what Iceberg adds to it, Firn
 * reads.
 */
@Tag("iceberg-oracle")
class TypeMatrixTest {
  private static final String COLUMNS =
      "id BIGINT NOT NULL, flag BOOLEAN, small INT, big BIGINT, ratio FLOAT, amount DOUBLE, d9"
          + " DECIMAL(9,2), d18 DECIMAL(18,4), d38 DECIMAL(38,10), day DATE, at TIMESTAMP, local"
          + " TIMESTAMP_NTZ, name STRING, raw BINARY, point STRUCT<x: DOUBLE, y: STRUCT<z: INT, t:"
          + " STRING>>, tags ARRAY<STRING>, points ARRAY<STRUCT<a: INT, b: DECIMAL(20,3)>>, props"
          + " MAP<STRING, BIGINT>, deep MAP<INT, ARRAY<MAP<STRING, DATE>>>";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "2||COMPILED",
        "3|bucket(4, big)|COMPILED",
        "2|truncate(3, name)|INTERPRETED",
        "3|days(at)|INTERPRETED",
        "2|years(day), bucket(3, name)|INTERPRETED",
        "3|truncate(10, d18)|INTERPRETED"
      })
  void icebergReadsWhatFirnWroteAndTheOtherWayRound(
      int version, String partitioning, Evaluation evaluation) {
    try (Evaluation ignored = evaluation.use()) {
      eachReadsWhatTheOtherWrote(version, partitioning);
    }
  }

  private static void eachReadsWhatTheOtherWrote(int version, String partitioning) {
    long seed = 20261130L + version * 31L + (partitioning == null ? 0 : partitioning.hashCode());
    Random random = new Random(seed);
    String table = "m" + Long.toHexString(seed & 0xffffffffL) + version;
    Lakes.sql("CREATE NAMESPACE IF NOT EXISTS lake.matrix");
    Lakes.sql(
        "CREATE TABLE lake.matrix."
            + table
            + " ("
            + COLUMNS
            + ") USING iceberg "
            + (partitioning == null ? "" : "PARTITIONED BY (" + partitioning + ") ")
            + "TBLPROPERTIES ('format-version'='"
            + version
            + "')");

    insert("lake", table, random, 0, 20);
    insert("lake", table, random, 20, 12);
    assertSame(table, seed);
    Lakes.sql("DELETE FROM lake.matrix." + table + " WHERE id % 7 = 3 OR name IS NULL");
    Lakes.sql(
        "UPDATE lake.matrix."
            + table
            + " SET amount = amount * 2, name = concat(name, 'é'), point.x = 1.5 WHERE id % 5 = 1");
    Lakes.sql(
        "MERGE INTO lake.matrix."
            + table
            + " t USING (SELECT * FROM ice.matrix."
            + table
            + " WHERE id % 4 = 0) s ON t.id = s.id WHEN MATCHED AND s.id % 8 = 0 THEN DELETE"
            + " WHEN MATCHED THEN UPDATE SET big = s.id");
    assertSame(table, seed);

    insert("ice", table, random, 100, 10);
    Lakes.sql(
        "ALTER TABLE ice.matrix."
            + table
            + " SET TBLPROPERTIES ('write.delete.mode'='merge-on-read')");
    Lakes.sql("DELETE FROM ice.matrix." + table + " WHERE id % 9 = 2");
    assertSame(table, seed);
    Lakes.sql(
        "ALTER TABLE lake.matrix."
            + table
            + " SET TBLPROPERTIES ('write.delete.mode'='copy-on-write')");
    Lakes.sql("DELETE FROM lake.matrix." + table + " WHERE id % 9 = 4");
    assertSame(table, seed);
  }

  private static void insert(String catalog, String table, Random random, int from, int count) {
    String values =
        IntStream.range(from, from + count)
            .mapToObj(id -> row(id, random))
            .collect(Collectors.joining(",\n"));
    Lakes.sql("INSERT INTO " + catalog + ".matrix." + table + " VALUES " + values);
  }

  private static void assertSame(String table, long seed) {
    String message = "seed " + seed;
    List<String> ours = sorted("SELECT * FROM lake.matrix." + table);
    List<String> theirs = sorted("SELECT * FROM ice.matrix." + table);
    assertFalse(theirs.isEmpty(), message);
    assertEquals(theirs, ours, message);
    String files =
        "SELECT content, file_path, file_format, spec_id, record_count, file_size_in_bytes,"
            + " column_sizes, value_counts, null_value_counts, nan_value_counts, lower_bounds,"
            + " upper_bounds, split_offsets, sort_order_id FROM %s.matrix."
            + table
            + ".files";
    assertEquals(
        sorted(String.format(Locale.ROOT, files, "ice")),
        sorted(String.format(Locale.ROOT, files, "lake")),
        message);
  }

  /** Sorted here: in Spark it would take two more jobs. */
  private static List<String> sorted(String query) {
    return Lakes.rows(query).stream().sorted().toList();
  }

  private static String row(int id, Random r) {
    return "("
        + String.join(
            ", ",
            id + "L",
            or(r, r.nextBoolean() ? "true" : "false"),
            or(r, "" + r.nextInt()),
            or(r, r.nextLong(1L << 60) + "L"),
            or(
                r,
                pick(
                    r, "float('NaN')", "0.0F", "-0.0F", r.nextFloat() + "F", "float('-Infinity')")),
            or(r, pick(r, "double('NaN')", "-0.0D", r.nextGaussian() + "D", "double('Infinity')")),
            or(r, r.nextInt(9_999_999) + "." + (10 + r.nextInt(90))),
            or(r, "-" + r.nextInt(1_000_000) + ".1234"),
            or(r, "CAST('" + r.nextLong(1L << 62) + "123456789.0123456789' AS DECIMAL(38,10))"),
            or(
                r,
                "DATE'"
                    + (1900 + r.nextInt(200))
                    + "-0"
                    + (1 + r.nextInt(9))
                    + "-1"
                    + r.nextInt(9)
                    + "'"),
            or(
                r,
                "TIMESTAMP'"
                    + (1960 + r.nextInt(90))
                    + "-03-04 05:06:07.00000"
                    + r.nextInt(9)
                    + "Z'"),
            or(
                r,
                "TIMESTAMP_NTZ'"
                    + (1960 + r.nextInt(90))
                    + "-11-30 23:59:59.99999"
                    + r.nextInt(9)
                    + "'"),
            or(
                r,
                "'"
                    + pick(
                        r, "zürich", "a/b c", "x=y%", "", "日本語 text that is long enough", "😀smile")
                    + "'"),
            or(r, "X'" + pick(r, "", "00FF", "FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF", "0A0B") + "'"),
            or(
                r,
                "named_struct('x', 2.5D, 'y', "
                    + or(r, "named_struct('z', " + r.nextInt(9) + ", 't', 'q')")
                    + ")"),
            or(r, pick(r, "array()", "array('a', NULL, 'b')", "array('c')")),
            or(
                r,
                "array(named_struct('a', "
                    + r.nextInt(9)
                    + ", 'b', CAST(1.125 AS DECIMAL(20,3))), NULL)"),
            or(r, pick(r, "map('k', 1L, 'l', NULL)", "map('m', " + r.nextInt(9) + "L)")),
            or(r, "map(1, array(map('d', DATE'2020-01-01'), NULL), 2, NULL)"))
        + ")";
  }

  private static String or(Random r, String value) {
    return r.nextInt(6) == 0 ? "NULL" : value;
  }

  private static String pick(Random r, String... values) {
    return values[r.nextInt(values.length)];
  }
}
