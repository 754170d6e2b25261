package io.firn.examples;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.spark.sql.SparkSession;

/**
 * A local Spark session with Firn's catalog {@code lake}: the settings here are all that an own
 * Spark needs beside the runtime jar.
 */
final class LakeSession {
  private LakeSession() {}

  static SparkSession start(ShellOptions options) {
    SparkSession.Builder builder = SparkSession.builder().appName("Firn");
    settings(options).forEach(builder::config);
    return builder.getOrCreate();
  }

  private static Map<String, String> settings(ShellOptions options) {
    Path warehouse = options.warehouse();
    Map<String, String> settings = new LinkedHashMap<>();
    // One thread more than a statement that waits for another one needs.
    int threads = Math.max(2, Runtime.getRuntime().availableProcessors());
    settings.put("spark.master", "local[" + threads + "]");
    settings.put("spark.sql.extensions", "io.firn.spark.FirnSparkSessionExtensions");
    settings.put("spark.sql.catalog.lake", "io.firn.spark.FirnCatalog");
    settings.put("spark.sql.catalog.lake.type", "hadoop");
    settings.put("spark.sql.catalog.lake.warehouse", warehouse.toUri().toString());
    settings.put("spark.sql.defaultCatalog", "lake");
    // Local and small: no web page, no wide shuffles, nothing written beside the warehouse.
    settings.put("spark.ui.enabled", "false");
    settings.put("spark.ui.showConsoleProgress", "false");
    settings.put("spark.driver.bindAddress", "127.0.0.1");
    settings.put("spark.driver.host", "127.0.0.1");
    settings.put("spark.sql.shuffle.partitions", "4");
    settings.put("spark.sql.warehouse.dir", warehouse.resolveSibling("spark-warehouse").toString());
    settings.putAll(options.conf());
    return settings;
  }
}
