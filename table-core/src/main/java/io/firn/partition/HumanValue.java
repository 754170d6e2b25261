package io.firn.partition;

import io.firn.types.SimpleType;
import io.firn.types.Type;
import java.nio.ByteBuffer;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.Locale;
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
    if (type instanceof SimpleType simple) {
      return switch (simple) {
        case DATE -> day((Integer) value);
        case TIME -> LocalTime.ofNanoOfDay((Long) value * 1000).toString();
        case TIMESTAMP -> timestamp((Long) value, 1_000_000L, 1000L);
        case TIMESTAMPTZ -> timestamp((Long) value, 1_000_000L, 1000L) + "+00:00";
        case TIMESTAMP_NS -> timestamp((Long) value, 1_000_000_000L, 1L);
        case TIMESTAMPTZ_NS -> timestamp((Long) value, 1_000_000_000L, 1L) + "+00:00";
        default -> String.valueOf(value);
      };
    }
    return String.valueOf(value);
  }

  /** A day; years before 1 and after 9999 are as plain numbers. */
  static String day(int days) {
    LocalDate date = LocalDate.ofEpochDay(days);
    return String.format(
        Locale.ROOT, "%04d-%02d-%02d", date.getYear(), date.getMonthValue(), date.getDayOfMonth());
  }

  /** Always with seconds, and with as many digits of a fraction as it has. */
  private static String timestamp(long value, long unitsPerSecond, long nanosPerUnit) {
    long seconds = Math.floorDiv(value, unitsPerSecond);
    long nanos = Math.floorMod(value, unitsPerSecond) * nanosPerUnit;
    return LocalDateTime.ofEpochSecond(seconds, (int) nanos, ZoneOffset.UTC)
        .format(DateTimeFormatter.ISO_LOCAL_DATE_TIME);
  }

  private static byte[] bytes(ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.remaining()];
    buffer.duplicate().get(bytes);
    return bytes;
  }
}
