package io.firn.spark.read.file;

import io.firn.partition.IdentityTransform;
import io.firn.partition.PartitionField;
import io.firn.partition.PartitionSpec;
import io.firn.spark.read.vector.ConstantVectors;
import io.firn.types.Field;
import io.firn.types.Schema;
import io.firn.types.SimpleType;
import io.firn.types.StructValue;
import io.firn.types.Type;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.jspecify.annotations.Nullable;

/** The columns that a file's partition tells the value of: sources of identity transforms. */
final class IdentityValues {
  private final Map<Integer, @Nullable Object> bySourceId = new HashMap<>();

  IdentityValues(PartitionSpec spec, StructValue partition) {
    for (int i = 0; i < spec.fields().size(); i++) {
      PartitionField field = spec.fields().get(i);
      if (field.transform() == IdentityTransform.IDENTITY) {
        bySourceId.put(field.sourceId(), partition.at(i));
      }
    }
  }

  /** By id, in the types that the columns have by now. */
  Map<Integer, Optional<Object>> toMap(Schema schema) {
    Map<Integer, Optional<Object>> values = new HashMap<>();
    bySourceId.forEach(
        (id, value) ->
            values.put(
                id,
                schema
                    .field(id)
                    .flatMap(field -> Optional.ofNullable(promoted(field.type(), value)))));
    return values;
  }

  boolean has(int fieldId) {
    return bySourceId.containsKey(fieldId);
  }

  /**
   * The column's value in a file that does not store it: the partition's, or the initial default,
   * or null (spec: Column Projection).
   *
   * @throws ColumnMismatchException if none of these is there and the column may not be null
   */
  ColumnVector valueOfAbsent(Field field, String path) {
    DataType sparkType = StoredTypes.sparkType(field.type(), path);
    if (field.required() && !has(field.id()) && field.initialDefault().isEmpty()) {
      throw new ColumnMismatchException(path);
    }
    Object value =
        has(field.id())
            ? promoted(field.type(), bySourceId.get(field.id()))
            : field.initialDefault().orElse(null);
    return ConstantVectors.of(field.type(), sparkType, value);
  }

  /** A partition value from before the column's type was promoted. */
  static @Nullable Object promoted(Type type, @Nullable Object value) {
    if (type == SimpleType.LONG && value instanceof Integer i) {
      return i.longValue();
    }
    if (type == SimpleType.DOUBLE && value instanceof Float f) {
      return f.doubleValue();
    }
    return value;
  }
}
