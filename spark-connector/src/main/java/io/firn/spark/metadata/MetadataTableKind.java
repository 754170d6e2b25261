package io.firn.spark.metadata;

import java.util.Locale;
import java.util.Optional;

/** The metadata tables of a table, by the names that follow the table's in SQL. */
public enum MetadataTableKind {
  HISTORY(Time.NOW),
  METADATA_LOG_ENTRIES(Time.NOW),
  SNAPSHOTS(Time.NOW),
  REFS(Time.NOW),
  MANIFESTS(Time.ANY),
  PARTITIONS(Time.ANY),
  FILES(Time.ANY),
  DATA_FILES(Time.ANY),
  DELETE_FILES(Time.ANY),
  ENTRIES(Time.ANY),
  POSITION_DELETES(Time.ANY),
  ROW_MAPS(Time.NOW),
  ALL_MANIFESTS(Time.NOW),
  ALL_FILES(Time.NOW),
  ALL_DATA_FILES(Time.NOW),
  ALL_DELETE_FILES(Time.NOW),
  ALL_ENTRIES(Time.NOW);

  /** Whether a table is about one snapshot, which may be an old one, or about all. */
  private enum Time {
    NOW,
    ANY
  }

  private final Time time;

  MetadataTableKind(Time time) {
    this.time = time;
  }

  /** The table of that name, in any case; empty if there is none. */
  public static Optional<MetadataTableKind> parse(String name) {
    for (MetadataTableKind kind : values()) {
      if (kind.name().equals(name.toUpperCase(Locale.ROOT))) {
        return Optional.of(kind);
      }
    }
    return Optional.empty();
  }

  /** The name in SQL. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Whether it can be read as of another snapshot than the current one. */
  public boolean canTimeTravel() {
    return time == Time.ANY;
  }

  boolean isAll() {
    return name().startsWith("ALL_");
  }
}
