package io.firn.deletes;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.NavigableSet;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Sets of 64-bit positions, also across the borders of their 32-bit bitmaps. */
final class PositionSetTest {
  private static final long SEED = 815;
  private static final long TWO_POW_32 = 1L << 32;

  @Test
  void keepsPositionsInAscendingOrder() {
    PositionSet set = PositionSet.of(7, 3, 3L * TWO_POW_32 + 1, TWO_POW_32 - 1, 0, 3);
    assertArrayEquals(new long[] {0, 3, 7, TWO_POW_32 - 1, 3L * TWO_POW_32 + 1}, set.toArray());
    assertEquals(5, set.cardinality());
    assertTrue(set.contains(TWO_POW_32 - 1));
    assertFalse(set.contains(TWO_POW_32 + 3));
    assertEquals(3L * TWO_POW_32 + 1, set.last());
    assertEquals(-1, new PositionSet().last());
  }

  @Test
  void positionsMayBeAddedTogetherInAnyOrder() {
    PositionSet set = PositionSet.of(8);
    set.addAll(new long[] {7, TWO_POW_32 - 1, TWO_POW_32, 3, 3, 99}, 5);
    assertArrayEquals(new long[] {3, 7, 8, TWO_POW_32 - 1, TWO_POW_32}, set.toArray());
    set.addAll(new long[] {1}, 0);
    assertEquals(5, set.cardinality());
    assertThrows(IllegalArgumentException.class, () -> set.addAll(new long[] {-1}, 1));
  }

  @Test
  void rangesMayCrossTheBordersOfBitmaps() {
    PositionSet set = PositionSet.ofRange(TWO_POW_32 - 2, 2 * TWO_POW_32 + 3);
    assertEquals(TWO_POW_32 + 5, set.cardinality());
    assertTrue(set.intersects(0, TWO_POW_32 - 1));
    assertFalse(set.intersects(0, TWO_POW_32 - 2));
    assertEquals(4, set.cardinality(TWO_POW_32 - 10, TWO_POW_32 + 2));
    List<Long> seen = new ArrayList<>();
    set.forEachInRange(2 * TWO_POW_32 - 1, Long.MAX_VALUE, seen::add);
    assertEquals(
        List.of(2 * TWO_POW_32 - 1, 2 * TWO_POW_32, 2 * TWO_POW_32 + 1, 2 * TWO_POW_32 + 2), seen);
    set.removeRange(TWO_POW_32, 2 * TWO_POW_32 + 2);
    assertArrayEquals(
        new long[] {TWO_POW_32 - 2, TWO_POW_32 - 1, 2 * TWO_POW_32 + 2}, set.toArray());
    set.removeRange(0, Long.MAX_VALUE);
    assertTrue(set.isEmpty());
  }

  @Test
  void theGreatestPositionIsOneLikeOthers() {
    PositionSet set = PositionSet.of(PositionSet.MAX_POSITION);
    assertEquals(PositionSet.MAX_POSITION, set.next(5));
    assertEquals(PositionSet.MAX_POSITION, set.last());
    assertEquals(set, PositionSet.fromBytes(ByteBuffer.wrap(set.toBytes())));
    set.addRange(PositionSet.MAX_POSITION - 2, PositionSet.MAX_POSITION);
    assertEquals(3, set.cardinality());
  }

  @Test
  void behavesAsASortedSetOfLongs() {
    Random random = new Random(SEED);
    for (int round = 0; round < 200; round++) {
      PositionSet set = new PositionSet();
      PositionSet other = new PositionSet();
      NavigableSet<Long> model = new TreeSet<>();
      NavigableSet<Long> otherModel = new TreeSet<>();
      for (int i = 0; i < 50; i++) {
        change(random, set, model);
        change(random, other, otherModel);
      }
      String message = "round " + round + ", seed " + SEED;
      assertSame(model, set, message);
      long from = position(random);
      long to = from + random.nextInt(200);
      assertEquals(!model.subSet(from, to).isEmpty(), set.intersects(from, to), message);
      assertEquals(model.subSet(from, to).size(), set.cardinality(from, to), message);
      Long next = model.ceiling(from);
      assertEquals(next == null ? -1 : next, set.next(from), message);
      assertEquals(model.containsAll(otherModel), set.containsAll(other), message);
      NavigableSet<Long> common = new TreeSet<>(model);
      common.retainAll(otherModel);
      assertEquals(!common.isEmpty(), set.intersects(other), message);
      PositionSet union = set.copy();
      union.addAll(other);
      NavigableSet<Long> unionModel = new TreeSet<>(model);
      unionModel.addAll(otherModel);
      assertSame(unionModel, union, message);
      union.removeAll(other);
      unionModel.removeAll(otherModel);
      assertSame(unionModel, union, message);
      assertSame(model, set, message + ": a copy shares nothing");
      PositionSet read = PositionSet.fromBytes(ByteBuffer.wrap(set.toBytes()));
      assertEquals(set, read, message);
      assertEquals(set.hashCode(), read.hashCode(), message);
    }
  }

  private static void change(Random random, PositionSet set, NavigableSet<Long> model) {
    long from = position(random);
    long to = from + random.nextInt(100);
    if (random.nextInt(4) == 0) {
      set.removeRange(from, to);
      model.subSet(from, to).clear();
    } else if (random.nextBoolean()) {
      set.addRange(from, to);
      for (long p = from; p < to; p++) {
        model.add(p);
      }
    } else {
      set.add(from);
      model.add(from);
    }
  }

  private static long position(Random random) {
    long[] bases = {0, 1000, TWO_POW_32 / 2 - 50, TWO_POW_32 - 50, 5 * TWO_POW_32 - 50};
    return bases[random.nextInt(bases.length)] + random.nextInt(100);
  }

  private static void assertSame(NavigableSet<Long> model, PositionSet set, String message) {
    assertArrayEquals(model.stream().mapToLong(Long::longValue).toArray(), set.toArray(), message);
    assertEquals(model.size(), set.cardinality(), message);
    assertEquals(model.isEmpty(), set.isEmpty(), message);
  }

  @Test
  void bytesAreTheSpecsPortableFormat() {
    assertEquals("0000000000000000", hex(new PositionSet().toBytes()));
    // One bitmap, key 0, cookie 12346 without runs, one container: key 0, 2 values, offset 16.
    assertEquals(
        "0100000000000000"
            + "00000000"
            + "3a300000"
            + "01000000"
            + "00000100"
            + "10000000"
            + "01000500",
        hex(PositionSet.of(1, 5).toBytes()));
  }

  private static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }

  @Test
  void setsOfTheSamePositionsAreEqualHoweverTheyAreStored() {
    PositionSet ranged = PositionSet.ofRange(0, 70_000);
    PositionSet added = new PositionSet();
    for (long i = 0; i < 70_000; i++) {
      added.add(i);
    }
    assertEquals(ranged, added);
    assertEquals(ranged.hashCode(), added.hashCode());
    added.add(80_000);
    assertNotEquals(ranged, added);
  }

  @Test
  void damagedBytesAreRefused() {
    byte[] bytes = PositionSet.of(1, 5, TWO_POW_32 + 9).toBytes();
    for (int length = 0; length < bytes.length; length++) {
      byte[] cut = Arrays.copyOf(bytes, length);
      assertThrows(
          IllegalArgumentException.class,
          () -> PositionSet.fromBytes(ByteBuffer.wrap(cut)),
          "length " + length);
    }
    byte[] longer = Arrays.copyOf(bytes, bytes.length + 1);
    assertThrows(
        IllegalArgumentException.class, () -> PositionSet.fromBytes(ByteBuffer.wrap(longer)));
    Random random = new Random(SEED);
    for (int i = 0; i < 2000; i++) {
      byte[] damaged = bytes.clone();
      damaged[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
      try {
        PositionSet.fromBytes(ByteBuffer.wrap(damaged));
      } catch (IllegalArgumentException expected) {
        assertFalse(expected.getMessage().isEmpty());
      }
    }
  }

  @Test
  void negativePositionsAndRangesAreRefused() {
    PositionSet set = new PositionSet();
    assertThrows(IllegalArgumentException.class, () -> set.add(-1));
    assertThrows(IllegalArgumentException.class, () -> set.addRange(5, 4));
    assertThrows(IllegalArgumentException.class, () -> set.intersects(-2, 4));
    assertTrue(set.isEmpty());
  }
}
