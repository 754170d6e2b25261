package io.firn.operation;

import io.firn.error.InvalidInputException;
import io.firn.error.UnsupportedFeatureException;
import io.firn.model.TableMetadata;
import io.firn.model.TableProperties;
import io.firn.types.Schema;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalInt;

/** Takes the table properties of a statement apart: what is stored and what is an order. */
final class StoredProperties {
  private StoredProperties() {}

  /**
   * The properties without {@code format-version}.
   *
   * @throws InvalidInputException for a computed property or a value that cannot be read back
   */
  static Map<String, String> of(Map<String, String> properties) {
    Map<String, String> stored = new LinkedHashMap<>(properties);
    stored.remove(TableProperties.FORMAT_VERSION);
    stored.keySet().forEach(StoredProperties::requireNotReserved);
    TableProperties.requireValid(stored);
    return stored;
  }

  static void requireNotReserved(String key) {
    if (TableProperties.RESERVED.contains(key)) {
      throw new InvalidInputException(
          "Cannot set or remove the table property "
              + key
              + ": it is computed from the table's metadata");
    }
  }

  /** The format version that the properties order. */
  static OptionalInt formatVersion(Map<String, String> properties) {
    OptionalInt version = TableProperties.optionalInt(properties, TableProperties.FORMAT_VERSION);
    if (version.isPresent()) {
      requireWritable(version.getAsInt());
    }
    return version;
  }

  private static void requireWritable(int version) {
    if (version < TableMetadata.DEFAULT_VERSION || version > TableMetadata.MAX_SUPPORTED_VERSION) {
      throw new UnsupportedFeatureException(
          "Cannot write tables of format version "
              + version
              + ": set "
              + TableProperties.FORMAT_VERSION
              + " to "
              + TableMetadata.DEFAULT_VERSION
              + " or "
              + TableMetadata.MAX_SUPPORTED_VERSION);
    }
  }

  /** Refuses column settings of columns that do not exist. */
  static void requireColumns(Map<String, String> properties, Schema schema) {
    for (String key : properties.keySet()) {
      if (key.startsWith(TableProperties.METRICS_COLUMN_MODE_PREFIX)) {
        String column = key.substring(TableProperties.METRICS_COLUMN_MODE_PREFIX.length());
        if (schema.field(column).isEmpty()) {
          throw new InvalidInputException(
              "Cannot set the table property " + key + ": the table has no column " + column);
        }
      }
    }
  }

  /** Adds what a new table says explicitly, because its default differs from that of old tables. */
  static Map<String, String> ofNewTable(Map<String, String> properties) {
    Map<String, String> stored = new LinkedHashMap<>();
    stored.put(TableProperties.PARQUET_COMPRESSION, TableProperties.PARQUET_COMPRESSION_NEW_TABLES);
    stored.putAll(of(properties));
    return stored;
  }
}
