package io.firn.codec.delta;

import io.firn.error.UnsupportedFeatureException;
import java.util.Locale;

/** How a Delta table finds its columns in data files (Delta protocol: Column Mapping). */
public enum ColumnMapping {
  /** By their names. */
  NONE,
  /** By physical names, which the schema tells. */
  NAME,
  /** By the field ids of Parquet. */
  ID;

  String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  static ColumnMapping parse(String text) {
    for (ColumnMapping mapping : values()) {
      if (mapping.text().equals(text.toLowerCase(Locale.ROOT))) {
        return mapping;
      }
    }
    throw new UnsupportedFeatureException(
        "Unknown delta.columnMapping.mode of a Delta table: " + text);
  }
}
