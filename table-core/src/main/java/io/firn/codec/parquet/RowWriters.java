package io.firn.codec.parquet;

import io.firn.error.UnsupportedFeatureException;
import io.firn.types.DecimalType;
import io.firn.types.Field;
import io.firn.types.FixedType;
import io.firn.types.GeographyType;
import io.firn.types.GeometryType;
import io.firn.types.ListType;
import io.firn.types.MapType;
import io.firn.types.SimpleType;
import io.firn.types.StructType;
import io.firn.types.StructValue;
import io.firn.types.Type;
import io.firn.types.VariantType;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.io.api.RecordConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Writes values in memory to parquet-java's record consumer, as {@link SchemaToParquet} lays out.
 */
public final class RowWriters {
  private static final int INT_DIGITS = 9;
  private static final int LONG_DIGITS = 18;

  private final Map<Integer, FloatingColumn> floatingColumns = new HashMap<>();

  /** Writes one value that is not null. */
  @FunctionalInterface
  public interface ValueWriter {
    void write(Object value, RecordConsumer out);
  }

  Map<Integer, FloatingColumn> floatingColumns() {
    return floatingColumns;
  }

  /** Writes the fields of a struct value, without the group around them. */
  ValueWriter fields(StructType struct) {
    List<FieldWriter> writers = new ArrayList<>();
    for (int position = 0; position < struct.fields().size(); position++) {
      Field field = struct.fields().get(position);
      if (field.type() != SimpleType.UNKNOWN) {
        writers.add(new FieldWriter(field, position, writers.size(), of(field)));
      }
    }
    return (value, out) -> {
      for (FieldWriter writer : writers) {
        writer.write((StructValue) value, out);
      }
    };
  }

  private record FieldWriter(Field field, int position, int index, ValueWriter writer) {

    void write(StructValue struct, RecordConsumer out) {
      Object value = struct.at(position);
      if (value != null) {
        out.startField(field.name(), index);
        writer.write(value, out);
        out.endField(field.name(), index);
      } else if (field.required()) {
        throw new IllegalArgumentException("The required field " + field.name() + " is null");
      }
    }
  }

  /** Writes the values of one column. */
  public ValueWriter of(Field field) {
    return field.type().match(new Cases(field.id()));
  }

  private static ValueWriter group(ValueWriter content) {
    return (value, out) -> {
      out.startGroup();
      content.write(value, out);
      out.endGroup();
    };
  }

  private final class Cases implements Type.Cases<ValueWriter> {
    private final int fieldId;

    Cases(int fieldId) {
      this.fieldId = fieldId;
    }

    @Override
    public ValueWriter simple(SimpleType type) {
      return switch (type) {
        case BOOLEAN -> (value, out) -> out.addBoolean((Boolean) value);
        case INT, DATE -> (value, out) -> out.addInteger((Integer) value);
        case LONG, TIME, TIMESTAMP, TIMESTAMPTZ, TIMESTAMP_NS, TIMESTAMPTZ_NS ->
            (value, out) -> out.addLong((Long) value);
        case FLOAT -> {
          FloatingColumn column = floatingColumn();
          yield (value, out) -> out.addFloat(column.see((Float) value));
        }
        case DOUBLE -> {
          FloatingColumn column = floatingColumn();
          yield (value, out) -> out.addDouble(column.see((Double) value));
        }
        case STRING -> (value, out) -> out.addBinary(Binary.fromString((String) value));
        case UUID -> (value, out) -> out.addBinary(uuid((UUID) value));
        case BINARY -> RowWriters::writeBytes;
        case UNKNOWN ->
            throw new UnsupportedFeatureException("Values of type unknown are not stored");
      };
    }

    private FloatingColumn floatingColumn() {
      return floatingColumns.computeIfAbsent(fieldId, id -> new FloatingColumn());
    }

    @Override
    public ValueWriter fixed(FixedType type) {
      return (value, out) -> {
        if (((ByteBuffer) value).remaining() != type.length()) {
          throw new IllegalArgumentException(
              ((ByteBuffer) value).remaining() + " bytes for a value of type " + type);
        }
        writeBytes(value, out);
      };
    }

    @Override
    public ValueWriter decimal(DecimalType type) {
      if (type.precision() <= INT_DIGITS) {
        return (value, out) -> out.addInteger((int) unscaled(type, value));
      }
      if (type.precision() <= LONG_DIGITS) {
        return (value, out) -> out.addLong(unscaled(type, value));
      }
      int length = SchemaToParquet.decimalBytes(type.precision());
      return (value, out) -> out.addBinary(wide(type, (BigDecimal) value, length));
    }

    @Override
    public ValueWriter geometry(GeometryType type) {
      throw unsupported(type);
    }

    @Override
    public ValueWriter geography(GeographyType type) {
      throw unsupported(type);
    }

    private UnsupportedFeatureException unsupported(Type type) {
      return new UnsupportedFeatureException("Cannot write values of type " + type);
    }

    /** A variant is a struct value of the bytes of its metadata and its value. */
    @Override
    public ValueWriter variant(VariantType type) {
      return group(
          fields(
              StructType.of(
                  Field.required(1, "metadata", SimpleType.BINARY),
                  Field.required(2, "value", SimpleType.BINARY))));
    }

    @Override
    public ValueWriter struct(StructType type) {
      return group(fields(type));
    }

    @Override
    public ValueWriter list(ListType type) {
      ValueWriter element = of(type.element());
      return group(
          (value, out) ->
              writeRepeated(
                  (List<?>) value,
                  "list",
                  out,
                  item -> writeChild("element", 0, item, element, out)));
    }

    @Override
    public ValueWriter map(MapType type) {
      ValueWriter key = of(type.key());
      ValueWriter mapValue = of(type.value());
      return group(
          (value, out) ->
              writeRepeated(
                  ((Map<?, ?>) value).entrySet(),
                  "key_value",
                  out,
                  entry -> {
                    writeChild("key", 0, entry.getKey(), key, out);
                    writeChild("value", 1, entry.getValue(), mapValue, out);
                  }));
    }
  }

  private static <T> void writeRepeated(
      Collection<T> items, String name, RecordConsumer out, Consumer<T> item) {
    if (items.isEmpty()) {
      return;
    }
    out.startField(name, 0);
    for (T each : items) {
      out.startGroup();
      item.accept(each);
      out.endGroup();
    }
    out.endField(name, 0);
  }

  private static void writeChild(
      String name, int index, @Nullable Object value, ValueWriter writer, RecordConsumer out) {
    if (value != null) {
      out.startField(name, index);
      writer.write(value, out);
      out.endField(name, index);
    }
  }

  private static void writeBytes(Object value, RecordConsumer out) {
    ByteBuffer buffer = ((ByteBuffer) value).duplicate();
    byte[] bytes = new byte[buffer.remaining()];
    buffer.get(bytes);
    out.addBinary(Binary.fromConstantByteArray(bytes));
  }

  private static Binary uuid(UUID value) {
    return Binary.fromConstantByteArray(
        ByteBuffer.allocate(16)
            .putLong(value.getMostSignificantBits())
            .putLong(value.getLeastSignificantBits())
            .array());
  }

  private static long unscaled(DecimalType type, Object value) {
    return checked(type, (BigDecimal) value).unscaledValue().longValueExact();
  }

  private static Binary wide(DecimalType type, BigDecimal value, int length) {
    byte[] minimal = checked(type, value).unscaledValue().toByteArray();
    byte[] bytes = new byte[length];
    int padding = length - minimal.length;
    Arrays.fill(bytes, 0, padding, (byte) (value.signum() < 0 ? -1 : 0));
    System.arraycopy(minimal, 0, bytes, padding, minimal.length);
    return Binary.fromConstantByteArray(bytes);
  }

  private static BigDecimal checked(DecimalType type, BigDecimal value) {
    if (value.scale() != type.scale() || value.precision() > type.precision()) {
      throw new IllegalArgumentException("The value " + value + " is no " + type);
    }
    return value;
  }
}
