package io.firn.spark.catalog;

import io.firn.error.InvalidInputException;
import io.firn.error.UnsupportedFeatureException;
import java.util.Locale;

/** Where a catalog keeps its tables ({@code spark.sql.catalog.NAME.type}). */
public enum CatalogType {
  HADOOP,
  JDBC,
  /** No names: tables are known by their paths only. */
  PATH;

  static CatalogType parse(String catalog, String text) {
    return switch (text.toLowerCase(Locale.ROOT)) {
      case "hadoop" -> HADOOP;
      case "jdbc" -> JDBC;
      case "path" -> PATH;
      case "hive", "rest", "glue", "nessie", "bigquery" ->
          throw new UnsupportedFeatureException(
              "The catalog "
                  + catalog
                  + " has type "
                  + text
                  + ", which is not supported yet: use hadoop or jdbc");
      default ->
          throw new InvalidInputException(
              "Unknown type '"
                  + text
                  + "' of the catalog "
                  + catalog
                  + ": spark.sql.catalog."
                  + catalog
                  + ".type can be hadoop or jdbc");
    };
  }

  /** The type that stands for one of Iceberg's own catalog classes. */
  static CatalogType ofClass(String catalog, String className) {
    return switch (className) {
      case "org.apache.iceberg.hadoop.HadoopCatalog" -> HADOOP;
      case "org.apache.iceberg.jdbc.JdbcCatalog" -> JDBC;
      default ->
          throw new UnsupportedFeatureException(
              "The catalog "
                  + catalog
                  + " has catalog-impl "
                  + className
                  + ", which is not supported: set spark.sql.catalog."
                  + catalog
                  + ".type to hadoop or jdbc instead");
    };
  }
}
