package io.firn.it.delta;

import io.delta.sql.DeltaSparkSessionExtension;
import io.firn.it.Lakes;
import java.util.List;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * A session in which Delta Lake writes tables; Firn and Apache Iceberg are there too, with the
 * catalogs that all tests have.
 */
final class DeltaLake {
  private static final SparkSession SESSION = start();

  private DeltaLake() {}

  /** Makes it the active session. */
  static SparkSession session() {
    SparkSession.setActiveSession(SESSION);
    return SESSION;
  }

  /** Runs a statement in it. */
  static List<Row> sql(String statement) {
    SparkSession session = session();
    try {
      return session.sql(statement).collectAsList();
    } finally {
      SparkSession.setActiveSession(Lakes.session());
    }
  }

  private static SparkSession start() {
    SparkSession plain = Lakes.session();
    SparkSession.clearActiveSession();
    SparkSession.clearDefaultSession();
    try {
      return SparkSession.builder()
          .withExtensions(new DeltaSparkSessionExtension())
          .config(
              "spark.sql.catalog.spark_catalog", "org.apache.spark.sql.delta.catalog.DeltaCatalog")
          .config("spark.databricks.delta.snapshotPartitions", "1")
          .config("spark.sql.adaptive.enabled", "false")
          .config("spark.sql.shuffle.partitions", "1")
          // As many tasks list the files of a VACUUM, of which there are 10,000 by default.
          .config("spark.sql.sources.parallelPartitionDiscovery.parallelism", "1")
          // Delta's queries about its log are many and small: compiling them takes longest.
          .config("spark.sql.codegen.wholeStage", "false")
          .config("spark.sql.codegen.factoryMode", "NO_CODEGEN")
          .getOrCreate();
    } finally {
      SparkSession.setDefaultSession(plain);
      SparkSession.setActiveSession(plain);
    }
  }
}
