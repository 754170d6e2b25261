package io.firn.codec.parquet;

/** Counts the NaN values of one column, which Parquet's own statistics do not. */
final class NanCounter {
  private long count;

  long count() {
    return count;
  }

  float see(float value) {
    count += Float.isNaN(value) ? 1 : 0;
    return value;
  }

  double see(double value) {
    count += Double.isNaN(value) ? 1 : 0;
    return value;
  }
}
