package io.firn.scan;

import io.firn.error.InvalidInputException;

/**
 * How files are cut and packed: the wanted size of a group in bytes, how many open groups are
 * looked at for a place, and what opening a file costs, in bytes.
 */
public record SplitSettings(long targetSize, int lookback, long openFileCost) {
  /** Groups are made smaller than this only for workers that would have none, in bytes. */
  public static final long MIN_ADAPTED_SIZE = 16L << 20;

  public static final SplitSettings DEFAULT = new SplitSettings(128L << 20, 10, 4L << 20);

  public SplitSettings {
    if (targetSize <= 0 || lookback <= 0 || openFileCost < 0) {
      throw new InvalidInputException(
          "Split size and lookback must be positive and the open file cost not negative: "
              + targetSize
              + ", "
              + lookback
              + ", "
              + openFileCost);
    }
  }

  /**
   * Smaller groups if there would be fewer of them than {@code parallelism} for a scan of {@code
   * scanSize} bytes, but not below {@link #MIN_ADAPTED_SIZE} as long as there is a group for each
   * of the {@code workers}, which work at the same time, and never below what opening a file costs.
   * Never larger ones.
   */
  public SplitSettings adaptedTo(long scanSize, int parallelism, int workers) {
    if (parallelism <= 0 || ceiling(scanSize, targetSize) >= parallelism) {
      return this;
    }
    long busy = Math.max(ceiling(scanSize, Math.max(workers, 1)), Math.max(openFileCost, 1));
    long least = Math.min(busy, MIN_ADAPTED_SIZE);
    long even = Math.max(scanSize / parallelism, least);
    return new SplitSettings(Math.min(even, targetSize), lookback, openFileCost);
  }

  private static long ceiling(long dividend, long divisor) {
    return -Math.floorDiv(-dividend, divisor);
  }
}
