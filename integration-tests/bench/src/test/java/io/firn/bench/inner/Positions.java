package io.firn.bench.inner;

import io.firn.deletes.PositionSet;
import java.util.SplittableRandom;

/** Positions that the benchmarks share. */
final class Positions {
  private Positions() {}

  /** So many of a file's rows, scattered, the same each time. */
  static PositionSet scattered(int count, long rows) {
    SplittableRandom random = new SplittableRandom(20261130);
    PositionSet positions = new PositionSet();
    while (positions.cardinality() < count) {
      for (long missing = count - positions.cardinality(); missing > 0; missing--) {
        positions.add(random.nextLong(rows));
      }
    }
    return positions;
  }
}
