package io.firn.maintenance;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.apache.iceberg.util.ZOrderByteUtils;
import org.junit.jupiter.api.Test;

/** Apache Iceberg's z-order of the same values; 1.11 has other bytes for some of them. */
class ZOrderOracleTest {
  private static final int TEXT_BYTES = 5;
  private static final String[] CHARACTERS = {"a", "z", "é", "雪", "🌨", "\u0000", "B"};

  @Test
  void theBytesOfColumnsAndTheirInterleavingAreIcebergs() {
    long seed = Long.getLong("firn.test.seed", 20261130L);
    Random random = new Random(seed);
    for (int i = 0; i < 2000; i++) {
      int maxSize = random.nextInt(4) == 0 ? 1 + random.nextInt(34) : Integer.MAX_VALUE;
      ZOrderValue value = new ZOrderValue(new int[] {8, 8, TEXT_BYTES, TEXT_BYTES}, maxSize);
      // What an earlier row left must not show through.
      fill(value, random);
      byte[][] columns = fill(value, random);
      assertArrayEquals(
          ZOrderByteUtils.interleaveBits(
              columns, Math.min(26, maxSize), ByteBuffer.allocate(Math.min(26, maxSize))),
          value.interleaved(),
          "seed " + seed);
    }
  }

  private static byte[][] fill(ZOrderValue value, Random random) {
    long number = random.nextBoolean() ? random.nextLong() : random.nextInt(10) - 5;
    double fraction =
        switch (random.nextInt(5)) {
          case 0 -> Double.NaN;
          case 1 -> -0.0;
          case 2 -> Double.longBitsToDouble(random.nextLong());
          default -> random.nextGaussian();
        };
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
