package io.firn.it.refs;

import io.firn.it.Lakes;
import org.apache.iceberg.spark.extensions.IcebergSparkSessionExtensions;
import org.apache.spark.sql.SparkSession;

/**
 * A session with Apache Iceberg's SQL extensions and, behind them, Firn's: each takes the
 * statements on the tables of its catalogs.
 */
public final class ExtendedSession {
  private static final SparkSession SESSION = start();

  private ExtendedSession() {}

  public static SparkSession get() {
    return SESSION;
  }

  private static SparkSession start() {
    SparkSession plain = Lakes.session();
    SparkSession.clearActiveSession();
    SparkSession.clearDefaultSession();
    try {
      return SparkSession.builder()
          .withExtensions(new IcebergSparkSessionExtensions())
          .getOrCreate();
    } finally {
      SparkSession.setDefaultSession(plain);
      SparkSession.setActiveSession(plain);
    }
  }
}
