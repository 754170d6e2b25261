package io.firn.rowmap;

/** About how many bytes a map takes when each number takes as many as it needs. */
final class RowMapSize {
  private static final int PER_FILE = 8;
  private static final int PER_SEGMENT = 3;

  private RowMapSize() {}

  static long of(RowMap map) {
    long bytes = 0;
    for (TargetFile target : map.targets()) {
      bytes += PER_FILE + target.path().length();
    }
    for (SourceFile source : map.sources()) {
      bytes += PER_FILE + source.path().length();
      for (int i = 0; i < source.segmentCount(); i++) {
        bytes += PER_SEGMENT + number(source.segmentTargetStart(i));
      }
      for (int i = 0; i < source.runCount(); i++) {
        bytes += number(source.runSkip(i)) + number(source.runLength(i));
      }
    }
    return bytes;
  }

  /** Bytes of a number with seven bits in each, one of them for the sign. */
  private static int number(long value) {
    return (64 - Long.numberOfLeadingZeros(value << 1 | 1) + 6) / 7;
  }
}
