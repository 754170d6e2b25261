package io.firn.codec.parquet;

import io.firn.types.DecimalType;
import io.firn.types.PrimitiveType;
import io.firn.types.SimpleType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.UUID;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.LogicalTypeAnnotation.IntLogicalTypeAnnotation;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;

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

  /**
   * The value of a column of the type, from what a file of whatever writer stores it as; empty
   * where the one cannot be read as the other, or not in the same order.
   */
  static Optional<Object> ofForeign(
      PrimitiveType type, org.apache.parquet.schema.PrimitiveType stored, Object statistic) {
    if (stored.getPrimitiveTypeName() == PrimitiveTypeName.INT96) {
      return Optional.empty();
    }
    if (statistic instanceof Binary binary) {
      return ValueConverters.ofBinary(stored, type).map(convert -> convert.apply(binary));
    }
    if (statistic instanceof Integer || statistic instanceof Long) {
      return isUnsigned(stored)
          ? Optional.empty()
          : ValueConverters.ofNumber(stored, type)
              .map(convert -> convert.apply(((Number) statistic).longValue()));
    }
    if (statistic instanceof Float f && type == SimpleType.DOUBLE) {
      return Optional.of(f.doubleValue());
    }
    boolean same =
        (statistic instanceof Float && type == SimpleType.FLOAT)
            || (statistic instanceof Double && type == SimpleType.DOUBLE)
            || (statistic instanceof Boolean && type == SimpleType.BOOLEAN);
    return same ? Optional.of(statistic) : Optional.empty();
  }

  private static boolean isUnsigned(org.apache.parquet.schema.PrimitiveType stored) {
    return stored.getLogicalTypeAnnotation() instanceof IntLogicalTypeAnnotation ints
        && !ints.isSigned();
  }

  private static Object ofBinary(PrimitiveType type, Binary binary) {
    if (type == SimpleType.STRING) {
      return binary.toStringUsingUTF8();
    }
    ByteBuffer bytes = ByteBuffer.wrap(binary.getBytes());
    return type == SimpleType.UUID ? new UUID(bytes.getLong(), bytes.getLong()) : bytes;
  }
}
