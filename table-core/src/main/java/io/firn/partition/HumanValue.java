package io.firn.partition;

import io.firn.types.SimpleType;
import io.firn.types.Type;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/** Values as they stand in partition paths. */
final class HumanValue {
  private HumanValue() {}

  static String of(Type type, @Nullable Object value) {
    if (value == null) {
      return "null";
    }
    if (value instanceof ByteBuffer buffer) {
      return Base64.getEncoder().encodeToString(bytes(buffer));
    }
    if (value instanceof BigDecimal decimal) {
      return decimal.toPlainString();
    }
    if (type instanceof SimpleType simple) {
      return switch (simple) {
        case DATE -> LocalDate.ofEpochDay((Integer) value).toString();
        case TIME -> LocalTime.ofNanoOfDay((Long) value * 1000).toString();
        case TIMESTAMP -> timestamp((Long) value, 1_000_000L, 1000L).toString();
        case TIMESTAMPTZ -> timestamp((Long) value, 1_000_000L, 1000L) + "+00:00";
        case TIMESTAMP_NS -> timestamp((Long) value, 1_000_000_000L, 1L).toString();
        case TIMESTAMPTZ_NS -> timestamp((Long) value, 1_000_000_000L, 1L) + "+00:00";
        default -> String.valueOf(value);
      };
    }
    return String.valueOf(value);
  }

  private static LocalDateTime timestamp(long value, long unitsPerSecond, long nanosPerUnit) {
    long seconds = Math.floorDiv(value, unitsPerSecond);
    long nanos = Math.floorMod(value, unitsPerSecond) * nanosPerUnit;
    return LocalDateTime.ofEpochSecond(seconds, (int) nanos, ZoneOffset.UTC);
  }

  private static byte[] bytes(ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.remaining()];
    buffer.duplicate().get(bytes);
    return bytes;
  }
}
