package io.firn.spark.write;

import io.firn.error.InvalidInputException;
import io.firn.types.Field;
import io.firn.types.ListType;
import io.firn.types.MapType;
import io.firn.types.SimpleType;
import io.firn.types.StructType;
import java.util.List;
import org.apache.parquet.io.api.RecordConsumer;
import org.apache.spark.sql.catalyst.expressions.SpecializedGetters;
import org.apache.spark.sql.catalyst.util.ArrayData;
import org.apache.spark.sql.catalyst.util.MapData;

/**
 * Writers of structs, lists and maps; lists and maps have the three levels of the Parquet format.
 */
final class GroupWriters {
  private GroupWriters() {}

  static ValueWriter struct(StructType struct, NanCounts nanCounts) {
    FieldsWriter fields = new FieldsWriter(struct.fields(), nanCounts);
    int size = struct.fields().size();
    return (from, ordinal, to) -> {
      to.startGroup();
      fields.write(from.getStruct(ordinal, size), to);
      to.endGroup();
    };
  }

  static ValueWriter list(ListType list, NanCounts nanCounts) {
    ElementWriter element = new ElementWriter(list.element(), 0, nanCounts);
    return (from, ordinal, to) -> {
      ArrayData array = from.getArray(ordinal);
      int size = array.numElements();
      to.startGroup();
      if (size > 0) {
        to.startField("list", 0);
        for (int i = 0; i < size; i++) {
          to.startGroup();
          element.write(array, i, to);
          to.endGroup();
        }
        to.endField("list", 0);
      }
      to.endGroup();
    };
  }

  static ValueWriter map(MapType map, NanCounts nanCounts) {
    ElementWriter key = new ElementWriter(map.key(), 0, nanCounts);
    ElementWriter value = new ElementWriter(map.value(), 1, nanCounts);
    return (from, ordinal, to) -> {
      MapData data = from.getMap(ordinal);
      ArrayData keys = data.keyArray();
      ArrayData values = data.valueArray();
      int size = data.numElements();
      to.startGroup();
      if (size > 0) {
        to.startField("key_value", 0);
        for (int i = 0; i < size; i++) {
          to.startGroup();
          key.write(keys, i, to);
          value.write(values, i, to);
          to.endGroup();
        }
        to.endField("key_value", 0);
      }
      to.endGroup();
    };
  }

  /** The fields of a row or struct; {@code unknown} fields are not stored. */
  static final class FieldsWriter {
    private final ElementWriter[] writers;
    private final int[] ordinals;

    FieldsWriter(List<Field> fields, NanCounts nanCounts) {
      int stored = (int) fields.stream().filter(FieldsWriter::isStored).count();
      writers = new ElementWriter[stored];
      ordinals = new int[stored];
      int next = 0;
      for (int i = 0; i < fields.size(); i++) {
        if (isStored(fields.get(i))) {
          writers[next] = new ElementWriter(fields.get(i), next, nanCounts);
          ordinals[next] = i;
          next++;
        }
      }
    }

    private static boolean isStored(Field field) {
      return field.type() != SimpleType.UNKNOWN;
    }

    void write(SpecializedGetters row, RecordConsumer to) {
      for (int i = 0; i < writers.length; i++) {
        writers[i].write(row, ordinals[i], to);
      }
    }
  }

  /** One field of a Parquet group. */
  private static final class ElementWriter {
    private final Field field;
    private final int index;
    private final ValueWriter writer;

    ElementWriter(Field field, int index, NanCounts nanCounts) {
      this.field = field;
      this.index = index;
      this.writer = ValueWriter.of(field, nanCounts);
    }

    void write(SpecializedGetters from, int ordinal, RecordConsumer to) {
      if (from.isNullAt(ordinal)) {
        if (field.required()) {
          throw new InvalidInputException(
              "Cannot write null to the required column "
                  + field.name()
                  + " (field id "
                  + field.id()
                  + ")");
        }
        return;
      }
      to.startField(field.name(), index);
      writer.write(from, ordinal, to);
      to.endField(field.name(), index);
    }
  }
}
