package io.firn.codec.parquet;

import io.firn.types.PrimitiveType;
import io.firn.types.SimpleType;
import java.nio.ByteBuffer;
import java.util.Optional;

/** Shortens bounds of strings and binary so that they stay bounds. */
final class BoundTruncation {
  private BoundTruncation() {}

  static Object lower(PrimitiveType type, Object value, int length) {
    if (type == SimpleType.STRING) {
      return prefix((String) value, length);
    }
    return type == SimpleType.BINARY ? prefix((ByteBuffer) value, length) : value;
  }

  /** Empty when no shorter value is above all others with this prefix. */
  static Optional<Object> upper(PrimitiveType type, Object value, int length) {
    if (type == SimpleType.STRING) {
      String text = (String) value;
      String prefix = prefix(text, length);
      return prefix.length() == text.length() ? Optional.of(text) : next(prefix);
    }
    if (type == SimpleType.BINARY) {
      ByteBuffer bytes = (ByteBuffer) value;
      return bytes.remaining() <= length ? Optional.of(bytes) : next(prefix(bytes, length));
    }
    return Optional.of(value);
  }

  private static String prefix(String text, int codePoints) {
    return text.codePointCount(0, text.length()) <= codePoints
        ? text
        : text.substring(0, text.offsetByCodePoints(0, codePoints));
  }

  private static ByteBuffer prefix(ByteBuffer bytes, int length) {
    return bytes.remaining() <= length ? bytes : bytes.slice(bytes.position(), length);
  }

  private static Optional<Object> next(String prefix) {
    int[] codePoints = prefix.codePoints().toArray();
    for (int i = codePoints.length - 1; i >= 0; i--) {
      int next = codePoints[i] + 1;
      if (next >= Character.MIN_SURROGATE && next <= Character.MAX_SURROGATE) {
        next = Character.MAX_SURROGATE + 1;
      }
      if (next <= Character.MAX_CODE_POINT) {
        codePoints[i] = next;
        return Optional.of(new String(codePoints, 0, i + 1));
      }
    }
    return Optional.empty();
  }

  private static Optional<Object> next(ByteBuffer prefix) {
    byte[] bytes = new byte[prefix.remaining()];
    prefix.duplicate().get(bytes);
    for (int i = bytes.length - 1; i >= 0; i--) {
      if (bytes[i] != (byte) 0xff) {
        bytes[i]++;
        return Optional.of(ByteBuffer.wrap(bytes, 0, i + 1).slice());
      }
    }
    return Optional.empty();
  }
}
