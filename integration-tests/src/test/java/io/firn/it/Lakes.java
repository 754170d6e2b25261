package io.firn.it;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * One Spark session for all suites of a JVM, with two catalogs on one warehouse: {@code lake} is
 * Firn, {@code ice} is Apache Iceberg's own connector.
 */
public final class Lakes {
  private static final SparkSession SESSION = start();

  private Lakes() {}

  public static SparkSession session() {
    return SESSION;
  }

  private static SparkSession start() {
    Path warehouse;
    try {
      warehouse = Files.createTempDirectory("firn-it");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return SparkSession.builder()
        .master("local[2]")
        .appName("firn integration tests")
        .config("spark.ui.enabled", "false")
        .config("spark.sql.shuffle.partitions", "2")
        .config("spark.sql.warehouse.dir", warehouse.resolve("spark").toString())
        .config("spark.sql.session.timeZone", "UTC")
        .config("spark.sql.extensions", "io.firn.spark.FirnSparkSessionExtensions")
        .config("spark.sql.catalog.lake", "io.firn.spark.FirnCatalog")
        .config("spark.sql.catalog.lake.type", "hadoop")
        .config("spark.sql.catalog.lake.warehouse", warehouse.toString())
        .config("spark.sql.catalog.ice", "org.apache.iceberg.spark.SparkCatalog")
        .config("spark.sql.catalog.ice.type", "hadoop")
        .config("spark.sql.catalog.ice.warehouse", warehouse.toString())
        .config("spark.sql.catalog.ice.cache-enabled", "false")
        .getOrCreate();
  }

  public static List<Row> sql(String statement) {
    return SESSION.sql(statement).collectAsList();
  }

  /** The rows of a query as text, in the query's order; the same values give the same text. */
  public static List<String> rows(String query) {
    return sql(query).stream().map(ValueText::of).toList();
  }
}
