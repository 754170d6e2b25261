package io.firn.expr;

import io.firn.error.InvalidInputException;
import io.firn.expr.Literals.Place;
import io.firn.expr.Literals.Place.Exact;
import io.firn.expr.Literals.Place.JustAbove;
import io.firn.expr.Literals.Place.Outside;
import io.firn.types.SimpleType;
import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/** Converts text and {@code java.time} literals to dates, times and timestamps. */
final class TimeLiterals {
  private static final BigInteger NANOS_PER_SECOND = BigInteger.valueOf(1_000_000_000L);
  private static final BigInteger NANOS_PER_MICRO = BigInteger.valueOf(1000L);

  private TimeLiterals() {}

  /** Null when the literal's class has nothing to do with the type. */
  static @Nullable Place place(Object literal, SimpleType type, String column) {
    Object value = literal instanceof CharSequence text ? parse(text, type, column) : literal;
    return switch (type) {
      case DATE -> value instanceof LocalDate date ? datePlace(date) : null;
      case TIME ->
          value instanceof LocalTime time ? inMicros(BigInteger.valueOf(time.toNanoOfDay())) : null;
      case TIMESTAMP, TIMESTAMP_NS -> {
        if (value instanceof LocalDate date) {
          yield timestampPlace(date.atStartOfDay().toInstant(ZoneOffset.UTC), type);
        }
        yield value instanceof LocalDateTime t
            ? timestampPlace(t.toInstant(ZoneOffset.UTC), type)
            : null;
      }
      case TIMESTAMPTZ, TIMESTAMPTZ_NS -> {
        if (value instanceof Instant instant) {
          yield timestampPlace(instant, type);
        }
        yield value instanceof OffsetDateTime t ? timestampPlace(t.toInstant(), type) : null;
      }
      default -> null;
    };
  }

  /** The start of a day, in UTC. */
  static Place ofDate(int days, SimpleType type) {
    return timestampPlace(
        LocalDate.ofEpochDay(days).atStartOfDay().toInstant(ZoneOffset.UTC), type);
  }

  private static Object parse(CharSequence text, SimpleType type, String column) {
    String trimmed = text.toString().trim();
    try {
      return switch (type) {
        case DATE -> LocalDate.parse(trimmed);
        case TIME -> LocalTime.parse(trimmed);
        case TIMESTAMP, TIMESTAMP_NS ->
            trimmed.length() <= 10
                ? LocalDate.parse(trimmed)
                : LocalDateTime.parse(trimmed.replace(' ', 'T'));
        default -> OffsetDateTime.parse(trimmed.replace(' ', 'T'));
      };
    } catch (DateTimeException e) {
      throw new InvalidInputException(
          "Cannot compare column "
              + column
              + ": '"
              + text
              + "' is no value of type "
              + type
              + ", for example "
              + example(type),
          e);
    }
  }

  private static String example(SimpleType type) {
    return switch (type) {
      case DATE -> "2017-11-16";
      case TIME -> "22:31:08";
      case TIMESTAMP, TIMESTAMP_NS -> "2017-11-16T22:31:08 (without zone offset)";
      default -> "2017-11-16T22:31:08+00:00 (with zone offset)";
    };
  }

  private static Place datePlace(LocalDate date) {
    long days = date.toEpochDay();
    if (days != (int) days) {
      return days < 0 ? Outside.BELOW_ALL : Outside.ABOVE_ALL;
    }
    return new Exact((int) days);
  }

  private static Place timestampPlace(Instant instant, SimpleType type) {
    BigInteger nanos =
        BigInteger.valueOf(instant.getEpochSecond())
            .multiply(NANOS_PER_SECOND)
            .add(BigInteger.valueOf(instant.getNano()));
    boolean nano = type == SimpleType.TIMESTAMP_NS || type == SimpleType.TIMESTAMPTZ_NS;
    return nano ? inLongRange(nanos, true) : inMicros(nanos);
  }

  private static Place inMicros(BigInteger nanos) {
    BigInteger rest = nanos.mod(NANOS_PER_MICRO);
    return inLongRange(nanos.subtract(rest).divide(NANOS_PER_MICRO), rest.signum() == 0);
  }

  private static Place inLongRange(BigInteger value, boolean exact) {
    if (value.bitLength() > 63) {
      return value.signum() < 0 ? Outside.BELOW_ALL : Outside.ABOVE_ALL;
    }
    long units = value.longValueExact();
    return exact ? new Exact(units) : new JustAbove(units);
  }
}
