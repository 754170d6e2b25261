package io.firn.deletes;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import org.roaringbitmap.BatchIterator;
import org.roaringbitmap.RoaringBitmap;

/**
 * A mutable set of row positions from 0 to {@link #MAX_POSITION}: one 32-bit roaring bitmap for
 * each value of the upper 32 bits that occurs. Ranges are half-open. Not thread-safe while it
 * changes.
 */
public final class PositionSet {
  /** The greatest position; the upper 32 bits of a position are not negative. */
  public static final long MAX_POSITION = Long.MAX_VALUE;

  private static final long SPAN = 1L << 32;
  private static final int MIN_BITMAP_BYTES = 8;
  private static final int BATCH = 256;

  private int[] keys = new int[1];
  private RoaringBitmap[] bitmaps = new RoaringBitmap[1];
  private int size;

  public static PositionSet of(long... positions) {
    PositionSet set = new PositionSet();
    for (long position : positions) {
      set.add(position);
    }
    return set;
  }

  /** All positions from {@code from} on and before {@code to}. */
  public static PositionSet ofRange(long from, long to) {
    PositionSet set = new PositionSet();
    set.addRange(from, to);
    return set;
  }

  public PositionSet copy() {
    PositionSet copy = new PositionSet();
    copy.addAll(this);
    return copy;
  }

  public void add(long position) {
    requirePosition(position);
    bitmap((int) (position >>> 32)).add((int) position);
  }

  /** Adds the first {@code count} of the positions; cheap if they ascend. */
  public void addAll(long[] positions, int count) {
    int[] low = new int[count];
    for (int from = 0; from < count; ) {
      requirePosition(positions[from]);
      int key = (int) (positions[from] >>> 32);
      int to = from;
      while (to < count && (int) (positions[to] >>> 32) == key) {
        low[to] = (int) positions[to];
        to++;
      }
      bitmap(key).addN(low, from, to - from);
      from = to;
    }
  }

  /** Adds all positions from {@code from} on and before {@code to}. */
  public void addRange(long from, long to) {
    requireRange(from, to);
    for (long start = from; start < to; ) {
      long end = spanEnd(start, to);
      long low = start & (SPAN - 1);
      bitmap((int) (start >>> 32)).add(low, low + (end - start));
      start = end;
    }
  }

  public void addAll(PositionSet other) {
    for (int i = 0; i < other.size; i++) {
      bitmap(other.keys[i]).or(other.bitmaps[i]);
    }
  }

  public void removeAll(PositionSet other) {
    for (int i = 0; i < other.size; i++) {
      int index = find(other.keys[i]);
      if (index >= 0) {
        bitmaps[index].andNot(other.bitmaps[i]);
        dropIfEmpty(index);
      }
    }
  }

  /** Removes all positions from {@code from} on and before {@code to}. */
  public void removeRange(long from, long to) {
    requireRange(from, to);
    for (int i = size - 1; i >= 0; i--) {
      long base = base(i);
      long low = Math.max(0, from - base);
      long high = Math.min(SPAN, to - base);
      if (low < high) {
        bitmaps[i].remove(low, high);
        dropIfEmpty(i);
      }
    }
  }

  public boolean contains(long position) {
    int index = find((int) (position >>> 32));
    return index >= 0 && bitmaps[index].contains((int) position);
  }

  /** Whether any position from {@code from} on and before {@code to} is in the set. */
  public boolean intersects(long from, long to) {
    requireRange(from, to);
    for (int i = 0; i < size; i++) {
      long base = base(i);
      long low = Math.max(0, from - base);
      long high = Math.min(SPAN, to - base);
      if (low < high && bitmaps[i].intersects(low, high)) {
        return true;
      }
    }
    return false;
  }

  public boolean intersects(PositionSet other) {
    for (int i = 0; i < other.size; i++) {
      int index = find(other.keys[i]);
      if (index >= 0 && RoaringBitmap.intersects(bitmaps[index], other.bitmaps[i])) {
        return true;
      }
    }
    return false;
  }

  public boolean containsAll(PositionSet other) {
    for (int i = 0; i < other.size; i++) {
      int index = find(other.keys[i]);
      if (index < 0 || !bitmaps[index].contains(other.bitmaps[i])) {
        return false;
      }
    }
    return true;
  }

  public boolean isEmpty() {
    return size == 0;
  }

  public long cardinality() {
    long count = 0;
    for (int i = 0; i < size; i++) {
      count += bitmaps[i].getLongCardinality();
    }
    return count;
  }

  /** How many positions from {@code from} on and before {@code to} are in the set. */
  public long cardinality(long from, long to) {
    requireRange(from, to);
    long count = 0;
    for (int i = 0; i < size; i++) {
      long base = base(i);
      long low = Math.max(0, from - base);
      long high = Math.min(SPAN, to - base);
      if (low < high) {
        count += bitmaps[i].rangeCardinality(low, high);
      }
    }
    return count;
  }

  /** The least position of the set that is not below {@code from}, or -1 when there is none. */
  public long next(long from) {
    requirePosition(from);
    for (int i = 0; i < size; i++) {
      long base = base(i);
      if (from < base + SPAN || base + SPAN < 0) {
        long low = bitmaps[i].nextValue((int) Math.max(0, from - base));
        if (low >= 0) {
          return base + low;
        }
      }
    }
    return -1;
  }

  /** The greatest position of the set, or -1 when it is empty. */
  public long last() {
    return size == 0 ? -1 : base(size - 1) + Integer.toUnsignedLong(bitmaps[size - 1].last());
  }

  /** Every position in ascending order. */
  public void forEach(LongConsumer consumer) {
    for (int i = 0; i < size; i++) {
      forEach(i, 0, SPAN, consumer);
    }
  }

  /** Every position from {@code from} on and before {@code to}, in ascending order. */
  public void forEachInRange(long from, long to, LongConsumer consumer) {
    requireRange(from, to);
    for (int i = 0; i < size; i++) {
      long base = base(i);
      long low = Math.max(0, from - base);
      long high = Math.min(SPAN, to - base);
      if (low < high) {
        forEach(i, low, high, consumer);
      }
    }
  }

  /**
   * By batches: the bitmap's own {@code forEach} loses runs just above 2^31 (RoaringBitmap 1.3).
   */
  private void forEach(int index, long low, long high, LongConsumer consumer) {
    long base = base(index);
    BatchIterator batches = bitmaps[index].getBatchIterator();
    if (low > 0) {
      batches.advanceIfNeeded((int) low);
    }
    int[] batch = new int[BATCH];
    while (batches.hasNext()) {
      int count = batches.nextBatch(batch);
      for (int i = 0; i < count; i++) {
        long value = Integer.toUnsignedLong(batch[i]);
        if (value >= high) {
          return;
        }
        if (value >= low) {
          consumer.accept(base + value);
        }
      }
    }
  }

  public long[] toArray() {
    long[] positions = new long[Math.toIntExact(cardinality())];
    int[] next = {0};
    forEach(position -> positions[next[0]++] = position);
    return positions;
  }

  /**
   * The set in the portable 64-bit format of Roaring (spec: Deletion Vectors, "Roaring bitmap"),
   * with runs where they save space: number of bitmaps in 8 bytes, then each key in 4 bytes and its
   * bitmap, all little-endian.
   */
  public byte[] toBytes() {
    long length = Long.BYTES;
    for (int i = 0; i < size; i++) {
      bitmaps[i].runOptimize();
      length += Integer.BYTES + bitmaps[i].serializedSizeInBytes();
    }
    ByteBuffer out = ByteBuffer.allocate(Math.toIntExact(length)).order(ByteOrder.LITTLE_ENDIAN);
    out.putLong(size);
    for (int i = 0; i < size; i++) {
      out.putInt(keys[i]);
      bitmaps[i].serialize(out);
    }
    return out.array();
  }

  /**
   * Reads what {@link #toBytes} writes, all of the buffer.
   *
   * @throws IllegalArgumentException if the bytes are no set of positions
   */
  public static PositionSet fromBytes(ByteBuffer bytes) {
    ByteBuffer in = bytes.slice().order(ByteOrder.LITTLE_ENDIAN);
    if (in.remaining() < Long.BYTES) {
      throw new IllegalArgumentException("a position set of " + in.remaining() + " bytes");
    }
    long count = in.getLong();
    if (count < 0 || count > in.remaining() / (Integer.BYTES + MIN_BITMAP_BYTES)) {
      throw new IllegalArgumentException(
          count + " bitmaps in a position set of " + bytes.remaining() + " bytes");
    }
    PositionSet set = new PositionSet();
    int previousKey = -1;
    for (long i = 0; i < count; i++) {
      int key = in.remaining() < Integer.BYTES ? -1 : in.getInt();
      if (key <= previousKey) {
        throw new IllegalArgumentException("key " + key + " after key " + previousKey);
      }
      previousKey = key;
      RoaringBitmap bitmap = readBitmap(in);
      if (!bitmap.isEmpty()) {
        set.insert(set.size, key, bitmap);
      }
    }
    if (in.hasRemaining()) {
      throw new IllegalArgumentException(in.remaining() + " bytes after the last bitmap");
    }
    return set;
  }

  private static RoaringBitmap readBitmap(ByteBuffer in) {
    RoaringBitmap bitmap = new RoaringBitmap();
    try {
      bitmap.deserialize(in.slice().order(ByteOrder.LITTLE_ENDIAN));
      in.position(in.position() + bitmap.serializedSizeInBytes());
      return bitmap;
    } catch (IOException | RuntimeException e) {
      throw new IllegalArgumentException("a damaged bitmap at byte " + in.position(), e);
    }
  }

  private long base(int index) {
    return (long) keys[index] << 32;
  }

  private static long spanEnd(long start, long to) {
    long next = (start | (SPAN - 1)) + 1;
    return next < 0 ? to : Math.min(next, to);
  }

  private int find(int key) {
    if (size == 1) {
      return keys[0] == key ? 0 : -1;
    }
    return Arrays.binarySearch(keys, 0, size, key);
  }

  private RoaringBitmap bitmap(int key) {
    if (size == 1 && keys[0] == key) {
      return bitmaps[0];
    }
    int index = size == 0 ? -1 : Arrays.binarySearch(keys, 0, size, key);
    if (index < 0) {
      index = -index - 1;
      insert(index, key, new RoaringBitmap());
    }
    return bitmaps[index];
  }

  private void insert(int index, int key, RoaringBitmap bitmap) {
    if (size == keys.length) {
      keys = Arrays.copyOf(keys, size * 2);
      bitmaps = Arrays.copyOf(bitmaps, size * 2);
    }
    System.arraycopy(keys, index, keys, index + 1, size - index);
    System.arraycopy(bitmaps, index, bitmaps, index + 1, size - index);
    keys[index] = key;
    bitmaps[index] = bitmap;
    size++;
  }

  private void dropIfEmpty(int index) {
    if (bitmaps[index].isEmpty()) {
      size--;
      System.arraycopy(keys, index + 1, keys, index, size - index);
      System.arraycopy(bitmaps, index + 1, bitmaps, index, size - index);
    }
  }

  private static void requirePosition(long position) {
    if (position < 0) {
      throw new IllegalArgumentException("Negative row position: " + position);
    }
  }

  private static void requireRange(long from, long to) {
    if (from < 0 || to < from) {
      throw new IllegalArgumentException("No range of row positions: " + from + " to " + to);
    }
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof PositionSet that
        && Arrays.equals(keys, 0, size, that.keys, 0, that.size)
        && Arrays.equals(bitmaps, 0, size, that.bitmaps, 0, that.size);
  }

  @Override
  public int hashCode() {
    return Long.hashCode(cardinality() * 31 + last());
  }

  @Override
  public String toString() {
    long count = cardinality();
    return count <= 20 ? Arrays.toString(toArray()) : count + " positions up to " + last();
  }
}
