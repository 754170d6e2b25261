package io.firn.spark.convert;

import io.firn.error.InvalidInputException;
import io.firn.types.DecimalType;
import io.firn.types.Field;
import io.firn.types.ListType;
import io.firn.types.MapType;
import io.firn.types.SimpleType;
import io.firn.types.StructType;
import io.firn.types.StructValue;
import io.firn.types.Type;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.catalyst.util.ArrayBasedMapData;
import org.apache.spark.sql.catalyst.util.ArrayData;
import org.apache.spark.sql.catalyst.util.GenericArrayData;
import org.apache.spark.sql.catalyst.util.MapData;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.unsafe.types.UTF8String;
import org.jspecify.annotations.Nullable;

/**
 * Single values between Catalyst's form ({@code UTF8String}, {@code Decimal}, {@code byte[]}, rows)
 * and Firn's (see {@link Type}). Null stays null.
 */
public final class SparkValues {
  private SparkValues() {}

  /** Catalyst's form of a value of the type. */
  public static @Nullable Object toSpark(Type type, @Nullable Object value) {
    if (value == null) {
      return null;
    }
    if (type instanceof StructType struct) {
      return toSparkRow(struct, (StructValue) value);
    }
    if (type instanceof ListType list) {
      return toSparkArray(list.elementType(), (List<?>) value);
    }
    if (type instanceof MapType map) {
      Map<?, ?> entries = (Map<?, ?>) value;
      return new ArrayBasedMapData(
          toSparkArray(map.keyType(), new ArrayList<>(entries.keySet())),
          toSparkArray(map.valueType(), new ArrayList<>(entries.values())));
    }
    if (value instanceof String || value instanceof UUID) {
      return UTF8String.fromString(value.toString());
    }
    if (value instanceof BigDecimal decimal) {
      DecimalType decimalType = (DecimalType) type;
      return Decimal.apply(decimal, decimalType.precision(), decimalType.scale());
    }
    return value instanceof ByteBuffer bytes ? bytes(bytes) : value;
  }

  /** A row of a struct's values. */
  public static InternalRow toSparkRow(StructType struct, StructValue value) {
    Object[] values = new Object[value.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = toSpark(struct.fields().get(i).type(), value.at(i));
    }
    return new GenericInternalRow(values);
  }

  private static ArrayData toSparkArray(Type elementType, List<?> values) {
    Object[] elements = new Object[values.size()];
    for (int i = 0; i < elements.length; i++) {
      elements[i] = toSpark(elementType, values.get(i));
    }
    return new GenericArrayData(elements);
  }

  /** Firn's form of a Catalyst value; {@code sparkType} is the value's Spark type. */
  public static @Nullable Object toFirn(Type type, DataType sparkType, @Nullable Object value) {
    if (value == null) {
      return null;
    }
    if (type instanceof StructType struct) {
      return toFirnStruct(
          struct, (org.apache.spark.sql.types.StructType) sparkType, (InternalRow) value);
    }
    if (type instanceof ListType list) {
      DataType elementType = ((org.apache.spark.sql.types.ArrayType) sparkType).elementType();
      return toFirnList(list.elementType(), elementType, (ArrayData) value);
    }
    if (type instanceof MapType map) {
      return toFirnMap(map, (org.apache.spark.sql.types.MapType) sparkType, (MapData) value);
    }
    return toFirnAtomic(type, value);
  }

  private static StructValue toFirnStruct(
      StructType struct, org.apache.spark.sql.types.StructType sparkType, InternalRow row) {
    Object[] values = new Object[struct.fields().size()];
    for (int i = 0; i < values.length; i++) {
      Field field = struct.fields().get(i);
      DataType fieldType = sparkType.fields()[i].dataType();
      values[i] = toFirn(field.type(), fieldType, row.get(i, fieldType));
    }
    return StructValue.of(values);
  }

  private static List<@Nullable Object> toFirnList(
      Type elementType, DataType sparkElementType, ArrayData array) {
    List<@Nullable Object> values = new ArrayList<>(array.numElements());
    for (int i = 0; i < array.numElements(); i++) {
      Object element = array.isNullAt(i) ? null : array.get(i, sparkElementType);
      values.add(toFirn(elementType, sparkElementType, element));
    }
    return values;
  }

  private static Map<Object, @Nullable Object> toFirnMap(
      MapType map, org.apache.spark.sql.types.MapType sparkType, MapData data) {
    List<@Nullable Object> keys = toFirnList(map.keyType(), sparkType.keyType(), data.keyArray());
    List<@Nullable Object> values =
        toFirnList(map.valueType(), sparkType.valueType(), data.valueArray());
    Map<Object, @Nullable Object> entries = new LinkedHashMap<>();
    for (int i = 0; i < keys.size(); i++) {
      entries.put(java.util.Objects.requireNonNull(keys.get(i)), values.get(i));
    }
    return entries;
  }

  private static Object toFirnAtomic(Type type, Object value) {
    if (value instanceof UTF8String text) {
      return type == SimpleType.UUID ? uuid(text.toString()) : text.toString();
    }
    if (value instanceof Decimal decimal) {
      return decimal.toJavaBigDecimal();
    }
    if (value instanceof byte[] bytes) {
      return ByteBuffer.wrap(bytes);
    }
    if (value instanceof Byte || value instanceof Short) {
      return ((Number) value).intValue();
    }
    return value;
  }

  /** Parses a uuid column's text. */
  public static UUID uuid(String text) {
    try {
      return UUID.fromString(text);
    } catch (IllegalArgumentException e) {
      throw new InvalidInputException("Not a uuid: '" + text + "'", e);
    }
  }

  private static byte[] bytes(ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.remaining()];
    buffer.duplicate().get(bytes);
    return bytes;
  }
}
