package io.firn.types;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.UUID;

/** Values of primitive types as bytes (spec: Binary single-value serialization). */
public final class SingleValue {
  private SingleValue() {}

  /** The bytes of a non-null value of the type. */
  public static ByteBuffer toBytes(PrimitiveType type, Object value) {
    if (type instanceof SimpleType simple) {
      return simpleToBytes(simple, value);
    }
    if (type instanceof DecimalType) {
      return ByteBuffer.wrap(((BigDecimal) value).unscaledValue().toByteArray());
    }
    return ((ByteBuffer) value).duplicate();
  }

  /**
   * The value of the bytes. Bounds written before a promotion are read too: 4 bytes of a long are
   * an int, 4 bytes of a double a float, 4 bytes of a timestamp a date.
   *
   * @throws IllegalArgumentException if the length does not fit the type
   */
  public static Object fromBytes(PrimitiveType type, ByteBuffer bytes) {
    ByteBuffer in = bytes.duplicate().order(ByteOrder.LITTLE_ENDIAN);
    if (type instanceof SimpleType simple) {
      return simpleFromBytes(simple, in);
    }
    if (type instanceof DecimalType decimal) {
      requireLength(type, in, Math.max(1, in.remaining()));
      return new BigDecimal(new BigInteger(remaining(in)), decimal.scale());
    }
    return ByteBuffer.wrap(remaining(in));
  }

  private static ByteBuffer simpleToBytes(SimpleType type, Object value) {
    return switch (type) {
      case BOOLEAN -> ByteBuffer.wrap(new byte[] {(byte) ((Boolean) value ? 1 : 0)});
      case INT, DATE -> littleEndian(4).putInt(0, (Integer) value);
      case LONG, TIME, TIMESTAMP, TIMESTAMPTZ, TIMESTAMP_NS, TIMESTAMPTZ_NS ->
          littleEndian(8).putLong(0, (Long) value);
      case FLOAT -> littleEndian(4).putFloat(0, (Float) value);
      case DOUBLE -> littleEndian(8).putDouble(0, (Double) value);
      case STRING -> ByteBuffer.wrap(((String) value).getBytes(StandardCharsets.UTF_8));
      case UUID -> uuidToBytes((UUID) value);
      case BINARY -> ((ByteBuffer) value).duplicate();
      case UNKNOWN -> throw new IllegalArgumentException("The type unknown has no values");
    };
  }

  private static Object simpleFromBytes(SimpleType type, ByteBuffer in) {
    return switch (type) {
      case BOOLEAN -> {
        requireLength(type, in, 1);
        yield in.get() != 0;
      }
      case INT, DATE -> {
        requireLength(type, in, 4);
        yield in.getInt();
      }
      case LONG, TIME -> {
        if (in.remaining() == 4) {
          yield (long) in.getInt();
        }
        requireLength(type, in, 8);
        yield in.getLong();
      }
      case TIMESTAMP, TIMESTAMPTZ -> timestamp(type, in, 86_400_000_000L);
      case TIMESTAMP_NS, TIMESTAMPTZ_NS -> timestamp(type, in, 86_400_000_000_000L);
      case FLOAT -> {
        requireLength(type, in, 4);
        yield in.getFloat();
      }
      case DOUBLE -> {
        if (in.remaining() == 4) {
          yield (double) in.getFloat();
        }
        requireLength(type, in, 8);
        yield in.getDouble();
      }
      case STRING -> new String(remaining(in), StandardCharsets.UTF_8);
      case UUID -> {
        requireLength(type, in, 16);
        in.order(ByteOrder.BIG_ENDIAN);
        yield new UUID(in.getLong(), in.getLong());
      }
      case BINARY -> ByteBuffer.wrap(remaining(in));
      case UNKNOWN -> throw new IllegalArgumentException("The type unknown has no values");
    };
  }

  private static Object timestamp(SimpleType type, ByteBuffer in, long unitsPerDay) {
    if (in.remaining() == 4) {
      return in.getInt() * unitsPerDay;
    }
    requireLength(type, in, 8);
    return in.getLong();
  }

  private static ByteBuffer uuidToBytes(UUID uuid) {
    return ByteBuffer.allocate(16)
        .putLong(0, uuid.getMostSignificantBits())
        .putLong(8, uuid.getLeastSignificantBits());
  }

  private static ByteBuffer littleEndian(int length) {
    return ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
  }

  private static byte[] remaining(ByteBuffer in) {
    byte[] bytes = new byte[in.remaining()];
    in.get(bytes);
    return bytes;
  }

  private static void requireLength(Type type, ByteBuffer in, int length) {
    if (in.remaining() != length) {
      throw new IllegalArgumentException(
          "A value of type " + type + " has " + length + " bytes, not " + in.remaining());
    }
  }
}
