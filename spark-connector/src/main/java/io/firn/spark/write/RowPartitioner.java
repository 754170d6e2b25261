package io.firn.spark.write;

import io.firn.error.InvalidInputException;
import io.firn.partition.PartitionField;
import io.firn.partition.PartitionSpec;
import io.firn.spark.convert.SparkValues;
import io.firn.types.Field;
import io.firn.types.PrimitiveType;
import io.firn.types.Schema;
import io.firn.types.StructType;
import io.firn.types.StructValue;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.DataType;
import org.jspecify.annotations.Nullable;

/** The partition of a row. */
final class RowPartitioner {
  private final Source[] sources;

  RowPartitioner(
      Schema schema,
      PartitionSpec spec,
      StructType rowStruct,
      org.apache.spark.sql.types.StructType rowSchema) {
    List<PartitionField> fields = spec.fields();
    sources = new Source[fields.size()];
    for (int i = 0; i < sources.length; i++) {
      sources[i] = Source.of(schema, fields.get(i), rowStruct, rowSchema);
    }
  }

  StructValue partitionOf(InternalRow row) {
    Object[] values = new Object[sources.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = sources[i].valueOf(row);
    }
    return StructValue.of(values);
  }

  /** One partition field: the ordinals down to the source column, and the transform. */
  private record Source(
      int[] ordinals,
      int[] structSizes,
      PrimitiveType type,
      DataType sparkType,
      Function<@Nullable Object, @Nullable Object> transform) {

    static Source of(
        Schema schema,
        PartitionField field,
        StructType rowStruct,
        org.apache.spark.sql.types.StructType rowSchema) {
      Deque<Integer> path = new ArrayDeque<>();
      Integer id = field.sourceId();
      while (id != null) {
        path.addFirst(id);
        id = schema.parentId(id).orElse(null);
      }
      int[] ordinals = new int[path.size()];
      int[] sizes = new int[path.size()];
      StructType struct = rowStruct;
      DataType sparkType = rowSchema;
      Field source = null;
      int depth = 0;
      for (int step : path) {
        StructType level = Objects.requireNonNull(struct);
        org.apache.spark.sql.types.StructType sparkLevel =
            (org.apache.spark.sql.types.StructType) sparkType;
        int ordinal = ordinalOf(level, step, field, schema);
        ordinals[depth] = ordinal;
        sizes[depth] = level.fields().size();
        source = level.fields().get(ordinal);
        sparkType = sparkLevel.fields()[ordinal].dataType();
        struct = source.type() instanceof StructType nested ? nested : null;
        depth++;
      }
      PrimitiveType type = (PrimitiveType) Objects.requireNonNull(source).type();
      return new Source(ordinals, sizes, type, sparkType, field.transform().bind(type));
    }

    private static int ordinalOf(StructType level, int id, PartitionField field, Schema schema) {
      for (int i = 0; i < level.fields().size(); i++) {
        if (level.fields().get(i).id() == id) {
          return i;
        }
      }
      throw new InvalidInputException(
          "Cannot partition rows by "
              + field.name()
              + ": the rows have no column "
              + schema.fullName(field.sourceId()).orElse("with field id " + field.sourceId()));
    }

    @Nullable Object valueOf(InternalRow row) {
      InternalRow level = row;
      int last = ordinals.length - 1;
      for (int i = 0; i < last; i++) {
        if (level.isNullAt(ordinals[i])) {
          return transform.apply(null);
        }
        level = level.getStruct(ordinals[i], sizes(i + 1));
      }
      if (level.isNullAt(ordinals[last])) {
        return transform.apply(null);
      }
      Object value = level.get(ordinals[last], sparkType);
      return transform.apply(SparkValues.toFirn(type, sparkType, value));
    }

    private int sizes(int depth) {
      return structSizes[depth];
    }
  }
}
