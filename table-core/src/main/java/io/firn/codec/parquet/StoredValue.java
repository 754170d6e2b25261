package io.firn.codec.parquet;

import io.firn.types.DecimalType;
import io.firn.types.PrimitiveType;
import io.firn.types.SimpleType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.UUID;
import org.apache.parquet.io.api.Binary;

/** Values of Parquet statistics in Firn's form. */
final class StoredValue {
  private StoredValue() {}

  static Object of(PrimitiveType type, Object stored) {
    if (type instanceof DecimalType decimal) {
      BigInteger unscaled =
          stored instanceof Binary binary
              ? new BigInteger(binary.getBytes())
              : BigInteger.valueOf(((Number) stored).longValue());
      return new BigDecimal(unscaled, decimal.scale());
    }
    if (stored instanceof Binary binary) {
      return ofBinary(type, binary);
    }
    if (stored instanceof Integer i && type == SimpleType.LONG) {
      return i.longValue();
    }
    if (stored instanceof Float f && type == SimpleType.DOUBLE) {
      return f.doubleValue();
    }
    return stored;
  }

  private static Object ofBinary(PrimitiveType type, Binary binary) {
    if (type == SimpleType.STRING) {
      return binary.toStringUsingUTF8();
    }
    ByteBuffer bytes = ByteBuffer.wrap(binary.getBytes());
    return type == SimpleType.UUID ? new UUID(bytes.getLong(), bytes.getLong()) : bytes;
  }
}
