package io.firn.spark.read;

import io.firn.model.DataFile;
import io.firn.partition.IdentityTransform;
import io.firn.partition.PartitionField;
import io.firn.partition.PartitionSpec;
import io.firn.types.Field;
import io.firn.types.SimpleType;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Columns that have one value in all rows of a file, since its partition is by that value. */
final class PartitionValues {
  private final Map<Integer, Map<Integer, Integer>> positionsBySpec = new HashMap<>();

  /** Of the specs in use. */
  PartitionValues(Collection<PartitionSpec> specs) {
    for (PartitionSpec spec : specs) {
      Map<Integer, Integer> positions = new HashMap<>();
      for (int i = 0; i < spec.fields().size(); i++) {
        PartitionField field = spec.fields().get(i);
        if (field.transform() == IdentityTransform.IDENTITY) {
          positions.put(field.sourceId(), i);
        }
      }
      positionsBySpec.put(spec.specId(), positions);
    }
  }

  /** Whether all specs are by the value of the column. */
  boolean alwaysKnows(int columnId) {
    return positionsBySpec.values().stream().allMatch(p -> p.containsKey(columnId));
  }

  boolean knows(DataFile file, int columnId) {
    return positionsBySpec.getOrDefault(file.specId(), Map.of()).containsKey(columnId);
  }

  /** The column's value in all rows of a file that {@link #knows} it. */
  @Nullable Object value(DataFile file, Field column) {
    int position =
        java.util.Objects.requireNonNull(
            positionsBySpec.getOrDefault(file.specId(), Map.of()).get(column.id()));
    Object value = file.partition().at(position);
    if (column.type() == SimpleType.LONG && value instanceof Integer i) {
      return i.longValue();
    }
    return column.type() == SimpleType.DOUBLE && value instanceof Float f
        ? (Object) f.doubleValue()
        : value;
  }
}
