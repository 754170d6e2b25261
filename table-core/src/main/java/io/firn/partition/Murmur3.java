package io.firn.partition;

import java.nio.ByteBuffer;
import java.util.UUID;

/** The 32-bit x86 variant of Murmur3 with seed 0. */
final class Murmur3 {
  private static final int C1 = 0xcc9e2d51;
  private static final int C2 = 0x1b873593;

  private Murmur3() {}

  /** Hash of the value's 8 bytes in little-endian order. */
  static int hashLong(long value) {
    int h = mix(0, (int) value);
    h = mix(h, (int) (value >>> 32));
    return finish(h, 8);
  }

  static int hashUuid(UUID uuid) {
    byte[] bytes =
        ByteBuffer.allocate(16)
            .putLong(uuid.getMostSignificantBits())
            .putLong(uuid.getLeastSignificantBits())
            .array();
    return hashBytes(bytes);
  }

  static int hashBuffer(ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.remaining()];
    buffer.duplicate().get(bytes);
    return hashBytes(bytes);
  }

  static int hashBytes(byte[] bytes) {
    int h = 0;
    int blocks = bytes.length / 4 * 4;
    for (int i = 0; i < blocks; i += 4) {
      int k =
          (bytes[i] & 0xff)
              | (bytes[i + 1] & 0xff) << 8
              | (bytes[i + 2] & 0xff) << 16
              | (bytes[i + 3] & 0xff) << 24;
      h = mix(h, k);
    }
    int tail = 0;
    for (int i = bytes.length - 1; i >= blocks; i--) {
      tail = tail << 8 | (bytes[i] & 0xff);
    }
    if (blocks < bytes.length) {
      h ^= scramble(tail);
    }
    return finish(h, bytes.length);
  }

  private static int mix(int h, int k) {
    return Integer.rotateLeft(h ^ scramble(k), 13) * 5 + 0xe6546b64;
  }

  private static int scramble(int k) {
    return Integer.rotateLeft(k * C1, 15) * C2;
  }

  private static int finish(int hash, int length) {
    int h = hash ^ length;
    h = (h ^ h >>> 16) * 0x85ebca6b;
    h = (h ^ h >>> 13) * 0xc2b2ae35;
    return h ^ h >>> 16;
  }
}
