package io.firn.model;

import io.firn.partition.Transform;
import java.util.List;

/** One field of a sort order. */
public record SortField(
    List<Integer> sourceIds, Transform transform, Direction direction, NullOrder nullOrder) {

  /** Sort direction; {@code text} is the spec's word. */
  public enum Direction {
    ASC("asc"),
    DESC("desc");

    private final String text;

    Direction(String text) {
      this.text = text;
    }

    public String text() {
      return text;
    }
  }

  /** Place of nulls; {@code text} is the spec's word. */
  public enum NullOrder {
    NULLS_FIRST("nulls-first"),
    NULLS_LAST("nulls-last");

    private final String text;

    NullOrder(String text) {
      this.text = text;
    }

    public String text() {
      return text;
    }
  }

  public SortField {
    sourceIds = List.copyOf(sourceIds);
  }

  public int sourceId() {
    return sourceIds.get(0);
  }
}
