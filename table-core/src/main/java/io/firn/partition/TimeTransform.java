package io.firn.partition;

import io.firn.error.InvalidInputException;
import io.firn.types.PrimitiveType;
import io.firn.types.SimpleType;
import io.firn.types.Type;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Years, months, days or hours since 1970-01-01T00:00 (UTC for {@code timestamptz}). */
public enum TimeTransform implements Transform {
  YEAR,
  MONTH,
  DAY,
  HOUR;

  private static final LocalDate EPOCH = LocalDate.EPOCH;

  @Override
  public boolean canTransform(Type source) {
    if (source == SimpleType.DATE) {
      return this != HOUR;
    }
    return source == SimpleType.TIMESTAMP
        || source == SimpleType.TIMESTAMPTZ
        || source == SimpleType.TIMESTAMP_NS
        || source == SimpleType.TIMESTAMPTZ_NS;
  }

  @Override
  public Type resultType(Type source) {
    return this == DAY ? SimpleType.DATE : SimpleType.INT;
  }

  @Override
  public Function<@Nullable Object, @Nullable Object> bind(PrimitiveType source) {
    if (!canTransform(source)) {
      throw new InvalidInputException("Cannot apply " + this + " to values of type " + source);
    }
    if (source == SimpleType.DATE) {
      return value -> value == null ? null : (Object) fromDays((Integer) value);
    }
    boolean nanos = source == SimpleType.TIMESTAMP_NS || source == SimpleType.TIMESTAMPTZ_NS;
    long perHour = nanos ? 3_600_000_000_000L : 3_600_000_000L;
    return value -> value == null ? null : (Object) fromHours(Math.floorDiv((Long) value, perHour));
  }

  private int fromHours(long hours) {
    return this == HOUR ? (int) hours : fromDays((int) Math.floorDiv(hours, 24L));
  }

  private int fromDays(int days) {
    return switch (this) {
      case YEAR -> LocalDate.ofEpochDay(days).getYear() - 1970;
      case MONTH ->
          (int) ChronoUnit.MONTHS.between(EPOCH, LocalDate.ofEpochDay(days).withDayOfMonth(1));
      default -> days;
    };
  }

  @Override
  public boolean preservesOrder() {
    return true;
  }

  @Override
  public String humanString(Type source, @Nullable Object value) {
    if (value == null) {
      return "null";
    }
    int v = (Integer) value;
    return switch (this) {
      case YEAR -> String.format(Locale.ROOT, "%04d", 1970 + v);
      case MONTH ->
          String.format(
              Locale.ROOT, "%04d-%02d", 1970 + Math.floorDiv(v, 12), 1 + Math.floorMod(v, 12));
      case DAY -> HumanValue.day(v);
      case HOUR ->
          HumanValue.day(Math.floorDiv(v, 24))
              + String.format(Locale.ROOT, "-%02d", Math.floorMod(v, 24));
    };
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
