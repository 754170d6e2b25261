package io.firn.codec.delta;

import io.firn.error.UnsupportedFeatureException;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** What a reader and a writer of a table must understand (Delta protocol: Protocol Evolution). */
public record DeltaProtocol(
    int minReaderVersion,
    int minWriterVersion,
    Set<String> readerFeatures,
    Set<String> writerFeatures) {
  /** The feature that the last commit of a migrated table asks for, which nobody has. */
  static final String MIGRATED = "migratedToFirn";

  private static final int FEATURES_VERSION = 3;

  private static final Set<String> READABLE =
      Set.of(
          "columnMapping",
          "deletionVectors",
          "timestampNtz",
          "typeWidening",
          "typeWidening-preview",
          "v2Checkpoint",
          "vacuumProtocolCheck");

  /** Writers ask for these alone, but they change what is in the log or what values mean. */
  private static final List<String> UNREADABLE_OF_WRITERS =
      List.of("collations", "coordinatedCommits", "catalogManaged", "catalogOwned");

  public DeltaProtocol {
    readerFeatures = Collections.unmodifiableSet(new TreeSet<>(readerFeatures));
    writerFeatures = Collections.unmodifiableSet(new TreeSet<>(writerFeatures));
  }

  /**
   * Refuses a table that asks its readers for more than Firn can do.
   *
   * @throws UnsupportedFeatureException naming the table and the features
   */
  void requireReadable(String table) {
    if (readerFeatures.contains(MIGRATED)) {
      throw new UnsupportedFeatureException(
          "Cannot read the Delta table "
              + table
              + ": it was migrated, as the last commit of its log says. Use the table that it became,"
              + " or delete that commit to open the Delta table again");
    }
    if (minReaderVersion > FEATURES_VERSION) {
      throw new UnsupportedFeatureException(
          "Cannot read the Delta table "
              + table
              + ": it needs reader version "
              + minReaderVersion
              + ", and supported are 1 to "
              + FEATURES_VERSION);
    }
    Set<String> unknown = new TreeSet<>(readerFeatures);
    unknown.removeAll(READABLE);
    writerFeatures.stream()
        .filter(f -> UNREADABLE_OF_WRITERS.stream().anyMatch(f::startsWith))
        .forEach(unknown::add);
    if (!unknown.isEmpty()) {
      throw new UnsupportedFeatureException(
          "Cannot read the Delta table "
              + table
              + ": it uses "
              + String.join(", ", unknown)
              + ". Supported are "
              + String.join(", ", new TreeSet<>(READABLE))
              + "; drop the other features in Delta (ALTER TABLE ... DROP FEATURE) before");
    }
  }
}
