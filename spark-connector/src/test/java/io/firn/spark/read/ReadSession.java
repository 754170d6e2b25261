package io.firn.spark.read;

import io.firn.spark.FirnCatalog;
import java.nio.file.Path;
import org.apache.spark.sql.SparkSession;

/** One Spark session for all tests of the module's JVM. */
public final class ReadSession {
  private ReadSession() {}

  public static SparkSession get() {
    return Holder.SESSION;
  }

  /** Tables in {@code <warehouse>/db/<name>} are {@code readlake.db.<name>}. */
  public static Path warehouse() {
    return Holder.WAREHOUSE;
  }

  private static final class Holder {
    private static final Path WAREHOUSE =
        Path.of(System.getProperty("java.io.tmpdir"), "firn-read-" + ProcessHandle.current().pid());
    private static final SparkSession SESSION = create();

    private static SparkSession create() {
      return SparkSession.builder()
          .master("local[2]")
          .appName("read tests")
          .config("spark.ui.enabled", "false")
          .config("spark.sql.shuffle.partitions", "2")
          .config("spark.sql.session.timeZone", "UTC")
          .config("spark.sql.datetime.java8API.enabled", "true")
          .config("spark.driver.host", "localhost")
          .config("spark.driver.bindAddress", "127.0.0.1")
          .config(
              "spark.sql.warehouse.dir", System.getProperty("java.io.tmpdir") + "/firn-read-spark")
          .config("spark.sql.catalog.oracle", ReadCatalog.class.getName())
          .config("spark.sql.catalog.readlake", FirnCatalog.class.getName())
          .config("spark.sql.catalog.readlake.type", "hadoop")
          .config("spark.sql.catalog.readlake.warehouse", warehouse().toString())
          .getOrCreate();
    }
  }
}
