package io.firn.maintenance;

import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;
import java.util.function.ToLongFunction;

/** In which order the groups of a rewrite are rewritten ({@code rewrite-job-order}). */
public enum JobOrder {
  NONE,
  BYTES_ASC,
  BYTES_DESC,
  FILES_ASC,
  FILES_DESC;

  /** By its name as an option has it, in any case. */
  static Optional<JobOrder> of(String text) {
    for (JobOrder order : values()) {
      if (order.name().replace('_', '-').equals(text.trim().toUpperCase(Locale.ROOT))) {
        return Optional.of(order);
      }
    }
    return Optional.empty();
  }

  /** Of groups whose bytes and files are known; {@link #NONE} leaves them as they are. */
  public <G> Comparator<G> comparator(ToLongFunction<G> bytes, ToLongFunction<G> files) {
    return switch (this) {
      case NONE -> (a, b) -> 0;
      case BYTES_ASC -> Comparator.comparingLong(bytes);
      case BYTES_DESC -> Comparator.comparingLong(bytes).reversed();
      case FILES_ASC -> Comparator.comparingLong(files);
      case FILES_DESC -> Comparator.comparingLong(files).reversed();
    };
  }
}
