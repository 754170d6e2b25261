package io.firn.spark.catalog;

import io.firn.error.UnsupportedFeatureException;
import java.util.Locale;

/** What {@code USING} may say. */
final class TableProviders {
  static final String ICEBERG = "iceberg";

  private TableProviders() {}

  /** Refuses a provider whose tables this catalog cannot hold. */
  static void require(String table, String provider) {
    switch (provider.toLowerCase(Locale.ROOT)) {
      case ICEBERG, "firn", "parquet" -> {}
      case "avro", "orc" ->
          throw new UnsupportedFeatureException(
              "Cannot create "
                  + table
                  + " USING "
                  + provider
                  + ": Firn writes data as Parquet. Say USING iceberg");
      default ->
          throw new UnsupportedFeatureException(
              "Cannot create "
                  + table
                  + " USING "
                  + provider
                  + ": this catalog holds Iceberg tables. Say USING iceberg, or leave it out");
    }
  }
}
