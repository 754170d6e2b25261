package io.firn.operation.manifests;

import io.firn.error.InvalidInputException;
import io.firn.partition.PartitionField;
import io.firn.partition.PartitionSpec;
import io.firn.types.Field;
import io.firn.types.PrimitiveType;
import io.firn.types.Schema;
import io.firn.types.StructType;
import io.firn.types.StructValue;
import io.firn.types.ValueOrder;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The order of partitions by some of their fields, nulls first. Compares keys, which have the
 * values of these fields only.
 */
public final class PartitionOrder implements Comparator<StructValue> {
  private final int[] positions;
  private final List<Comparator<Object>> orders;

  private PartitionOrder(int[] positions, List<Comparator<Object>> orders) {
    this.positions = positions;
    this.orders = List.copyOf(orders);
  }

  /** By all fields of the spec. */
  public static PartitionOrder of(PartitionSpec spec, Schema schema) {
    return of(spec, schema, spec.fields().stream().map(PartitionField::name).toList());
  }

  /**
   * By the partition fields of these names, the first one first.
   *
   * @throws InvalidInputException if the spec has no such field
   */
  public static PartitionOrder of(PartitionSpec spec, Schema schema, List<String> fields) {
    List<String> names = spec.fields().stream().map(PartitionField::name).toList();
    List<String> missing = fields.stream().filter(f -> !names.contains(f)).toList();
    if (!missing.isEmpty()) {
      throw new InvalidInputException(
          ("Cannot set manifest sorting because specified field(s) %s were not found in the partition"
                  + " spec with the id %d. It has the fields %s")
              .formatted(missing, spec.specId(), names));
    }
    StructType type = spec.partitionType(schema);
    List<Comparator<Object>> orders = new ArrayList<>();
    for (String field : fields) {
      Field typed = type.fields().get(names.indexOf(field));
      orders.add(ValueOrder.of((PrimitiveType) typed.type()));
    }
    return new PartitionOrder(fields.stream().mapToInt(names::indexOf).toArray(), orders);
  }

  /** The values of the fields that count. */
  StructValue key(StructValue partition) {
    @Nullable Object[] values = new Object[positions.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = partition.at(positions[i]);
    }
    return StructValue.of(values);
  }

  @Override
  public int compare(StructValue a, StructValue b) {
    for (int i = 0; i < orders.size(); i++) {
      Object left = a.at(i);
      Object right = b.at(i);
      int result =
          left == null || right == null
              ? Boolean.compare(left != null, right != null)
              : orders.get(i).compare(left, right);
      if (result != 0) {
        return result;
      }
    }
    return 0;
  }
}
