package io.firn.bench.spark;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Whose tables a worker reads and writes. */
enum Engine {
  FIRN("lake.db.", List.of("/iceberg-", "/delta-")),
  ICEBERG(
      "lake.db.",
      List.of(
          "/delta-",
          "/table-core/target/classes",
          "/spark-connector/target/",
          "/procedures/target/")),
  DELTA(
      "default.",
      List.of(
          "/iceberg-",
          "/table-core/target/classes",
          "/spark-connector/target/",
          "/procedures/target/")),
  PARQUET(
      "default.",
      List.of(
          "/iceberg-",
          "/delta-",
          "/table-core/target/classes",
          "/spark-connector/target/",
          "/procedures/target/"));

  private final String prefix;
  private final List<String> foreign;

  Engine(String prefix, List<String> foreign) {
    this.prefix = prefix;
    this.foreign = foreign;
  }

  /** As it is written on the command line and in reports. */
  String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  static Engine of(String label) {
    for (Engine engine : values()) {
      if (engine.label().equals(label)) {
        return engine;
      }
    }
    throw new IllegalArgumentException(
        "There is no engine '" + label + "'; name iceberg, delta or parquet");
  }

  /** Whether an entry of the whole class path may be on this engine's. */
  boolean needs(String entry) {
    return foreign.stream().noneMatch(entry::contains);
  }

  String qualified(String table) {
    return prefix + table;
  }

  boolean hasIcebergTables() {
    return this == FIRN || this == ICEBERG;
  }

  String provider() {
    return switch (this) {
      case FIRN, ICEBERG -> "iceberg";
      case DELTA -> "delta";
      case PARQUET -> "parquet";
    };
  }

  /** Where a table's files are, below the warehouse. */
  String folder(String table) {
    return hasIcebergTables() ? "db/" + table : table;
  }

  /** Settings of the session. All engines compress with Zstandard and plan on as few partitions. */
  Map<String, String> settings(String warehouse) {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("spark.ui.enabled", "false");
    settings.put("spark.sql.shuffle.partitions", "2");
    settings.put("spark.sql.session.timeZone", "UTC");
    settings.put("spark.sql.parquet.compression.codec", "zstd");
    settings.put("spark.sql.warehouse.dir", warehouse);
    switch (this) {
      case FIRN -> {
        settings.put("spark.sql.extensions", "io.firn.spark.FirnSparkSessionExtensions");
        catalog(settings, "io.firn.spark.FirnCatalog", warehouse);
      }
      case ICEBERG -> {
        settings.put(
            "spark.sql.extensions",
            "org.apache.iceberg.spark.extensions.IcebergSparkSessionExtensions");
        catalog(settings, "org.apache.iceberg.spark.SparkCatalog", warehouse);
      }
      case DELTA -> {
        settings.put("spark.sql.extensions", "io.delta.sql.DeltaSparkSessionExtension");
        settings.put(
            "spark.sql.catalog.spark_catalog", "org.apache.spark.sql.delta.catalog.DeltaCatalog");
        settings.put("spark.databricks.delta.snapshotPartitions", "2");
      }
      case PARQUET -> {}
    }
    return settings;
  }

  private static void catalog(Map<String, String> settings, String type, String warehouse) {
    settings.put("spark.sql.catalog.lake", type);
    settings.put("spark.sql.catalog.lake.type", "hadoop");
    settings.put("spark.sql.catalog.lake.warehouse", warehouse);
  }
}
