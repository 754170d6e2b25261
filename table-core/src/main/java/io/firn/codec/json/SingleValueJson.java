package io.firn.codec.json;

import com.fasterxml.jackson.databind.JsonNode;
import io.firn.types.DecimalType;
import io.firn.types.Field;
import io.firn.types.FixedType;
import io.firn.types.ListType;
import io.firn.types.MapType;
import io.firn.types.PrimitiveType;
import io.firn.types.SimpleType;
import io.firn.types.StructType;
import io.firn.types.StructValue;
import io.firn.types.Type;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Values as JSON, for defaults (spec: JSON single-value serialization). */
public final class SingleValueJson {
  private static final HexFormat HEX = HexFormat.of().withUpperCase();
  private static final LocalDateTime EPOCH = LocalDateTime.of(1970, 1, 1, 0, 0);

  private SingleValueJson() {}

  /** The JSON text of a non-null value in memory, as {@link Type} says. */
  public static String write(Type type, Object value) {
    return JsonOut.text(out -> write(out, type, value));
  }

  /**
   * The value of a JSON text; empty for JSON null.
   *
   * @throws io.firn.error.InvalidInputException if the text is not JSON or not of the type
   */
  public static Optional<Object> parse(Type type, String json) {
    return JsonText.readText(
        "a value of type " + type, json, node -> Optional.ofNullable(read("", type, node)));
  }

  static void write(JsonOut out, Type type, @Nullable Object value) {
    if (value == null) {
      out.nothing();
    } else if (type instanceof StructType struct) {
      writeStruct(out, struct, (StructValue) value);
    } else if (type instanceof ListType list) {
      out.array(() -> ((List<?>) value).forEach(e -> write(out, list.elementType(), e)));
    } else if (type instanceof MapType map) {
      Map<?, ?> entries = (Map<?, ?>) value;
      out.object(
          () -> {
            out.array("keys", () -> entries.keySet().forEach(k -> write(out, map.keyType(), k)));
            out.array(
                "values", () -> entries.values().forEach(v -> write(out, map.valueType(), v)));
          });
    } else {
      writePrimitive(out, type, value);
    }
  }

  private static void writeStruct(JsonOut out, StructType struct, StructValue value) {
    out.object(
        () -> {
          for (int i = 0; i < struct.fields().size(); i++) {
            Field field = struct.fields().get(i);
            Object at = value.at(i);
            if (at != null) {
              out.name(String.valueOf(field.id()));
              write(out, field.type(), at);
            }
          }
        });
  }

  private static void writePrimitive(JsonOut out, Type type, Object value) {
    if (type instanceof DecimalType) {
      out.text(((BigDecimal) value).toPlainString());
    } else if (type instanceof FixedType || type == SimpleType.BINARY) {
      ByteBuffer bytes = ((ByteBuffer) value).duplicate();
      byte[] copy = new byte[bytes.remaining()];
      bytes.get(copy);
      out.text(HEX.formatHex(copy));
    } else if (type instanceof SimpleType simple) {
      writeSimple(out, simple, value);
    } else {
      throw new IllegalArgumentException("A column of type " + type + " has no default but null");
    }
  }

  private static void writeSimple(JsonOut out, SimpleType type, Object value) {
    switch (type) {
      case BOOLEAN -> out.bool((Boolean) value);
      case INT -> out.number((Integer) value);
      case LONG -> out.number((Long) value);
      case FLOAT -> out.number((Float) value);
      case DOUBLE -> out.number((Double) value);
      case DATE -> out.text(LocalDate.ofEpochDay((Integer) value).toString());
      case TIME ->
          out.text(
              DateTimeFormatter.ISO_LOCAL_TIME.format(
                  LocalTime.ofNanoOfDay(Math.multiplyExact((Long) value, 1000))));
      case TIMESTAMP -> out.text(timestamp((Long) value, ChronoUnit.MICROS));
      case TIMESTAMPTZ -> out.text(timestamp((Long) value, ChronoUnit.MICROS) + "+00:00");
      case TIMESTAMP_NS -> out.text(timestamp((Long) value, ChronoUnit.NANOS));
      case TIMESTAMPTZ_NS -> out.text(timestamp((Long) value, ChronoUnit.NANOS) + "+00:00");
      case STRING, UUID -> out.text(value.toString());
      case BINARY, UNKNOWN ->
          throw new IllegalArgumentException("A column of type " + type + " has no such value");
    }
  }

  private static String timestamp(long value, ChronoUnit unit) {
    return DateTimeFormatter.ISO_LOCAL_DATE_TIME.format(EPOCH.plus(value, unit));
  }

  static @Nullable Object read(String pointer, Type type, JsonNode node) {
    if (node.isNull()) {
      return null;
    }
    if (type instanceof StructType struct) {
      return readStruct(pointer, struct, node);
    }
    if (type instanceof ListType list) {
      List<@Nullable Object> result = new ArrayList<>();
      JsonObject.elementsOf(pointer, node, (at, e) -> result.add(read(at, list.elementType(), e)));
      return Collections.unmodifiableList(result);
    }
    if (type instanceof MapType map) {
      return readMap(pointer, map, node);
    }
    return type instanceof PrimitiveType primitive
        ? readPrimitive(pointer, primitive, node)
        : noDefault(pointer, type);
  }

  private static StructValue readStruct(String pointer, StructType struct, JsonNode node) {
    JsonObject object = JsonObject.of(pointer, node);
    @Nullable Object[] values = new Object[struct.fields().size()];
    for (int i = 0; i < values.length; i++) {
      Field field = struct.fields().get(i);
      String name = String.valueOf(field.id());
      if (object.has(name)) {
        values[i] = read(object.pointerTo(name), field.type(), object.required(name));
      }
    }
    return StructValue.of(values);
  }

  private static Map<Object, @Nullable Object> readMap(String pointer, MapType map, JsonNode node) {
    JsonObject object = JsonObject.of(pointer, node);
    List<@Nullable Object> keys = new ArrayList<>();
    object.elements("keys", (at, e) -> keys.add(read(at, map.keyType(), e)));
    List<@Nullable Object> values = new ArrayList<>();
    object.elements("values", (at, e) -> values.add(read(at, map.valueType(), e)));
    if (keys.size() != values.size()) {
      throw new JsonShapeException(
          pointer, "a map with " + keys.size() + " keys and " + values.size() + " values");
    }
    Map<Object, @Nullable Object> result = new LinkedHashMap<>();
    for (int i = 0; i < keys.size(); i++) {
      Object key = keys.get(i);
      if (key == null) {
        throw new JsonShapeException(pointer, "a map with a null key");
      }
      result.put(key, values.get(i));
    }
    return Collections.unmodifiableMap(result);
  }

  private static Object readPrimitive(String pointer, PrimitiveType type, JsonNode node) {
    try {
      if (type instanceof DecimalType decimal) {
        return decimal(decimal, JsonObject.textOf(pointer, node));
      }
      if (type instanceof FixedType fixed) {
        ByteBuffer bytes = ByteBuffer.wrap(HEX.parseHex(JsonObject.textOf(pointer, node)));
        if (bytes.remaining() != fixed.length()) {
          throw new IllegalArgumentException(bytes.remaining() + " bytes");
        }
        return bytes;
      }
      return type instanceof SimpleType simple
          ? readSimple(pointer, simple, node)
          : noDefault(pointer, type);
    } catch (IllegalArgumentException | DateTimeException | ArithmeticException e) {
      throw new JsonShapeException(
          pointer, node + " is not a value of type " + type + ": " + e.getMessage(), e);
    }
  }

  private static BigDecimal decimal(DecimalType type, String text) {
    BigDecimal value = new BigDecimal(text);
    if (value.scale() != type.scale() || value.precision() > type.precision()) {
      throw new IllegalArgumentException("wrong scale or too many digits");
    }
    return value;
  }

  private static Object readSimple(String pointer, SimpleType type, JsonNode node) {
    return switch (type) {
      case BOOLEAN -> {
        if (!node.isBoolean()) {
          throw JsonObject.wrong(pointer, "true or false", node);
        }
        yield node.booleanValue();
      }
      case INT -> JsonObject.intOf(pointer, node);
      case LONG -> JsonObject.longOf(pointer, node);
      case FLOAT -> finite((float) number(pointer, node));
      case DOUBLE -> finite(number(pointer, node));
      case DATE -> Math.toIntExact(LocalDate.parse(JsonObject.textOf(pointer, node)).toEpochDay());
      case TIME -> LocalTime.parse(JsonObject.textOf(pointer, node)).toNanoOfDay() / 1000;
      case TIMESTAMP -> local(pointer, node, ChronoUnit.MICROS);
      case TIMESTAMP_NS -> local(pointer, node, ChronoUnit.NANOS);
      case TIMESTAMPTZ -> zoned(pointer, node, ChronoUnit.MICROS);
      case TIMESTAMPTZ_NS -> zoned(pointer, node, ChronoUnit.NANOS);
      case STRING -> JsonObject.textOf(pointer, node);
      case UUID -> UUID.fromString(JsonObject.textOf(pointer, node));
      case BINARY -> ByteBuffer.wrap(HEX.parseHex(JsonObject.textOf(pointer, node)));
      case UNKNOWN -> noDefault(pointer, type);
    };
  }

  private static double number(String pointer, JsonNode node) {
    if (!node.isNumber()) {
      throw JsonObject.wrong(pointer, "a number", node);
    }
    return node.doubleValue();
  }

  private static float finite(float value) {
    finite((double) value);
    return value;
  }

  private static double finite(double value) {
    if (!Double.isFinite(value)) {
      throw new IllegalArgumentException("out of range");
    }
    return value;
  }

  private static long local(String pointer, JsonNode node, ChronoUnit unit) {
    return sinceEpoch(LocalDateTime.parse(JsonObject.textOf(pointer, node)), unit);
  }

  private static long zoned(String pointer, JsonNode node, ChronoUnit unit) {
    OffsetDateTime time = OffsetDateTime.parse(JsonObject.textOf(pointer, node));
    if (!time.getOffset().equals(ZoneOffset.UTC)) {
      throw new IllegalArgumentException("the offset must be +00:00");
    }
    return sinceEpoch(time.toLocalDateTime(), unit);
  }

  /** Exact over the whole range of a long, unlike {@code ChronoUnit.between}. */
  private static long sinceEpoch(LocalDateTime time, ChronoUnit unit) {
    Duration since = Duration.between(EPOCH, time);
    long perSecond = Duration.ofSeconds(1).dividedBy(unit.getDuration());
    long nanosPerUnit = unit.getDuration().toNanos();
    long seconds = since.getSeconds();
    long units = since.getNano() / nanosPerUnit;
    if (seconds < 0 && units > 0) {
      seconds += 1;
      units -= perSecond;
    }
    return Math.addExact(Math.multiplyExact(seconds, perSecond), units);
  }

  private static Object noDefault(String pointer, Type type) {
    throw new JsonShapeException(pointer, "a column of type " + type + " has no default but null");
  }
}
