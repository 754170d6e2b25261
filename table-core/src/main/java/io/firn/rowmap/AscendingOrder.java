package io.firn.rowmap;

/** Indexes of numbers in the numbers' order; nearly no work when they are sorted already. */
final class AscendingOrder {
  private AscendingOrder() {}

  /** The indexes of the first {@code count} keys; equal keys keep their order. */
  static int[] of(long[] keys, int count) {
    int[] order = new int[count];
    boolean sorted = true;
    for (int i = 0; i < count; i++) {
      order[i] = i;
      sorted &= i == 0 || keys[i - 1] <= keys[i];
    }
    if (!sorted) {
      sort(keys, order, new int[count], 0, count);
    }
    return order;
  }

  private static void sort(long[] keys, int[] order, int[] spare, int from, int to) {
    if (to - from < 2) {
      return;
    }
    int middle = (from + to) >>> 1;
    sort(keys, order, spare, from, middle);
    sort(keys, order, spare, middle, to);
    if (keys[order[middle - 1]] <= keys[order[middle]]) {
      return;
    }
    System.arraycopy(order, from, spare, from, to - from);
    int left = from;
    int right = middle;
    for (int i = from; i < to; i++) {
      boolean takeLeft = right == to || (left < middle && keys[spare[left]] <= keys[spare[right]]);
      order[i] = takeLeft ? spare[left++] : spare[right++];
    }
  }
}
