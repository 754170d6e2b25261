package io.firn.model;

import java.util.Locale;
import java.util.Optional;

/** The {@code operation} of a snapshot's summary. */
public enum SnapshotOperation {
  APPEND,
  REPLACE,
  OVERWRITE,
  DELETE;

  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static Optional<SnapshotOperation> parse(String text) {
    for (SnapshotOperation operation : values()) {
      if (operation.text().equals(text)) {
        return Optional.of(operation);
      }
    }
    return Optional.empty();
  }
}
