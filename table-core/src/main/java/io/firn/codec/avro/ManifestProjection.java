package io.firn.codec.avro;

import java.util.Optional;
import java.util.Set;

/**
 * Which columns' stats a manifest reader builds; all else of an entry is always read. Stats that
 * nobody asked for are passed over in the bytes and cost no memory. Empty means the stats of all
 * columns.
 */
public record ManifestProjection(Optional<Set<Integer>> statsFieldIds) {

  public ManifestProjection {
    statsFieldIds = statsFieldIds.map(Set::copyOf);
  }

  /** The stats of all columns; what a writer that copies entries needs. */
  public static ManifestProjection allStats() {
    return new ManifestProjection(Optional.empty());
  }

  public static ManifestProjection noStats() {
    return new ManifestProjection(Optional.of(Set.of()));
  }

  /** The stats of these columns, by field id. */
  public static ManifestProjection stats(Set<Integer> fieldIds) {
    return new ManifestProjection(Optional.of(fieldIds));
  }

  boolean hasNoStats() {
    return statsFieldIds.isPresent() && statsFieldIds.get().isEmpty();
  }

  boolean includes(int fieldId) {
    return statsFieldIds.isEmpty() || statsFieldIds.get().contains(fieldId);
  }
}
