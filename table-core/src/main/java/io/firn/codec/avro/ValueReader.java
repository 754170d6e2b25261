package io.firn.codec.avro;

import io.firn.types.DecimalType;
import io.firn.types.SimpleType;
import io.firn.types.Type;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.UUID;
import org.apache.avro.Schema;
import org.jspecify.annotations.Nullable;

/**
 * Reads one partition value as {@code io.firn.types.Type} says. The Avro schema says how it is
 * written; the target type, if known, what it is now: an int of a column that became a long is read
 * as a long.
 */
@FunctionalInterface
interface ValueReader {

  @Nullable Object read(AvroBytes in);

  static ValueReader of(AvroShape shape, Schema schema, Optional<Type> target) {
    if (schema.getType() == Schema.Type.UNION) {
      ValueReader[] branches =
          schema.getTypes().stream()
              .map(branch -> of(shape, branch, target))
              .toArray(ValueReader[]::new);
      return in -> branches[in.readBranch(branches.length)].read(in);
    }
    return promoted(plain(shape, schema), target);
  }

  private static ValueReader plain(AvroShape shape, Schema schema) {
    String logical = String.valueOf(schema.getProp("logicalType"));
    switch (schema.getType()) {
      case NULL:
        return in -> null;
      case BOOLEAN:
        return AvroBytes::readBoolean;
      case INT:
        return AvroBytes::readInt;
      case LONG:
        return AvroBytes::readLong;
      case FLOAT:
        return AvroBytes::readFloat;
      case DOUBLE:
        return AvroBytes::readDouble;
      case STRING:
        return AvroBytes::readString;
      case BYTES:
        if (logical.equals("decimal")) {
          int scale = scale(schema);
          return in -> decimal(in, in.readBytes(), scale);
        }
        return AvroBytes::readBuffer;
      case FIXED:
        int length = schema.getFixedSize();
        if (logical.equals("decimal")) {
          int scale = scale(schema);
          return in -> decimal(in, in.readFixed(length), scale);
        }
        if (logical.equals("uuid") && length == 16) {
          return in -> uuid(in.readFixed(16));
        }
        return shape.fixedHasLength()
            ? AvroBytes::readBuffer
            : in -> ByteBuffer.wrap(in.readFixed(length));
      default:
        throw shape.unexpected("a partition value", schema);
    }
  }

  private static int scale(Schema schema) {
    return schema.getObjectProp("scale") instanceof Number scale ? scale.intValue() : 0;
  }

  private static BigDecimal decimal(AvroBytes in, byte[] unscaled, int scale) {
    if (unscaled.length == 0) {
      throw in.corrupt("a decimal has no bytes");
    }
    return new BigDecimal(new BigInteger(unscaled), scale);
  }

  private static UUID uuid(byte[] bytes) {
    ByteBuffer in = ByteBuffer.wrap(bytes);
    return new UUID(in.getLong(), in.getLong());
  }

  private static ValueReader promoted(ValueReader plain, Optional<Type> target) {
    if (target.isEmpty()) {
      return plain;
    }
    Type type = target.get();
    return in -> {
      Object value = plain.read(in);
      return value == null ? null : promote(in, value, type);
    };
  }

  private static Object promote(AvroBytes in, Object value, Type type) {
    if (value instanceof Integer i && type instanceof SimpleType simple) {
      return switch (simple) {
        case LONG -> i.longValue();
        case TIMESTAMP -> fromDays(in, i, 86_400_000_000L);
        case TIMESTAMP_NS -> fromDays(in, i, 86_400_000_000_000L);
        default -> value;
      };
    }
    if (value instanceof Float f && type == SimpleType.DOUBLE) {
      return f.doubleValue();
    }
    if (value instanceof ByteBuffer bytes && type == SimpleType.UUID && bytes.remaining() == 16) {
      return uuid(bytes.array());
    }
    if (value instanceof ByteBuffer bytes && type instanceof DecimalType decimal) {
      return decimal(in, bytes.array(), decimal.scale());
    }
    return value;
  }

  private static long fromDays(AvroBytes in, int days, long unitsPerDay) {
    try {
      return Math.multiplyExact(days, unitsPerDay);
    } catch (ArithmeticException e) {
      throw in.corrupt("the date " + days + " does not fit a timestamp");
    }
  }
}
