package io.firn.codec.avro;

import io.firn.codec.avro.RecordPlan.Binding;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.ObjIntConsumer;
import java.util.function.ObjLongConsumer;
import org.apache.avro.Schema;

/** The kinds of fields of manifests and manifest lists. */
final class Bindings {
  private Bindings() {}

  static <D> Binding<D> longs(ObjLongConsumer<D> setter) {
    return (shape, schema) -> {
      require(shape, schema, Schema.Type.LONG, Schema.Type.INT);
      return (in, draft) -> setter.accept(draft, in.readLong());
    };
  }

  static <D> Binding<D> ints(ObjIntConsumer<D> setter) {
    return (shape, schema) -> {
      require(shape, schema, Schema.Type.INT, Schema.Type.LONG);
      return (in, draft) -> setter.accept(draft, in.readInt());
    };
  }

  static <D> Binding<D> booleans(BiConsumer<D, Boolean> setter) {
    return (shape, schema) -> {
      require(shape, schema, Schema.Type.BOOLEAN, Schema.Type.BOOLEAN);
      return (in, draft) -> setter.accept(draft, in.readBoolean());
    };
  }

  static <D> Binding<D> strings(BiConsumer<D, String> setter) {
    return (shape, schema) -> {
      require(shape, schema, Schema.Type.STRING, Schema.Type.BYTES);
      return (in, draft) -> setter.accept(draft, in.readString());
    };
  }

  static <D> Binding<D> buffers(BiConsumer<D, ByteBuffer> setter) {
    return (shape, schema) -> {
      require(shape, schema, Schema.Type.BYTES, Schema.Type.STRING);
      return (in, draft) -> setter.accept(draft, in.readBuffer());
    };
  }

  static <D> Binding<D> longList(BiConsumer<D, List<Long>> setter) {
    return (shape, schema) -> {
      require(shape, schema, Schema.Type.ARRAY, Schema.Type.ARRAY);
      require(shape, schema.getElementType(), Schema.Type.LONG, Schema.Type.INT);
      return (in, draft) -> setter.accept(draft, readList(in, AvroBytes::readLong));
    };
  }

  static <D> Binding<D> intList(BiConsumer<D, List<Integer>> setter) {
    return (shape, schema) -> {
      require(shape, schema, Schema.Type.ARRAY, Schema.Type.ARRAY);
      require(shape, schema.getElementType(), Schema.Type.INT, Schema.Type.LONG);
      return (in, draft) -> setter.accept(draft, readList(in, AvroBytes::readInt));
    };
  }

  static <V> List<V> readList(AvroBytes in, Function<AvroBytes, V> item) {
    List<V> items = new ArrayList<>();
    for (int count = in.readItemCount(); count > 0; count = in.readItemCount()) {
      for (int i = 0; i < count; i++) {
        items.add(item.apply(in));
      }
    }
    return Collections.unmodifiableList(items);
  }

  static <D> Binding<D> longMap(ManifestProjection wanted, BiConsumer<D, Map<Integer, Long>> set) {
    return columnMap(wanted, set, Schema.Type.LONG, AvroBytes::readLong, AvroBytes::skipNumber);
  }

  static <D> Binding<D> bufferMap(
      ManifestProjection wanted, BiConsumer<D, Map<Integer, ByteBuffer>> set) {
    return columnMap(wanted, set, Schema.Type.BYTES, AvroBytes::readBuffer, AvroBytes::skipBytes);
  }

  private static <D, V> Binding<D> columnMap(
      ManifestProjection wanted,
      BiConsumer<D, Map<Integer, V>> setter,
      Schema.Type valueType,
      Function<AvroBytes, V> read,
      Consumer<AvroBytes> skip) {
    return (shape, schema) -> {
      if (wanted.hasNoStats()) {
        Skipper skipper = Skipper.of(shape, schema);
        return (in, draft) -> skipper.skip(in);
      }
      require(shape, schema, Schema.Type.ARRAY, Schema.Type.ARRAY);
      List<Schema.Field> pair = shape.requireRecord(schema.getElementType()).getFields();
      if (pair.size() != 2) {
        throw shape.unexpected("no pairs of key and value", schema);
      }
      require(shape, pair.get(0).schema(), Schema.Type.INT, Schema.Type.LONG);
      require(shape, pair.get(1).schema(), valueType, valueType);
      return (in, draft) -> setter.accept(draft, readMap(in, wanted, read, skip));
    };
  }

  private static <V> Map<Integer, V> readMap(
      AvroBytes in,
      ManifestProjection wanted,
      Function<AvroBytes, V> read,
      Consumer<AvroBytes> skip) {
    Map<Integer, V> map = new HashMap<>();
    for (int count = in.readItemCount(); count > 0; count = in.readItemCount()) {
      for (int i = 0; i < count; i++) {
        int key = in.readInt();
        if (wanted.includes(key)) {
          map.put(key, read.apply(in));
        } else {
          skip.accept(in);
        }
      }
    }
    return map.isEmpty() ? Map.of() : Collections.unmodifiableMap(map);
  }

  static void require(
      AvroShape shape, Schema schema, Schema.Type expected, Schema.Type alsoAccepted) {
    if (schema.getType() != expected && schema.getType() != alsoAccepted) {
      throw shape.unexpected("no " + expected.getName(), schema);
    }
  }
}
