package io.firn.maintenance;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.function.ToDoubleFunction;
import org.apache.iceberg.util.ZOrderByteUtils;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Apache Iceberg's z-order of the same values. */
class ZOrderOracleTest {
  private static final int TEXT_BYTES = 5;
  private static final String[] CHARACTERS = {"a", "z", "é", "雪", "🌨", "\u0000", "B"};

  @Test
  @Tag("iceberg-oracle")
  void theBytesOfColumnsAndTheirInterleavingAreIcebergs() {
    compare(random -> 0);
  }

  /** With its current release only: 1.11 mixes up the lower half of a double's bits. */
  @Test
  void theBytesOfFractionsAreIcebergs() {
    compare(
        random ->
            switch (random.nextInt(5)) {
              case 0 -> Double.NaN;
              case 1 -> -0.0;
              case 2 -> Double.longBitsToDouble(random.nextLong());
              default -> random.nextGaussian();
            });
  }

  private static void compare(ToDoubleFunction<Random> fractions) {
    long seed = Long.getLong("firn.test.seed", 20261130L);
    Random random = new Random(seed);
    for (int i = 0; i < 2000; i++) {
      int maxSize = random.nextInt(4) == 0 ? 1 + random.nextInt(34) : Integer.MAX_VALUE;
      ZOrderValue value = new ZOrderValue(new int[] {8, 8, TEXT_BYTES, TEXT_BYTES}, maxSize);
      // What an earlier row left must not show through.
      fill(value, random, fractions);
      byte[][] columns = fill(value, random, fractions);
      assertArrayEquals(
          ZOrderByteUtils.interleaveBits(
              columns, Math.min(26, maxSize), ByteBuffer.allocate(Math.min(26, maxSize))),
          value.interleaved(),
          "seed " + seed);
    }
  }

  private static byte[][] fill(
      ZOrderValue value, Random random, ToDoubleFunction<Random> fractions) {
    long number = random.nextBoolean() ? random.nextLong() : random.nextInt(10) - 5;
    double fraction = fractions.applyAsDouble(random);
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(6); i > 0; i--) {
      text.append(CHARACTERS[random.nextInt(CHARACTERS.length)]);
    }
    byte[] binary = new byte[random.nextInt(8)];
    random.nextBytes(binary);
    boolean isNull = random.nextInt(5) == 0;
    value.setNumber(0, number);
    value.setNumber(1, fraction);
    value.setText(2, text.toString().getBytes(StandardCharsets.UTF_8));
    value.setBinary(3, binary);
    if (isNull) {
      value.setNull(0);
    }
    return new byte[][] {
      isNull
          ? new byte[8]
          : ZOrderByteUtils.longToOrderedBytes(number, ByteBuffer.allocate(8)).array(),
      ZOrderByteUtils.doubleToOrderedBytes(fraction, ByteBuffer.allocate(8)).array(),
      ZOrderByteUtils.stringToOrderedBytes(
              text.toString(),
              TEXT_BYTES,
              ByteBuffer.allocate(TEXT_BYTES),
              StandardCharsets.UTF_8.newEncoder())
          .array(),
      ZOrderByteUtils.byteTruncateOrFill(binary, TEXT_BYTES, ByteBuffer.allocate(TEXT_BYTES))
          .array()
    };
  }
}
