package io.firn.expr;

import io.firn.error.InvalidInputException;
import io.firn.expr.Literals.Place.Exact;
import io.firn.expr.Literals.Place.JustAbove;
import io.firn.expr.Literals.Place.Outside;
import io.firn.types.DecimalType;
import io.firn.types.FixedType;
import io.firn.types.PrimitiveType;
import io.firn.types.SimpleType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.nio.ByteBuffer;
import java.util.Locale;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Converts literals to the type of what they are compared with. */
final class Literals {
  private static final BigInteger MIN_INT = BigInteger.valueOf(Integer.MIN_VALUE);
  private static final BigInteger MAX_INT = BigInteger.valueOf(Integer.MAX_VALUE);
  private static final BigInteger MIN_LONG = BigInteger.valueOf(Long.MIN_VALUE);
  private static final BigInteger MAX_LONG = BigInteger.valueOf(Long.MAX_VALUE);

  private Literals() {}

  /**
   * Where the literal lies among the values of the type.
   *
   * @throws InvalidInputException if values of the two kinds cannot be compared, or text cannot be
   *     read as a value of the type; the message names {@code column}
   */
  static Place place(Object literal, PrimitiveType type, String column) {
    Place place = placeOrNull(literal, type, column);
    if (place == null) {
      throw new InvalidInputException(
          "Cannot compare column "
              + column
              + " of type "
              + type
              + " with "
              + Predicates.literal(literal)
              + " ("
              + literal.getClass().getSimpleName()
              + ")");
    }
    return place;
  }

  private static @Nullable Place placeOrNull(Object literal, PrimitiveType type, String column) {
    if (type instanceof DecimalType decimal) {
      return decimalPlace(literal, decimal, column);
    }
    if (type instanceof FixedType) {
      return bytesPlace(literal);
    }
    if (!(type instanceof SimpleType simple)) {
      return null;
    }
    return switch (simple) {
      case BOOLEAN -> booleanPlace(literal, column);
      case INT -> integerPlace(literal, simple, column);
      case LONG -> integerPlace(literal, simple, column);
      case FLOAT, DOUBLE -> floatingPlace(literal, simple, column);
      case DATE, TIME, TIMESTAMP, TIMESTAMPTZ, TIMESTAMP_NS, TIMESTAMPTZ_NS ->
          literal instanceof Number
              ? timeNumberPlace(literal, simple, column)
              : TimeLiterals.place(literal, simple, column);
      case STRING -> literal instanceof CharSequence text ? new Exact(text.toString()) : null;
      case UUID -> uuidPlace(literal, column);
      case BINARY -> bytesPlace(literal);
      case UNKNOWN -> null;
    };
  }

  private static @Nullable Place booleanPlace(Object literal, String column) {
    if (literal instanceof CharSequence text) {
      return switch (text.toString().toLowerCase(Locale.ROOT)) {
        case "true" -> new Exact(true);
        case "false" -> new Exact(false);
        default -> throw unreadable(text, SimpleType.BOOLEAN, column, null);
      };
    }
    return literal instanceof Boolean ? new Exact(literal) : null;
  }

  private static @Nullable Place uuidPlace(Object literal, String column) {
    if (literal instanceof CharSequence text) {
      try {
        return new Exact(UUID.fromString(text.toString()));
      } catch (IllegalArgumentException e) {
        throw unreadable(text, SimpleType.UUID, column, e);
      }
    }
    return literal instanceof UUID ? new Exact(literal) : null;
  }

  private static @Nullable Place bytesPlace(Object literal) {
    if (literal instanceof byte[] bytes) {
      return new Exact(ByteBuffer.wrap(bytes.clone()));
    }
    return literal instanceof ByteBuffer buffer ? new Exact(buffer.slice()) : null;
  }

  /** Numbers for a time type count its own units; an {@code Integer} is a date. */
  private static @Nullable Place timeNumberPlace(Object literal, SimpleType type, String column) {
    boolean timestamp = type != SimpleType.DATE && type != SimpleType.TIME;
    if (timestamp && literal instanceof Integer days) {
      return TimeLiterals.ofDate(days, type);
    }
    return integerPlace(literal, type, column);
  }

  private static @Nullable Place integerPlace(Object literal, SimpleType type, String column) {
    Outside outside = outsideAllNumbers(literal);
    if (outside != null) {
      return outside;
    }
    BigDecimal number = exactNumber(literal, type, column);
    if (number == null) {
      return null;
    }
    boolean narrow = type == SimpleType.INT || type == SimpleType.DATE;
    BigInteger floor = number.setScale(0, RoundingMode.FLOOR).toBigIntegerExact();
    if (floor.compareTo(narrow ? MIN_INT : MIN_LONG) < 0) {
      return Outside.BELOW_ALL;
    }
    if (floor.compareTo(narrow ? MAX_INT : MAX_LONG) > 0) {
      return Outside.ABOVE_ALL;
    }
    Object value = narrow ? (Object) floor.intValueExact() : (Object) floor.longValueExact();
    return placeOf(value, number.compareTo(new BigDecimal(floor)) == 0);
  }

  private static @Nullable Place decimalPlace(Object literal, DecimalType type, String column) {
    Outside outside = outsideAllNumbers(literal);
    if (outside != null) {
      return outside;
    }
    // A binary fraction means the decimal that people write for it: 0.1, not 0.1000000000000000055.
    boolean fraction = literal instanceof Double || literal instanceof Float;
    BigDecimal number =
        fraction ? new BigDecimal(literal.toString()) : exactNumber(literal, type, column);
    if (number == null) {
      return null;
    }
    BigDecimal floor = number.setScale(type.scale(), RoundingMode.FLOOR);
    BigInteger limit = BigInteger.TEN.pow(type.precision());
    if (floor.unscaledValue().compareTo(limit.negate()) <= 0) {
      return Outside.BELOW_ALL;
    }
    if (floor.unscaledValue().compareTo(limit) >= 0) {
      return Outside.ABOVE_ALL;
    }
    return placeOf(floor, number.compareTo(floor) == 0);
  }

  private static @Nullable Place floatingPlace(Object literal, SimpleType type, String column) {
    boolean single = type == SimpleType.FLOAT;
    double special = literal instanceof Number n ? n.doubleValue() : 0;
    boolean binary = literal instanceof Double || literal instanceof Float;
    if (binary && !Double.isFinite(special)) {
      return new Exact(single ? (Object) (float) special : (Object) special);
    }
    BigDecimal number = exactNumber(literal, type, column);
    if (number == null) {
      return null;
    }
    return single ? floatPlace(number) : doublePlace(number);
  }

  private static Place floatPlace(BigDecimal number) {
    float near = number.floatValue();
    int comparison = Float.isInfinite(near) ? (near > 0 ? 1 : -1) : compare(near, number);
    return comparison <= 0 ? placeOf(near, comparison == 0) : new JustAbove(Math.nextDown(near));
  }

  private static Place doublePlace(BigDecimal number) {
    double near = number.doubleValue();
    int comparison = Double.isInfinite(near) ? (near > 0 ? 1 : -1) : compare(near, number);
    return comparison <= 0 ? placeOf(near, comparison == 0) : new JustAbove(Math.nextDown(near));
  }

  private static int compare(double near, BigDecimal number) {
    return new BigDecimal(near).compareTo(number);
  }

  private static Place placeOf(Object value, boolean exact) {
    return exact ? new Exact(value) : new JustAbove(value);
  }

  /** NaN counts as greater than all numbers. */
  private static @Nullable Outside outsideAllNumbers(Object literal) {
    boolean binary = literal instanceof Double || literal instanceof Float;
    if (!binary || Double.isFinite(((Number) literal).doubleValue())) {
      return null;
    }
    return ((Number) literal).doubleValue() == Double.NEGATIVE_INFINITY
        ? Outside.BELOW_ALL
        : Outside.ABOVE_ALL;
  }

  private static @Nullable BigDecimal exactNumber(
      Object literal, PrimitiveType type, String column) {
    if (literal instanceof BigDecimal decimal) {
      return decimal;
    }
    if (literal instanceof BigInteger integer) {
      return new BigDecimal(integer);
    }
    if (literal instanceof Double || literal instanceof Float) {
      return new BigDecimal(((Number) literal).doubleValue());
    }
    if (literal instanceof Number number) {
      return BigDecimal.valueOf(number.longValue());
    }
    if (literal instanceof CharSequence text) {
      try {
        return new BigDecimal(text.toString().trim());
      } catch (NumberFormatException e) {
        throw unreadable(text, type, column, e);
      }
    }
    return null;
  }

  static InvalidInputException unreadable(
      CharSequence text, PrimitiveType type, String column, @Nullable Exception cause) {
    String message =
        "Cannot compare column " + column + ": '" + text + "' is no value of type " + type;
    return cause == null
        ? new InvalidInputException(message)
        : new InvalidInputException(message, cause);
  }

  /** Where a literal lies among the values of a column's type. */
  sealed interface Place {

    /** The literal is a value of the type, NaN included. */
    record Exact(Object value) implements Place {}

    /** The literal is greater than this value and less than the type's next one. */
    record JustAbove(Object value) implements Place {}

    /** The literal is less, or greater, than all values of the type (NaN aside). */
    enum Outside implements Place {
      BELOW_ALL,
      ABOVE_ALL
    }
  }
}
