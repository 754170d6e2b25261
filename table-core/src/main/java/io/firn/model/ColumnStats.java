package io.firn.model;

import java.nio.ByteBuffer;
import java.util.Map;

/**
 * Counts and bounds of a file's columns by field id. A missing key means "not known". Sizes in
 * bytes; bounds are single values in binary form and may be truncated: the lower bound down, the
 * upper bound up.
 */
public record ColumnStats(
    Map<Integer, Long> columnSizes,
    Map<Integer, Long> valueCounts,
    Map<Integer, Long> nullValueCounts,
    Map<Integer, Long> nanValueCounts,
    Map<Integer, ByteBuffer> lowerBounds,
    Map<Integer, ByteBuffer> upperBounds) {
  private static final ColumnStats NONE =
      new ColumnStats(Map.of(), Map.of(), Map.of(), Map.of(), Map.of(), Map.of());

  public static ColumnStats none() {
    return NONE;
  }
}
