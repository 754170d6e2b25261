package io.firn.partition;

import io.firn.error.InvalidInputException;
import io.firn.types.DecimalType;
import io.firn.types.PrimitiveType;
import io.firn.types.SimpleType;
import io.firn.types.Type;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Numbers rounded down to a multiple of the width, strings cut to that many code points, binary to
 * that many bytes (spec: Truncate Transform Details).
 */
public record TruncateTransform(int width) implements Transform {

  public TruncateTransform {
    if (width <= 0) {
      throw new InvalidInputException("Width of truncate must be positive, not " + width);
    }
  }

  @Override
  public boolean canTransform(Type source) {
    return source instanceof DecimalType
        || source == SimpleType.INT
        || source == SimpleType.LONG
        || source == SimpleType.STRING
        || source == SimpleType.BINARY;
  }

  @Override
  public Type resultType(Type source) {
    return source;
  }

  @Override
  public Function<@Nullable Object, @Nullable Object> bind(PrimitiveType source) {
    if (!canTransform(source)) {
      throw new InvalidInputException("Cannot truncate values of type " + source);
    }
    return value -> value == null ? null : apply(value);
  }

  /** Truncates a non-null value of a type that can be truncated. */
  public Object apply(Object value) {
    if (value instanceof Integer i) {
      return i - Math.floorMod(i, width);
    }
    if (value instanceof Long l) {
      return l - Math.floorMod(l, (long) width);
    }
    if (value instanceof BigDecimal d) {
      BigInteger unscaled = d.unscaledValue();
      BigInteger remainder = unscaled.mod(BigInteger.valueOf(width));
      return new BigDecimal(unscaled.subtract(remainder), d.scale());
    }
    if (value instanceof String s) {
      return s.codePointCount(0, s.length()) <= width
          ? s
          : s.substring(0, s.offsetByCodePoints(0, width));
    }
    ByteBuffer bytes = (ByteBuffer) value;
    return bytes.remaining() <= width ? bytes : bytes.slice(bytes.position(), width);
  }

  @Override
  public boolean preservesOrder() {
    return true;
  }

  @Override
  public String humanString(Type source, @Nullable Object value) {
    return HumanValue.of(source, value);
  }

  @Override
  public String toString() {
    return "truncate[" + width + "]";
  }
}
