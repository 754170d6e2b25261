package io.firn.operation.manifests;

import io.firn.model.DataFile;
import io.firn.types.StructValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Which of the new manifests lists which file. A slot becomes a manifest, or a few if it grows too
 * large; slots without files become none.
 */
sealed interface Slots {

  int count();

  /** The slot of a file: the {@code ordinal}th live one, from 0, of the source at that position. */
  int of(int source, long ordinal, DataFile file);

  /** Whether a file of the source may be in one of the slots from {@code from} up to {@code to}. */
  boolean reach(int source, int from, int to);

  /** Files in the order of the sources, about as many in each slot. */
  static Slots inTurn(List<Census> sources, int wanted) {
    long[] first = new long[sources.size() + 1];
    for (int i = 0; i < sources.size(); i++) {
      first[i + 1] = first[i] + sources.get(i).files();
    }
    return new InTurn(first, (int) Math.min(wanted, first[sources.size()]));
  }

  /**
   * Files of a partition together, partitions in their order, about as many files in each slot as
   * whole partitions allow.
   */
  static Slots byPartition(List<Census> sources, int wanted, PartitionOrder order) {
    SortedMap<StructValue, Long> files = new TreeMap<>(order);
    sources.forEach(
        s -> s.partitions().forEach((key, count) -> files.merge(key, count, Long::sum)));
    long total = files.values().stream().mapToLong(Long::longValue).sum();
    SortedMap<StructValue, Integer> slotOf = new TreeMap<>(order);
    int slots = 0;
    long before = 0;
    long part = -1;
    for (Map.Entry<StructValue, Long> partition : files.entrySet()) {
      long next = before * wanted / total;
      if (next != part) {
        part = next;
        slots++;
      }
      slotOf.put(partition.getKey(), slots - 1);
      before += partition.getValue();
    }
    List<int[]> reaches = new ArrayList<>();
    for (Census source : sources) {
      SortedMap<StructValue, Long> keys = source.partitions();
      reaches.add(
          keys.isEmpty()
              ? new int[] {0, -1}
              : new int[] {slot(slotOf, keys.firstKey()), slot(slotOf, keys.lastKey())});
    }
    return new ByPartition(order, slotOf, slots, reaches);
  }

  private static int slot(SortedMap<StructValue, Integer> slotOf, StructValue key) {
    Integer slot = slotOf.get(key);
    if (slot == null) {
      throw new IllegalStateException("A manifest has other partitions than a moment ago: " + key);
    }
    return slot;
  }

  /** See {@link #inTurn}; {@code first} has how many files come before each source, and all. */
  record InTurn(long[] first, int count) implements Slots {
    @Override
    public int of(int source, long ordinal, DataFile file) {
      return slotAt(first[source] + ordinal);
    }

    @Override
    public boolean reach(int source, int from, int to) {
      return first[source] < first[source + 1]
          && slotAt(first[source]) < to
          && slotAt(first[source + 1] - 1) >= from;
    }

    private int slotAt(long position) {
      return (int) (position * count / first[first.length - 1]);
    }
  }

  /** See {@link #byPartition}; {@code reaches} has the first and last slot of each source. */
  record ByPartition(
      PartitionOrder order, SortedMap<StructValue, Integer> slotOf, int count, List<int[]> reaches)
      implements Slots {
    @Override
    public int of(int source, long ordinal, DataFile file) {
      return slot(slotOf, order.key(file.partition()));
    }

    @Override
    public boolean reach(int source, int from, int to) {
      int[] reach = reaches.get(source);
      return reach[0] <= reach[1] && reach[0] < to && reach[1] >= from;
    }
  }
}
