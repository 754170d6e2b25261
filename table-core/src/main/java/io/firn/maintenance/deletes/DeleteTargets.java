package io.firn.maintenance.deletes;

import io.firn.model.DataFile;
import io.firn.operation.AgedFile;
import io.firn.types.ReservedFields;
import io.firn.types.SimpleType;
import io.firn.types.ValueOrder;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The data files of one partition of which its position delete files may delete rows. A file with
 * deletes of several data files may name all between the least and the greatest path; such ranges
 * are taken together, so that asking takes no longer the more there are.
 */
final class DeleteTargets {
  private static final Comparator<Object> PATHS = ValueOrder.of(SimpleType.STRING);

  private final Set<String> named = new HashSet<>();
  private final Map<String, Long> found = new HashMap<>();
  private boolean hasRange;
  private Optional<String> lowest = Optional.empty();
  private Optional<String> highest = Optional.empty();

  private DeleteTargets() {}

  static DeleteTargets of(List<List<AgedFile>> bins) {
    DeleteTargets targets = new DeleteTargets();
    bins.forEach(bin -> bin.forEach(file -> targets.add(file.file())));
    return targets;
  }

  private void add(DataFile delete) {
    if (delete.referencedDataFile().isPresent()) {
      named.add(delete.referencedDataFile().get());
      return;
    }
    Optional<String> lower = path(delete.stats().lowerBounds());
    Optional<String> upper = path(delete.stats().upperBounds());
    lowest = hasRange ? least(lowest, lower) : lower;
    highest = hasRange ? greatest(highest, upper) : upper;
    hasRange = true;
  }

  /** Bounds may be cut, but still are bounds; without one there is none. */
  private static Optional<String> path(Map<Integer, ByteBuffer> bounds) {
    return Optional.ofNullable(bounds.get(ReservedFields.DELETE_FILE_PATH_ID))
        .map(bytes -> StandardCharsets.UTF_8.decode(bytes.duplicate()).toString());
  }

  private static Optional<String> least(Optional<String> a, Optional<String> b) {
    return a.isEmpty() || b.isEmpty()
        ? Optional.empty()
        : PATHS.compare(a.get(), b.get()) <= 0 ? a : b;
  }

  private static Optional<String> greatest(Optional<String> a, Optional<String> b) {
    return a.isEmpty() || b.isEmpty()
        ? Optional.empty()
        : PATHS.compare(a.get(), b.get()) >= 0 ? a : b;
  }

  /** A live data file of the partition. */
  void offer(String path, long dataSequenceNumber) {
    if (named.contains(path) || isInRange(path)) {
      found.put(path, dataSequenceNumber);
    }
  }

  private boolean isInRange(String path) {
    return hasRange
        && lowest.map(p -> PATHS.compare(path, p) >= 0).orElse(true)
        && highest.map(p -> PATHS.compare(path, p) <= 0).orElse(true);
  }

  /** Those that may have lost rows, with their data sequence number. */
  Map<String, Long> found() {
    return found;
  }
}
