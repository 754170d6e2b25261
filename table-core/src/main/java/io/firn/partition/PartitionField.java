package io.firn.partition;

import java.util.List;

/**
 * One field of a partition spec: source column(s), id of the partition field (1000 and up), name,
 * transform. Only unknown transforms have several sources.
 */
public record PartitionField(
    List<Integer> sourceIds, int fieldId, String name, Transform transform) {

  public PartitionField {
    sourceIds = List.copyOf(sourceIds);
    if (sourceIds.isEmpty()) {
      throw new IllegalArgumentException("Partition field " + name + " has no source column");
    }
  }

  public PartitionField(int sourceId, int fieldId, String name, Transform transform) {
    this(List.of(sourceId), fieldId, name, transform);
  }

  public int sourceId() {
    return sourceIds.get(0);
  }
}
