package io.firn.model;

import java.util.Locale;
import java.util.Optional;

/** Format of a data or delete file (spec field 101). */
public enum FileFormat {
  PARQUET,
  AVRO,
  ORC,
  PUFFIN;

  /** Parses in any case; empty for a format that this version does not know. */
  public static Optional<FileFormat> parse(String text) {
    for (FileFormat format : values()) {
      if (format.name().equals(text.toUpperCase(Locale.ROOT))) {
        return Optional.of(format);
      }
    }
    return Optional.empty();
  }

  /** Lower-case name, as Iceberg engines write it and as file extension. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }
}
