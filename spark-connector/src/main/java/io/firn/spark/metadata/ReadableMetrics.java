package io.firn.spark.metadata;

import io.firn.model.ColumnStats;
import io.firn.model.DataFile;
import io.firn.types.Field;
import io.firn.types.PrimitiveType;
import io.firn.types.Schema;
import io.firn.types.SimpleType;
import io.firn.types.SingleValue;
import io.firn.types.StructType;
import io.firn.types.StructValue;
import io.firn.types.Type;
import io.firn.types.GeographyType;
import io.firn.types.GeometryType;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Column stats for people: a struct with one field a primitive column, by full name, with bounds as
 * values. Columns of types that Spark does not have are left out.
 */
final class ReadableMetrics {
  private final List<Field> leaves = new ArrayList<>();
  private final StructType type;

  ReadableMetrics(Schema schema) {
    List<Field> columns = new ArrayList<>();
    schema.fieldsById().values().stream()
        .filter(field -> isReadable(field.type()))
        .map(field -> field.withName(schema.fullName(field.id()).orElseThrow()))
        .sorted(Comparator.comparing(Field::name))
        .forEach(
            leaf -> {
              leaves.add(leaf);
              columns.add(Field.optional(leaf.id(), leaf.name(), ofColumn(leaf.type())));
            });
    this.type = new StructType(columns);
  }

  private static boolean isReadable(Type type) {
    boolean hasNoSparkType =
        type == SimpleType.TIME
            || type == SimpleType.TIMESTAMP_NS
            || type == SimpleType.TIMESTAMPTZ_NS
            || type instanceof GeometryType
            || type instanceof GeographyType;
    return type.isPrimitive() && !hasNoSparkType;
  }

  private static StructType ofColumn(Type type) {
    return StructType.of(
        Field.optional(1, "column_size", SimpleType.LONG),
        Field.optional(2, "value_count", SimpleType.LONG),
        Field.optional(3, "null_value_count", SimpleType.LONG),
        Field.optional(4, "nan_value_count", SimpleType.LONG),
        Field.optional(5, "lower_bound", type),
        Field.optional(6, "upper_bound", type));
  }

  StructType type() {
    return type;
  }

  StructValue of(DataFile file) {
    ColumnStats stats = file.stats();
    @Nullable Object[] values = new Object[leaves.size()];
    for (int i = 0; i < values.length; i++) {
      Field leaf = leaves.get(i);
      values[i] =
          StructValue.of(
              stats.columnSizes().get(leaf.id()),
              stats.valueCounts().get(leaf.id()),
              stats.nullValueCounts().get(leaf.id()),
              stats.nanValueCounts().get(leaf.id()),
              bound(leaf, stats.lowerBounds()),
              bound(leaf, stats.upperBounds()));
    }
    return StructValue.of(values);
  }

  private static @Nullable Object bound(Field leaf, Map<Integer, ByteBuffer> bounds) {
    ByteBuffer bytes = bounds.get(leaf.id());
    return bytes == null || leaf.type() == SimpleType.UNKNOWN
        ? null
        : SingleValue.fromBytes((PrimitiveType) leaf.type(), bytes);
  }
}
