package io.firn.spark.write;

import java.util.HashMap;
import java.util.Map;

/** Counts NaN values by field id; Parquet's own statistics do not. */
final class NanCounts {
  private final Map<Integer, Counter> counters = new HashMap<>();

  Counter counter(int fieldId) {
    return counters.computeIfAbsent(fieldId, id -> new Counter());
  }

  Map<Integer, Long> toMap() {
    Map<Integer, Long> counts = new HashMap<>();
    counters.forEach((id, counter) -> counts.put(id, counter.count));
    return counts;
  }

  /** The count of one column. */
  static final class Counter {
    private long count;

    float see(float value) {
      if (Float.isNaN(value)) {
        count++;
      }
      return value;
    }

    double see(double value) {
      if (Double.isNaN(value)) {
        count++;
      }
      return value;
    }
  }
}
