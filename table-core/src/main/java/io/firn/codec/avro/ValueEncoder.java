package io.firn.codec.avro;

import io.firn.types.DecimalType;
import io.firn.types.FixedType;
import io.firn.types.SimpleType;
import io.firn.types.Type;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.UUID;
import org.apache.avro.io.Encoder;
import org.jspecify.annotations.Nullable;

/** Writes one partition value of a type, as {@link AvroTypes#partition} declares it. */
@FunctionalInterface
interface ValueEncoder {

  void write(Object value, Encoder out) throws IOException;

  /** Null goes to the union's first branch; a field of type unknown is always null. */
  static void writeOptional(Type type, ValueEncoder encoder, @Nullable Object value, Encoder out)
      throws IOException {
    if (type == SimpleType.UNKNOWN) {
      out.writeNull();
    } else if (value == null) {
      out.writeIndex(0);
    } else {
      out.writeIndex(1);
      encoder.write(value, out);
    }
  }

  static ValueEncoder of(Type type) {
    if (type instanceof SimpleType simple) {
      return simple(simple);
    }
    if (type instanceof DecimalType decimal) {
      int length = AvroTypes.decimalBytes(decimal.precision());
      return (value, out) -> out.writeFixed(decimalBytes(decimal, (BigDecimal) value, length));
    }
    if (type instanceof FixedType fixed) {
      return (value, out) -> out.writeBytes(fixedBytes(fixed, (ByteBuffer) value));
    }
    throw new IllegalArgumentException("No partition value has the type " + type);
  }

  private static ValueEncoder simple(SimpleType type) {
    return switch (type) {
      case BOOLEAN -> (value, out) -> out.writeBoolean((Boolean) value);
      case INT, DATE -> (value, out) -> out.writeInt((Integer) value);
      // Tuples of manifests from before a promotion hold ints and floats.
      case LONG, TIME, TIMESTAMP, TIMESTAMPTZ, TIMESTAMP_NS, TIMESTAMPTZ_NS ->
          (value, out) -> out.writeLong(((Number) value).longValue());
      case FLOAT -> (value, out) -> out.writeFloat((Float) value);
      case DOUBLE -> (value, out) -> out.writeDouble(((Number) value).doubleValue());
      case STRING -> (value, out) -> out.writeString((String) value);
      case UUID -> (value, out) -> out.writeFixed(uuidBytes((UUID) value));
      case BINARY -> (value, out) -> out.writeBytes(((ByteBuffer) value).duplicate());
      case UNKNOWN -> (value, out) -> out.writeNull();
    };
  }

  private static byte[] uuidBytes(UUID uuid) {
    return ByteBuffer.allocate(16)
        .putLong(uuid.getMostSignificantBits())
        .putLong(uuid.getLeastSignificantBits())
        .array();
  }

  private static byte[] fixedBytes(FixedType type, ByteBuffer value) {
    byte[] bytes = new byte[value.remaining()];
    value.duplicate().get(bytes);
    if (bytes.length != type.length()) {
      throw new IllegalArgumentException(
          "A partition value of type " + type + " has " + bytes.length + " bytes");
    }
    return bytes;
  }

  private static byte[] decimalBytes(DecimalType type, BigDecimal value, int length) {
    byte[] minimal = value.unscaledValue().toByteArray();
    if (value.scale() != type.scale() || minimal.length > length) {
      throw new IllegalArgumentException("The partition value " + value + " is no " + type);
    }
    byte[] bytes = new byte[length];
    int padding = length - minimal.length;
    Arrays.fill(bytes, 0, padding, (byte) (value.signum() < 0 ? -1 : 0));
    System.arraycopy(minimal, 0, bytes, padding, minimal.length);
    return bytes;
  }
}
