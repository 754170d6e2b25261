package io.firn.spark.metadata;

import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Absent values as a column holds them. */
final class Values {
  private Values() {}

  static @Nullable Object orNull(OptionalLong value) {
    return value.isPresent() ? value.getAsLong() : null;
  }

  static @Nullable Object orNull(OptionalInt value) {
    return value.isPresent() ? value.getAsInt() : null;
  }

  static @Nullable Object orNull(Optional<?> value) {
    return value.orElse(null);
  }

  /** Counts of old manifest lists may be missing. */
  static Object orZero(OptionalInt value) {
    return value.orElse(0);
  }

  static long micros(long millis) {
    return Math.multiplyExact(millis, 1000L);
  }
}
