package io.firn.model;

import java.util.List;

/** A sort order; id 0 is unsorted (spec: Sorting). */
public record SortOrder(int orderId, List<SortField> fields) {
  public SortOrder {
    fields = List.copyOf(fields);
  }

  public static SortOrder unsorted() {
    return new SortOrder(0, List.of());
  }

  public boolean isSorted() {
    return !fields.isEmpty();
  }
}
