package io.firn.spark.write;

import io.firn.codec.parquet.FloatingColumn;
import io.firn.codec.parquet.SchemaToParquet;
import io.firn.error.InvalidInputException;
import io.firn.spark.convert.SparkValues;
import io.firn.types.DecimalType;
import io.firn.types.Field;
import io.firn.types.FixedType;
import io.firn.types.ListType;
import io.firn.types.MapType;
import io.firn.types.SimpleType;
import io.firn.types.StructType;
import io.firn.types.Type;
import io.firn.types.VariantType;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.UUID;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.io.api.RecordConsumer;
import org.apache.spark.sql.catalyst.expressions.SpecializedGetters;
import org.apache.spark.unsafe.types.VariantVal;

/** Writes one non-null value of a row or array to Parquet. */
@FunctionalInterface
interface ValueWriter {

  void write(SpecializedGetters from, int ordinal, RecordConsumer to);

  /** The writer of a type. {@code nanCounts} collects the NaN values of floating-point columns. */
  static ValueWriter of(Field field, NanCounts nanCounts) {
    Type type = field.type();
    if (type instanceof StructType struct) {
      return GroupWriters.struct(struct, nanCounts);
    }
    if (type instanceof ListType list) {
      return GroupWriters.list(list, nanCounts);
    }
    if (type instanceof MapType map) {
      return GroupWriters.map(map, nanCounts);
    }
    if (type instanceof DecimalType decimal) {
      return decimal(decimal);
    }
    if (type instanceof FixedType fixed) {
      return fixed(field, fixed);
    }
    if (type instanceof VariantType) {
      return ValueWriter::variant;
    }
    if (type instanceof SimpleType simple) {
      return simple(field, simple, nanCounts);
    }
    throw new InvalidInputException(
        "Cannot write column "
            + field.name()
            + " of type "
            + type
            + ": Firn does not write shapes");
  }

  private static ValueWriter simple(Field field, SimpleType type, NanCounts nanCounts) {
    return switch (type) {
      case BOOLEAN -> (from, i, to) -> to.addBoolean(from.getBoolean(i));
      case INT, DATE -> (from, i, to) -> to.addInteger(from.getInt(i));
      case LONG, TIMESTAMP, TIMESTAMPTZ -> (from, i, to) -> to.addLong(from.getLong(i));
      case FLOAT -> {
        FloatingColumn column = nanCounts.column(field.id());
        yield (from, i, to) -> to.addFloat(column.see(from.getFloat(i)));
      }
      case DOUBLE -> {
        FloatingColumn column = nanCounts.column(field.id());
        yield (from, i, to) -> to.addDouble(column.see(from.getDouble(i)));
      }
      case STRING ->
          (from, i, to) ->
              to.addBinary(Binary.fromReusedByteArray(from.getUTF8String(i).getBytes()));
      case BINARY -> (from, i, to) -> to.addBinary(Binary.fromReusedByteArray(from.getBinary(i)));
      case UUID -> (from, i, to) -> to.addBinary(uuid(from.getUTF8String(i).toString()));
      case TIME, TIMESTAMP_NS, TIMESTAMPTZ_NS, UNKNOWN ->
          throw new InvalidInputException(
              "Cannot write column " + field.name() + " of type " + type + " from Spark");
    };
  }

  private static Binary uuid(String text) {
    UUID uuid = SparkValues.uuid(text);
    ByteBuffer bytes = ByteBuffer.allocate(16);
    bytes.putLong(0, uuid.getMostSignificantBits());
    bytes.putLong(8, uuid.getLeastSignificantBits());
    return Binary.fromConstantByteBuffer(bytes);
  }

  private static ValueWriter fixed(Field field, FixedType type) {
    return (from, i, to) -> {
      byte[] bytes = from.getBinary(i);
      if (bytes.length != type.length()) {
        throw new InvalidInputException(
            "Column "
                + field.name()
                + " is "
                + type
                + ", but a value has "
                + bytes.length
                + " bytes");
      }
      to.addBinary(Binary.fromReusedByteArray(bytes));
    };
  }

  private static ValueWriter decimal(DecimalType type) {
    int precision = type.precision();
    int scale = type.scale();
    if (precision <= 9) {
      return (from, i, to) ->
          to.addInteger((int) from.getDecimal(i, precision, scale).toUnscaledLong());
    }
    if (precision <= 18) {
      return (from, i, to) -> to.addLong(from.getDecimal(i, precision, scale).toUnscaledLong());
    }
    int length = SchemaToParquet.decimalBytes(precision);
    return (from, i, to) -> {
      byte[] unscaled =
          from.getDecimal(i, precision, scale).toJavaBigDecimal().unscaledValue().toByteArray();
      byte[] padded = new byte[length];
      Arrays.fill(padded, 0, length - unscaled.length, (byte) (unscaled[0] < 0 ? -1 : 0));
      System.arraycopy(unscaled, 0, padded, length - unscaled.length, unscaled.length);
      to.addBinary(Binary.fromConstantByteArray(padded));
    };
  }

  private static void variant(SpecializedGetters from, int ordinal, RecordConsumer to) {
    VariantVal value = from.getVariant(ordinal);
    to.startGroup();
    to.startField("metadata", 0);
    to.addBinary(Binary.fromReusedByteArray(value.getMetadata()));
    to.endField("metadata", 0);
    to.startField("value", 1);
    to.addBinary(Binary.fromReusedByteArray(value.getValue()));
    to.endField("value", 1);
    to.endGroup();
  }
}
