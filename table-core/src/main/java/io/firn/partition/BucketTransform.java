package io.firn.partition;

import io.firn.error.InvalidInputException;
import io.firn.types.DecimalType;
import io.firn.types.FixedType;
import io.firn.types.PrimitiveType;
import io.firn.types.SimpleType;
import io.firn.types.Type;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * {@code (murmur3_x86_32(value, seed 0) & Integer.MAX_VALUE) % numBuckets} (spec: Bucket Transform
 * Details, Appendix B).
 */
public record BucketTransform(int numBuckets) implements Transform {

  public BucketTransform {
    if (numBuckets <= 0) {
      throw new InvalidInputException("Number of buckets must be positive, not " + numBuckets);
    }
  }

  /** The spec's 32-bit hash of values of the type. */
  public static ToIntFunction<Object> hash(PrimitiveType source) {
    if (source instanceof DecimalType) {
      return v -> Murmur3.hashBytes(((BigDecimal) v).unscaledValue().toByteArray());
    }
    if (source instanceof FixedType || source == SimpleType.BINARY) {
      return v -> Murmur3.hashBuffer((ByteBuffer) v);
    }
    if (source instanceof SimpleType simple) {
      switch (simple) {
        case INT, DATE:
          return v -> Murmur3.hashLong((Integer) v);
        case LONG, TIME, TIMESTAMP, TIMESTAMPTZ:
          return v -> Murmur3.hashLong((Long) v);
        case TIMESTAMP_NS, TIMESTAMPTZ_NS:
          return v -> Murmur3.hashLong(Math.floorDiv((Long) v, 1000L));
        case STRING:
          return v -> Murmur3.hashBytes(((String) v).getBytes(StandardCharsets.UTF_8));
        case UUID:
          return v -> Murmur3.hashUuid((UUID) v);
        default:
          break;
      }
    }
    throw new InvalidInputException("Cannot bucket values of type " + source);
  }

  @Override
  public boolean canTransform(Type source) {
    return source instanceof DecimalType
        || source instanceof FixedType
        || (source instanceof SimpleType simple
            && simple != SimpleType.BOOLEAN
            && simple != SimpleType.FLOAT
            && simple != SimpleType.DOUBLE
            && simple != SimpleType.UNKNOWN);
  }

  @Override
  public Type resultType(Type source) {
    return SimpleType.INT;
  }

  @Override
  public Function<@Nullable Object, @Nullable Object> bind(PrimitiveType source) {
    ToIntFunction<Object> hash = hash(source);
    return value ->
        value == null ? null : (Object) ((hash.applyAsInt(value) & Integer.MAX_VALUE) % numBuckets);
  }

  @Override
  public boolean preservesOrder() {
    return false;
  }

  @Override
  public String humanString(Type source, @Nullable Object value) {
    return String.valueOf(value);
  }

  @Override
  public String toString() {
    return "bucket[" + numBuckets + "]";
  }
}
