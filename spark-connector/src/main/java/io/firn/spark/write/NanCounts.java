package io.firn.spark.write;

import io.firn.codec.parquet.FloatingColumn;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;

/** What Parquet's own statistics do not know of float and double columns, by field id. */
final class NanCounts {
  private final Map<Integer, FloatingColumn> columns = new HashMap<>();

  FloatingColumn column(int fieldId) {
    return columns.computeIfAbsent(fieldId, id -> new FloatingColumn());
  }

  Map<Integer, FloatingColumn> toMap() {
    return Collections.unmodifiableMap(columns);
  }
}
