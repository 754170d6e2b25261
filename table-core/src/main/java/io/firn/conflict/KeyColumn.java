package io.firn.conflict;

import io.firn.types.DecimalType;
import io.firn.types.PrimitiveType;
import io.firn.types.SimpleType;
import io.firn.types.Type;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * A top-level column of a table that a join compares for equality: its field id, the type that it
 * had when the join read it, and what null is equal to.
 */
public record KeyColumn(int fieldId, PrimitiveType type, Nulls nulls) {

  /** Whether null equals null ({@code <=>}) or nothing ({@code =}). */
  public enum Nulls {
    EQUAL,
    UNEQUAL
  }

  /**
   * Whether equal values of the type are the same bytes everywhere: not so for floating point,
   * whose zeros and NaNs are several, nor for uuid, which engines compare as text.
   */
  public static boolean supports(Type type) {
    return type instanceof DecimalType
        || type == SimpleType.BOOLEAN
        || type == SimpleType.INT
        || type == SimpleType.LONG
        || type == SimpleType.DATE
        || type == SimpleType.TIMESTAMP
        || type == SimpleType.TIMESTAMPTZ
        || type == SimpleType.STRING
        || type == SimpleType.BINARY;
  }

  /** Whether values of the other type hash as those of this one do when they are equal. */
  boolean comparesWith(Type other) {
    if (type instanceof DecimalType mine && other instanceof DecimalType theirs) {
      return mine.scale() == theirs.scale();
    }
    return type.equals(other) || (isInteger(type) && isInteger(other));
  }

  private static boolean isInteger(Type type) {
    return type == SimpleType.INT || type == SimpleType.LONG;
  }

  /** A hash of a value, the same for an integer and the long of the same number. */
  static long hash(Object value) {
    if (value instanceof Integer || value instanceof Long) {
      return KeyHash.of(((Number) value).longValue());
    }
    if (value instanceof Boolean flag) {
      return KeyHash.of(flag ? 1 : 0);
    }
    if (value instanceof String text) {
      return KeyHash.of(text.getBytes(StandardCharsets.UTF_8));
    }
    if (value instanceof BigDecimal decimal) {
      return KeyHash.of(decimal.unscaledValue().toByteArray());
    }
    if (value instanceof ByteBuffer buffer) {
      byte[] bytes = new byte[buffer.remaining()];
      buffer.duplicate().get(bytes);
      return KeyHash.of(bytes);
    }
    throw new IllegalArgumentException("Not a key: " + value.getClass());
  }
}
