package io.firn.spark42;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Firn before Spark 4.2's own session catalog: each of its methods once. */
class SessionCatalogSmokeTest {
  @TempDir static Path directory;
  private static SparkSession spark;

  @BeforeAll
  static void startSpark() {
    SparkSession.Builder builder =
        SparkSession.builder()
            .master("local[2]")
            .config("spark.ui.enabled", "false")
            .config("spark.sql.shuffle.partitions", "2")
            .config("spark.sql.warehouse.dir", directory.resolve("spark").toUri().toString())
            .config("spark.sql.extensions", "io.firn.spark.FirnSparkSessionExtensions");
    spark = builder.getOrCreate().newSession();
    String key = "spark.sql.catalog.spark_catalog";
    spark.conf().set(key, "io.firn.spark.FirnSessionCatalog");
    spark.conf().set(key + ".type", "hadoop");
    spark.conf().set(key + ".warehouse", "file:" + directory.resolve("lake"));
    sql("CREATE DATABASE db");
    sql("CREATE TABLE db.own (id INT, s STRING) USING iceberg");
    sql("INSERT INTO db.own VALUES (1, 'a'), (2, 'b')");
    sql("CREATE TABLE db.files (id INT, s STRING) USING parquet");
    sql("INSERT INTO db.files VALUES (3, 'c')");
  }

  @AfterAll
  static void stopSpark() {
    spark.stop();
  }

  private static List<String> sql(String statement) {
    SparkSession.setActiveSession(spark);
    return spark.sql(statement).collectAsList().stream().map(r -> r.mkString(",")).toList();
  }

  @Test
  void bothKindsOfTablesAreReadWrittenAndListed() {
    assertEquals(
        List.of("db,files,false", "db,own,false"),
        sql("SHOW TABLES IN db LIKE 'files|own'").stream().sorted().toList());
    sql("CREATE TABLE db.copy USING iceberg AS SELECT * FROM db.own");
    sql("CREATE OR REPLACE TABLE db.copy USING iceberg AS SELECT * FROM db.copy WHERE id < 3");
    sql("INSERT INTO db.copy SELECT * FROM db.files");
    sql("DELETE FROM db.copy WHERE id = 1");
    sql("ALTER TABLE db.copy CREATE BRANCH b");
    assertEquals(List.of("2,b", "3,c"), sql("SELECT * FROM db.copy.branch_b ORDER BY id"));
    assertEquals(List.of("4"), sql("SELECT count(*) FROM db.copy.snapshots"));
    sql("DROP TABLE db.copy");
    assertEquals(List.of("3,c"), sql("SELECT * FROM db.files"));
  }

  @Test
  void viewsAndTablesOfSparksOwnAreStillItsOwn() {
    sql("CREATE VIEW db.v AS SELECT id FROM db.own");
    assertEquals(List.of("1", "2"), sql("SELECT * FROM db.v ORDER BY id"));
    sql("ALTER VIEW db.v AS SELECT id + 1 AS id FROM db.own");
    sql("DROP VIEW db.v");
    sql("CREATE TABLE db.like LIKE db.files");
    sql("ALTER TABLE db.like ADD COLUMN n INT");
    sql("ALTER TABLE db.like RENAME TO db.like2");
    assertEquals(List.of("0"), sql("SELECT count(n) FROM db.like2"));
    sql("CREATE TABLE db.ctas USING parquet AS SELECT 1 AS x");
    sql("DROP TABLE db.ctas");
    sql("DROP TABLE db.like2");
  }

  /** The description of a managed table, which changes, has more parts than in Spark 4.1. */
  @Test
  void aManagedParquetTableIsMigrated() {
    sql("CREATE DATABASE moved LOCATION 'file:" + directory.resolve("lake/moved") + "'");
    sql("CREATE TABLE moved.t (id INT, p STRING) USING parquet PARTITIONED BY (p)");
    sql("INSERT INTO moved.t VALUES (1, 'a b'), (2, 'c')");
    assertEquals(List.of("2"), sql("CALL spark_catalog.system.migrate('moved.t')"));
    sql("DROP TABLE moved.t_backup_");
    sql("DELETE FROM moved.t WHERE id = 2");
    assertEquals(List.of("1,a b"), sql("SELECT * FROM moved.t"));
  }

  /** Spark 4.2 finds functions of catalogs through its session catalog, too. */
  @Test
  void functionsAndProceduresAreFound() {
    assertEquals(
        List.of("true"), sql("SELECT spark_catalog.system.bucket(4, 5) BETWEEN 0 AND 3 AS b"));
    assertEquals(List.of("1"), sql("SELECT count(*) FROM db.own.history"));
    assertEquals(1, sql("CALL spark_catalog.system.ancestors_of('db.own')").size());
  }
}
