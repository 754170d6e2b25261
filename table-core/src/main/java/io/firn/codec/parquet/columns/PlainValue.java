package io.firn.codec.parquet.columns;

import java.nio.ByteBuffer;
import org.apache.parquet.column.Dictionary;
import org.apache.parquet.column.statistics.Statistics;
import org.apache.parquet.io.ParquetDecodingException;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;

/** Values in Parquet's plain encoding; numbers by their bits. */
final class PlainValue {
  private PlainValue() {}

  /** Bytes of a number. */
  static int width(PrimitiveTypeName type) {
    return type == PrimitiveTypeName.INT32 || type == PrimitiveTypeName.FLOAT ? 4 : 8;
  }

  static long bits(PrimitiveTypeName type, ByteBuffer plain) {
    return width(type) == 4 ? plain.getInt() : plain.getLong();
  }

  static long bits(PrimitiveTypeName type, Dictionary dictionary, int id) {
    return switch (type) {
      case INT32 -> dictionary.decodeToInt(id);
      case INT64 -> dictionary.decodeToLong(id);
      case FLOAT -> Float.floatToRawIntBits(dictionary.decodeToFloat(id));
      case DOUBLE -> Double.doubleToRawLongBits(dictionary.decodeToDouble(id));
      default -> throw new IllegalArgumentException(type + " is no number");
    };
  }

  /** A view of the bytes, not a copy. */
  static Binary binary(ByteBuffer plain) {
    int length = length(plain);
    Binary value = Binary.fromConstantByteBuffer(plain, plain.position(), length);
    plain.position(plain.position() + length);
    return value;
  }

  /** Goes past the length of a value to its bytes. */
  static int length(ByteBuffer plain) {
    int length = plain.getInt();
    if (length < 0 || length > plain.remaining()) {
      throw new ParquetDecodingException("a value of " + length + " bytes in a smaller page");
    }
    return length;
  }

  static void skip(PrimitiveTypeName type, ByteBuffer plain) {
    int length = type == PrimitiveTypeName.BINARY ? length(plain) : width(type);
    plain.position(plain.position() + length);
  }

  /** Lets statistics know of a number. */
  static void note(PrimitiveTypeName type, long bits, Statistics<?> statistics) {
    switch (type) {
      case INT32 -> statistics.updateStats((int) bits);
      case INT64 -> statistics.updateStats(bits);
      case FLOAT -> statistics.updateStats(Float.intBitsToFloat((int) bits));
      case DOUBLE -> statistics.updateStats(Double.longBitsToDouble(bits));
      default -> throw new IllegalArgumentException(type + " is no number");
    }
  }
}
