package io.firn.it.move;

import static io.firn.it.Lakes.rows;
import static io.firn.it.Lakes.sql;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.firn.it.Lakes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.spark.sql.SaveMode;
import org.junit.jupiter.api.Test;

/** Adding Parquet files as they are against Apache Iceberg's own procedure. */
class AddFilesTwinTest {
  private static final String ADD = "add_files";

  private static String directory(String name) {
    return MoveSession.directory().resolve(name).toString();
  }

  private static String path(String directory) {
    return "source_table => '`parquet`.`" + directory + "`'";
  }

  private static void write(String directory, String query, String... partitionColumns) {
    Lakes.session()
        .sql(query)
        .coalesce(1)
        .write()
        .mode(SaveMode.Append)
        .partitionBy(partitionColumns)
        .parquet(directory);
  }

  @Test
  void filesOfAllTypesAreReadByNameWhateverTheOrderOfTheirColumns() {
    String source = directory("types");
    String columns =
        "named_struct('y', 'why', 'x', %1$sL) AS s, array(1, NULL, %1$s) AS l, map('k', %1$s) AS m,"
            + " DATE'2020-02-0%1$s' AS d, TIMESTAMP'2021-03-04 05:06:07.00%1$s' AS ts,"
            + " TIMESTAMP_NTZ'1969-03-04 05:06:07.00%1$s' AS tn, X'0%1$s' AS bin,"
            + " 'a long enough text %1$s' AS t, CAST(%1$s.25 AS DECIMAL(20, 4)) AS big,"
            + " CAST(%1$s.5 AS DECIMAL(9, 2)) AS amount, DOUBLE(%1$s.5) AS dbl,"
            + " FLOAT('NaN') AS f, SMALLINT(%1$s) AS i, %1$sL AS id, %1$s = 1 AS flag";
    List<String> types = List.of("INT96", "TIMESTAMP_MICROS");
    for (int i = 0; i < types.size(); i++) {
      Lakes.session().conf().set("spark.sql.parquet.outputTimestampType", types.get(i));
      write(source, "SELECT " + columns.formatted(i + 1));
    }
    Lakes.session().conf().unset("spark.sql.parquet.outputTimestampType");
    ImportTwins twins =
        ImportTwins.create(
            "types",
            "(id BIGINT, t STRING, flag BOOLEAN, i INT, f FLOAT, dbl DOUBLE,"
                + " amount DECIMAL(9, 2), big DECIMAL(20, 4), bin BINARY, d DATE, ts TIMESTAMP,"
                + " tn TIMESTAMP_NTZ, s STRUCT<x: BIGINT, y: STRING>, l ARRAY<INT>,"
                + " m MAP<STRING, INT>, extra STRING) USING iceberg");

    assertEquals(List.of("[2,1]"), twins.both(ADD, path(source)));

    twins.sql("ALTER TABLE %T RENAME COLUMN t TO word");
    twins.sql("ALTER TABLE %T DROP COLUMN flag");
    twins.sql("ALTER TABLE %T ADD COLUMN later STRING");
    for (String filter :
        List.of(
            "word LIKE 'a long%'",
            "id > 1",
            "ts < TIMESTAMP'2021-03-04 05:06:07.003'",
            "tn IS NOT NULL",
            "s.x = 2",
            "later IS NULL",
            "isnan(f)",
            "amount = 2.5",
            "extra IS NULL")) {
      String query =
          "SELECT id, word, s.y FROM %s WHERE " + filter.replace("%", "%%") + " ORDER BY id";
      assertEquals(
          rows(query.formatted(twins.iceberg())), rows(query.formatted(twins.firn())), filter);
    }
    twins.sql("DELETE FROM %T WHERE id = 2");
    twins.sql("UPDATE %T SET word = 'new' WHERE i = 1");
  }

  /** Apache Iceberg takes the milliseconds of such a file's bounds for microseconds. */
  @Test
  void boundsOfTimestampsHaveTheUnitOfTheTable() {
    String source = directory("millis");
    Lakes.session().conf().set("spark.sql.parquet.outputTimestampType", "TIMESTAMP_MILLIS");
    write(source, "SELECT 1 AS id, TIMESTAMP'2021-03-04 05:06:07.008' AS ts");
    Lakes.session().conf().unset("spark.sql.parquet.outputTimestampType");
    sql("CREATE NAMESPACE IF NOT EXISTS lake.imp");
    sql("CREATE TABLE lake.imp.millis (id INT, ts TIMESTAMP) USING iceberg");
    sql("CALL lake.system.add_files(table => 'imp.millis', " + path(source) + ")");
    assertEquals(
        List.of("[1]"), rows("SELECT id FROM lake.imp.millis WHERE ts > TIMESTAMP'2021-03-04'"));
    assertEquals(
        List.of("[2021-03-04 05:06:07.008]"),
        rows("SELECT CAST(readable_metrics.ts.upper_bound AS STRING) FROM lake.imp.millis.files"));
  }

  @Test
  void partitionsAreFoundByTheNamesOfDirectories() throws IOException {
    String source = directory("parts");
    write(source, "SELECT 1 AS id, DATE'2020-01-02' AS d, 'a b/%c' AS p", "d", "p");
    write(source, "SELECT 2 AS id, DATE'2020-01-02' AS d, CAST(NULL AS STRING) AS p", "d", "p");
    write(source, "SELECT 3 AS id, DATE'2020-01-03' AS d, 'x' AS p", "d", "p");
    Files.createDirectories(Path.of(source, "_hidden"));
    Files.writeString(Path.of(source, "_hidden", "f.parquet"), "no Parquet file");
    ImportTwins twins =
        ImportTwins.create(
            "parts", "(id INT, p STRING, d DATE) USING iceberg PARTITIONED BY (d, p)");

    twins.bothRefuse(
        ADD, path(source) + ", partition_filter => map('q', 'x')", "not partitioned: [q]");
    twins.bothRefuse(
        ADD, path(source) + ", parallelism => 0", "parallelism should be larger than 0");
    twins.bothRefuse(
        ADD,
        path(source) + ", partition_filter => map('p', 'nowhere')",
        "Cannot find any matching partitions");
    assertEquals(
        List.of("[1,1]"),
        twins.both(
            ADD,
            path(source)
                + ", partition_filter => map('d', '2020-01-03', 'p', 'x'), parallelism => 2"));
    twins.bothRefuse(ADD, path(source), "already exist within the target table");
    assertEquals(
        List.of("[2,2]"),
        twins.both(ADD, path(source) + ", partition_filter => map('d', '2020-01-02')"));
    assertEquals(
        List.of("[3,3]"), twins.both(ADD, path(source) + ", check_duplicate_files => false"));
    assertEquals(
        List.of("[a b/%c, 2020-01-02]", "[null, 2020-01-02]"),
        twins.firnRows("SELECT DISTINCT p, d FROM %T WHERE d < DATE'2020-01-03' ORDER BY p DESC"));
    twins.sql("DELETE FROM %T WHERE p = 'x'");
  }

  @Test
  void filesThatDoNotFitTheTableAreRefused() throws IOException {
    String source = directory("misfits");
    write(source, "SELECT 1 AS id, 'a' AS p", "p");
    ImportTwins flat = ImportTwins.create("flat", "(id INT, p STRING) USING iceberg");
    flat.bothRefuse(ADD, path(source), "exactly the partition columns of the source");
    flat.bothRefuse(
        ADD,
        path(source + "/p=a") + ", partition_filter => map('p', 'a')",
        "Cannot use partition filter with an unpartitioned table");
    ImportTwins bucketed =
        ImportTwins.create(
            "bucketed", "(id INT, p STRING) USING iceberg PARTITIONED BY (bucket(2, p))");
    bucketed.bothRefuse(ADD, path(source), "exactly the partition columns of the source");
    flat.firnRefuses(ADD, "source_table => '`orc`.`" + source + "`'", "only Parquet files");
    flat.firnRefuses(ADD, path(source + "/nowhere"), "There is no directory");
    flat.bothRefuse(ADD, "source_table => 'no_such_table'", "no_such_table");
    flat.firnRefuses(ADD, "source_table => 'lake.imp.flat_a'", "only tables of spark_catalog");
    Files.writeString(Path.of(source, "p=a", "damaged.parquet"), "no Parquet file");
    flat.bothRefuse(ADD, path(source + "/p=a"), "damaged.parquet");
    ImportTwins days =
        ImportTwins.create("days", "(id INT, p DATE) USING iceberg PARTITIONED BY (p)");
    days.firnRefuses(ADD, path(source), "column p is date");
    Files.createDirectories(Path.of(source, "q=1"));
    Files.copy(Path.of(source, "p=a", "damaged.parquet"), Path.of(source, "q=1", "x.parquet"));
    days.firnRefuses(ADD, path(source), "disagree on the partition columns");
    assertEquals(0, manifests(flat.firn()) + manifests(days.firn()));
  }

  private static long manifests(String table) throws IOException {
    String warehouse = Lakes.session().conf().get("spark.sql.catalog.lake.warehouse");
    String[] parts = table.split("\\.");
    try (var files = Files.list(Path.of(warehouse, parts[1], parts[2], "metadata"))) {
      return files.filter(file -> file.toString().endsWith(".avro")).count();
    }
  }

  @Test
  void tablesOfSparksCatalogAreSources() {
    sql("CREATE DATABASE IF NOT EXISTS spark_catalog.src");
    sql("DROP TABLE IF EXISTS spark_catalog.src.parts");
    sql("CREATE TABLE spark_catalog.src.parts (id INT, p INT) USING parquet PARTITIONED BY (p)");
    ImportTwins twins =
        ImportTwins.create(
            "cat",
            "(id INT, p INT) USING iceberg PARTITIONED BY (p)"
                + " TBLPROPERTIES ('format-version'='3', 'write.delete.mode'='merge-on-read')");
    assertEquals(List.of("[0,0]"), twins.both(ADD, "source_table => 'src.parts'"));
    sql("INSERT INTO spark_catalog.src.parts VALUES (1, 10), (2, 20), (3, NULL)");
    assertEquals(
        List.of("[1,1]"),
        twins.both(
            ADD, "source_table => 'spark_catalog.src.parts', partition_filter => map('p', '20')"));
    twins.sql("DELETE FROM %T WHERE p = 20");
    assertEquals(
        List.of("[1,1]"),
        twins.both(ADD, "source_table => 'src.parts', partition_filter => map('p', '10')"));
    sql("DROP TABLE IF EXISTS spark_catalog.src.flat");
    sql("CREATE TABLE spark_catalog.src.flat (id INT, p INT) USING parquet");
    sql("INSERT INTO spark_catalog.src.flat SELECT /*+ COALESCE(1) */ INT(id), 5 FROM range(6)");
    ImportTwins flat =
        ImportTwins.create(
            "catflat",
            "(id INT, p INT) USING iceberg"
                + " TBLPROPERTIES ('format-version'='3', 'write.delete.mode'='merge-on-read')");
    assertEquals(List.of("[1,1]"), flat.both(ADD, "source_table => 'src.flat'"));
    flat.sql("DELETE FROM %T WHERE id IN (1, 4)");
    flat.sql("DELETE FROM %T WHERE id = 5");
    assertTrue(
        rows("SELECT _row_id FROM " + flat.firn() + " ORDER BY id")
            .equals(List.of("[0]", "[2]", "[3]")));
    sql("DROP TABLE IF EXISTS spark_catalog.src.orcs");
    sql("CREATE TABLE spark_catalog.src.orcs (id INT, p INT) USING orc");
    flat.firnRefuses(ADD, "source_table => 'src.orcs'", "their format is orc");
  }
}
