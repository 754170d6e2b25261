package io.firn.codec.parquet;

import io.firn.types.DecimalType;
import io.firn.types.FixedType;
import io.firn.types.SimpleType;
import io.firn.types.Type;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.LongFunction;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.DateLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.DecimalLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.IntLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimeLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimeUnit;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimestampLogicalTypeAnnotation;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;

/**
 * From stored values to values of a column's type, promotions included; empty where the stored type
 * cannot be read as the column's.
 */
final class ValueConverters {
  private static final long NANOS_PER_MICRO = 1_000;
  private static final long MICROS_PER_MILLI = 1_000;
  private static final long MICROS_PER_DAY = 86_400_000_000L;
  private static final long UNIX_EPOCH_JULIAN_DAY = 2_440_588;

  private ValueConverters() {}

  /** For INT32 and INT64. */
  static Optional<LongFunction<Object>> ofNumber(PrimitiveType stored, Type target) {
    if (target instanceof DecimalType decimal) {
      return hasScale(stored, decimal)
          ? Optional.of(v -> BigDecimal.valueOf(v, decimal.scale()))
          : Optional.empty();
    }
    return target instanceof SimpleType simple
        ? ofNumber(stored, simple)
        : Optional.<LongFunction<Object>>empty();
  }

  private static Optional<LongFunction<Object>> ofNumber(PrimitiveType stored, SimpleType target) {
    boolean is32 = stored.getPrimitiveTypeName() == PrimitiveTypeName.INT32;
    LogicalTypeAnnotation logical = stored.getLogicalTypeAnnotation();
    return switch (target) {
      case INT, DATE -> is32 ? Optional.of(v -> (int) v) : Optional.empty();
      case LONG -> Optional.of(isUnsigned32(logical) ? v -> v & 0xffff_ffffL : v -> v);
      case TIME -> Optional.of(fromUnit(timeUnit(logical), TimeUnit.MICROS));
      case TIMESTAMP, TIMESTAMPTZ -> ofTimestamp(is32, logical, TimeUnit.MICROS);
      case TIMESTAMP_NS, TIMESTAMPTZ_NS -> ofTimestamp(is32, logical, TimeUnit.NANOS);
      default -> Optional.empty();
    };
  }

  private static Optional<LongFunction<Object>> ofTimestamp(
      boolean is32, LogicalTypeAnnotation logical, TimeUnit target) {
    if (!is32) {
      return Optional.of(fromUnit(timestampUnit(logical, target), target));
    }
    if (logical instanceof DateLogicalTypeAnnotation) {
      LongFunction<Object> fromMicros = fromUnit(TimeUnit.MICROS, target);
      return Optional.of(days -> fromMicros.apply(Math.multiplyExact(days, MICROS_PER_DAY)));
    }
    return Optional.empty();
  }

  private static boolean isUnsigned32(LogicalTypeAnnotation logical) {
    return logical instanceof IntLogicalTypeAnnotation i && !i.isSigned() && i.getBitWidth() == 32;
  }

  private static TimeUnit timeUnit(LogicalTypeAnnotation logical) {
    return logical instanceof TimeLogicalTypeAnnotation time ? time.getUnit() : TimeUnit.MICROS;
  }

  private static TimeUnit timestampUnit(LogicalTypeAnnotation logical, TimeUnit whenUnsaid) {
    return logical instanceof TimestampLogicalTypeAnnotation timestamp
        ? timestamp.getUnit()
        : whenUnsaid;
  }

  private static LongFunction<Object> fromUnit(TimeUnit stored, TimeUnit target) {
    if (stored == target) {
      return v -> v;
    }
    if (target == TimeUnit.MICROS) {
      return stored == TimeUnit.MILLIS
          ? v -> Math.multiplyExact(v, MICROS_PER_MILLI)
          : v -> Math.floorDiv(v, NANOS_PER_MICRO);
    }
    long factor = stored == TimeUnit.MILLIS ? MICROS_PER_MILLI * NANOS_PER_MICRO : NANOS_PER_MICRO;
    return v -> Math.multiplyExact(v, factor);
  }

  /** For BINARY, FIXED_LEN_BYTE_ARRAY and INT96. */
  static Optional<Function<Binary, Object>> ofBinary(PrimitiveType stored, Type target) {
    PrimitiveTypeName physical = stored.getPrimitiveTypeName();
    if (physical == PrimitiveTypeName.INT96) {
      return ofInt96(target);
    }
    if (target instanceof DecimalType decimal) {
      return hasScale(stored, decimal)
          ? Optional.of(v -> new BigDecimal(new BigInteger(v.getBytes()), decimal.scale()))
          : Optional.empty();
    }
    if (target == SimpleType.STRING) {
      return physical == PrimitiveTypeName.BINARY
          ? Optional.of(Binary::toStringUsingUTF8)
          : Optional.empty();
    }
    if (target == SimpleType.BINARY) {
      return Optional.of(v -> ByteBuffer.wrap(v.getBytes()));
    }
    int length = physical == PrimitiveTypeName.BINARY ? -1 : stored.getTypeLength();
    if (target instanceof FixedType fixed) {
      return length == fixed.length()
          ? Optional.of(v -> ByteBuffer.wrap(v.getBytes()))
          : Optional.empty();
    }
    return target == SimpleType.UUID && length == 16
        ? Optional.of(ValueConverters::uuid)
        : Optional.empty();
  }

  private static boolean hasScale(PrimitiveType stored, DecimalType target) {
    return stored.getLogicalTypeAnnotation() instanceof DecimalLogicalTypeAnnotation decimal
        && decimal.getScale() == target.scale()
        && decimal.getPrecision() <= target.precision();
  }

  private static UUID uuid(Binary value) {
    ByteBuffer bytes = ByteBuffer.wrap(value.getBytes());
    return new UUID(bytes.getLong(), bytes.getLong());
  }

  /** Timestamps of old Spark and Hive files: nanoseconds of the day, then the Julian day. */
  private static Optional<Function<Binary, Object>> ofInt96(Type target) {
    if (target == SimpleType.TIMESTAMP || target == SimpleType.TIMESTAMPTZ) {
      return Optional.of(
          v ->
              Math.addExact(
                  Math.multiplyExact(epochDay(v), MICROS_PER_DAY),
                  Math.floorDiv(nanosOfDay(v), NANOS_PER_MICRO)));
    }
    if (target == SimpleType.TIMESTAMP_NS || target == SimpleType.TIMESTAMPTZ_NS) {
      return Optional.of(
          v ->
              Math.addExact(
                  Math.multiplyExact(epochDay(v), MICROS_PER_DAY * NANOS_PER_MICRO),
                  nanosOfDay(v)));
    }
    return Optional.empty();
  }

  private static long nanosOfDay(Binary int96) {
    return ByteBuffer.wrap(int96.getBytes()).order(ByteOrder.LITTLE_ENDIAN).getLong(0);
  }

  private static long epochDay(Binary int96) {
    return ByteBuffer.wrap(int96.getBytes()).order(ByteOrder.LITTLE_ENDIAN).getInt(8)
        - UNIX_EPOCH_JULIAN_DAY;
  }
}
