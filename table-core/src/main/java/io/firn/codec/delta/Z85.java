package io.firn.codec.delta;

import io.firn.error.CorruptFileException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.UUID;

/** Text for bytes, five characters for four of them (ZeroMQ RFC 32). */
final class Z85 {
  static final int UUID_CHARACTERS = 20;

  private static final String DIGITS =
      "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.-:+=^!/*?&<>()[]{}@%$#";
  private static final int BASE = 85;
  private static final int GROUP = 5;
  private static final int[] VALUES = values();

  private Z85() {}

  private static int[] values() {
    int[] values = new int[128];
    Arrays.fill(values, -1);
    for (int i = 0; i < DIGITS.length(); i++) {
      values[DIGITS.charAt(i)] = i;
    }
    return values;
  }

  /** The bytes; {@code location} is named if the text is none. */
  static byte[] decode(String location, String text) {
    if (text.length() % GROUP != 0) {
      throw wrong(location, text);
    }
    ByteBuffer bytes = ByteBuffer.allocate(text.length() / GROUP * Integer.BYTES);
    for (int start = 0; start < text.length(); start += GROUP) {
      long group = 0;
      for (int i = start; i < start + GROUP; i++) {
        char c = text.charAt(i);
        int value = c < VALUES.length ? VALUES[c] : -1;
        if (value < 0) {
          throw wrong(location, text);
        }
        group = group * BASE + value;
      }
      if (group > 0xffff_ffffL) {
        throw wrong(location, text);
      }
      bytes.putInt((int) group);
    }
    return bytes.array();
  }

  static UUID uuid(String location, String text) {
    ByteBuffer bytes = ByteBuffer.wrap(decode(location, text));
    return new UUID(bytes.getLong(), bytes.getLong());
  }

  private static CorruptFileException wrong(String location, String text) {
    String shown = text.length() <= 40 ? text : text.substring(0, 40) + "...";
    return new CorruptFileException(
        location, -1, "the Delta log has a deletion vector that is not in Z85: " + shown);
  }
}
