package io.firn.conflict;

/** 64-bit hashes of values and of tuples of them. Equal on every machine and in every version. */
final class KeyHash {
  private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;
  private static final long NULL = 0x5851F42D4C957F2DL;

  private KeyHash() {}

  static long of(long value) {
    return mix(value + MULTIPLIER);
  }

  static long of(byte[] bytes) {
    long hash = mix(bytes.length + 1L);
    int i = 0;
    while (i + Long.BYTES <= bytes.length) {
      hash = mix((hash ^ word(bytes, i, Long.BYTES)) * MULTIPLIER);
      i += Long.BYTES;
    }
    return i == bytes.length ? hash : mix((hash ^ word(bytes, i, bytes.length - i)) * MULTIPLIER);
  }

  /** The hash of a null in a tuple. */
  static long ofNull() {
    return NULL;
  }

  /**
   * The hash of a tuple that starts with one of hash {@code tuple} and goes on with {@code next}.
   */
  static long append(long tuple, long next) {
    return mix(tuple * MULTIPLIER + next);
  }

  private static long word(byte[] bytes, int from, int length) {
    long word = 0;
    for (int i = 0; i < length; i++) {
      word |= (bytes[from + i] & 0xFFL) << (8 * i);
    }
    return word;
  }

  private static long mix(long value) {
    long mixed = (value ^ (value >>> 30)) * 0xBF58476D1CE4E5B9L;
    mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
    return mixed ^ (mixed >>> 31);
  }
}
