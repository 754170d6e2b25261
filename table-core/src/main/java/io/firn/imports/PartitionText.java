package io.firn.imports;

import io.firn.error.InvalidInputException;
import io.firn.error.UnsupportedFeatureException;
import io.firn.partition.PartitionSpec;
import io.firn.types.DecimalType;
import io.firn.types.Field;
import io.firn.types.Schema;
import io.firn.types.SimpleType;
import io.firn.types.StructType;
import io.firn.types.StructValue;
import io.firn.types.Type;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Partition values from the texts that Hive and Spark make of them in directory names, as the types
 * of a spec's columns.
 */
public final class PartitionText {
  private final String tableName;
  private final StructType type;
  private final ZoneId zone;

  /**
   * @param tableName for messages
   * @param zone of timestamps that name none
   */
  public PartitionText(String tableName, Schema schema, PartitionSpec spec, ZoneId zone) {
    this.tableName = tableName;
    this.type = spec.partitionType(schema);
    this.zone = zone;
  }

  /**
   * The partition of a directory, whose columns are those of the spec but for the case.
   *
   * @throws InvalidInputException if a text is no value of its column
   */
  public StructValue values(SourceDirectory directory) {
    Map<String, Optional<String>> texts = new HashMap<>();
    directory.partition().forEach((name, text) -> texts.put(name.toLowerCase(Locale.ROOT), text));
    @Nullable Object[] values = new Object[type.fields().size()];
    for (int i = 0; i < values.length; i++) {
      Field field = type.fields().get(i);
      Optional<String> text =
          texts.getOrDefault(field.name().toLowerCase(Locale.ROOT), Optional.empty());
      values[i] = text.isEmpty() ? null : value(field, text.get(), directory.location());
    }
    return StructValue.of(values);
  }

  /** Whether the partition has these values in these columns. */
  public boolean matches(StructValue partition, Map<String, String> filter) {
    List<Field> fields = type.fields();
    for (int i = 0; i < fields.size(); i++) {
      String wanted = filter.get(fields.get(i).name());
      if (wanted != null
          && !Objects.equals(
              partition.at(i), value(fields.get(i), wanted, "the partition filter"))) {
        return false;
      }
    }
    return true;
  }

  private Object value(Field field, String text, String where) {
    try {
      return value(field.type(), text);
    } catch (IllegalArgumentException | DateTimeException | ArithmeticException e) {
      throw new InvalidInputException(
          "Cannot use '%s' of %s as partition value of %s: column %s is %s"
              .formatted(text, where, tableName, field.name(), field.type()),
          e);
    }
  }

  private Object value(Type target, String text) {
    if (target instanceof DecimalType decimal) {
      BigDecimal value = new BigDecimal(text).setScale(decimal.scale());
      if (value.precision() > decimal.precision()) {
        throw new ArithmeticException("too many digits");
      }
      return value;
    }
    if (!(target instanceof SimpleType simple)) {
      throw unsupported(target);
    }
    return switch (simple) {
      case BOOLEAN -> bool(text);
      case INT -> Integer.parseInt(text);
      case LONG -> Long.parseLong(text);
      case FLOAT -> Float.parseFloat(text);
      case DOUBLE -> Double.parseDouble(text);
      case STRING -> text;
      case BINARY -> ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
      case UUID -> UUID.fromString(text);
      case DATE -> Math.toIntExact(LocalDate.parse(text).toEpochDay());
      case TIMESTAMP -> micros(text, ZoneOffset.UTC);
      case TIMESTAMPTZ -> micros(text, zone);
      default -> throw unsupported(target);
    };
  }

  private UnsupportedFeatureException unsupported(Type target) {
    return new UnsupportedFeatureException(
        "Cannot add files to " + tableName + ": it is partitioned by a column of type " + target);
  }

  private static boolean bool(String text) {
    return switch (text.toLowerCase(Locale.ROOT)) {
      case "true" -> true;
      case "false" -> false;
      default -> throw new IllegalArgumentException(text);
    };
  }

  /** A day and a time, or a day alone. */
  private static long micros(String text, ZoneId zone) {
    LocalDateTime time =
        text.length() > 10
            ? LocalDateTime.parse(text.replace(' ', 'T'))
            : LocalDate.parse(text).atStartOfDay();
    return ChronoUnit.MICROS.between(java.time.Instant.EPOCH, time.atZone(zone).toInstant());
  }
}
