package io.firn.spark.write;

import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.sql.SparkSession;

/**
 * What a snapshot's summary says about the engine and the application, with the keys that Iceberg's
 * connector uses.
 */
public final class EngineSummary {
  private EngineSummary() {}

  public static Map<String, String> of(SparkSession session) {
    Map<String, String> summary = new TreeMap<>();
    summary.put("engine-name", "spark");
    summary.put("engine-version", session.version());
    summary.put("spark.app.id", session.sparkContext().applicationId());
    summary.put("app-id", session.sparkContext().applicationId());
    summary.put("app-name", session.sparkContext().appName());
    return summary;
  }
}
