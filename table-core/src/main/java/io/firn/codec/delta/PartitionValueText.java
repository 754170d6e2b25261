package io.firn.codec.delta;

import io.firn.error.CorruptFileException;
import io.firn.types.DecimalType;
import io.firn.types.SimpleType;
import io.firn.types.Type;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/**
 * Partition values of a log, which are text (Delta protocol: Partition Value Serialization). A
 * timestamp without offset is local to the zone, as in Spark.
 */
public record PartitionValueText(ZoneId zone) {

  /**
   * The value of a column; null for no text and for an empty one, which mean null.
   *
   * @param location of the file that has the value, for messages
   * @throws CorruptFileException if the text is no value of the type
   */
  public @Nullable Object parse(Type type, @Nullable String text, String location) {
    if (text == null || text.isEmpty()) {
      return null;
    }
    try {
      return type instanceof DecimalType decimal
          ? new BigDecimal(text).setScale(decimal.scale(), RoundingMode.UNNECESSARY)
          : simple((SimpleType) type, text);
    } catch (IllegalArgumentException | ArithmeticException | DateTimeException e) {
      throw new CorruptFileException(
          location, -1, "the Delta log has the partition value '" + text + "', no " + type, e);
    }
  }

  private Object simple(SimpleType type, String text) {
    return switch (type) {
      case STRING -> text;
      case INT -> Integer.valueOf(text);
      case LONG -> Long.valueOf(text);
      case FLOAT -> Float.valueOf(text);
      case DOUBLE -> Double.valueOf(text);
      case BOOLEAN -> bool(text);
      case BINARY -> ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
      case DATE -> Math.toIntExact(LocalDate.parse(text).toEpochDay());
      case TIMESTAMP -> micros(LocalDateTime.parse(iso(text)).toInstant(ZoneOffset.UTC));
      case TIMESTAMPTZ -> micros(instant(iso(text)));
      default -> throw new IllegalArgumentException("no partition column has the type " + type);
    };
  }

  private static Object bool(String text) {
    if (text.equalsIgnoreCase("true") || text.equalsIgnoreCase("false")) {
      return Boolean.valueOf(text);
    }
    throw new IllegalArgumentException(text);
  }

  private static String iso(String text) {
    return text.replace(' ', 'T');
  }

  private Instant instant(String iso) {
    int time = iso.indexOf('T');
    boolean hasOffset = iso.endsWith("Z") || iso.indexOf('+') > 0 || iso.indexOf('-', time) > 0;
    return hasOffset
        ? OffsetDateTime.parse(iso).toInstant()
        : LocalDateTime.parse(iso).atZone(zone).toInstant();
  }

  private static long micros(Instant instant) {
    return ChronoUnit.MICROS.between(Instant.EPOCH, instant);
  }
}
