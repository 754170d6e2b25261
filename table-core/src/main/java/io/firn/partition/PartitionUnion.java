package io.firn.partition;

import io.firn.types.Field;
import io.firn.types.Schema;
import io.firn.types.StructType;
import io.firn.types.StructValue;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The partitions of all specs of a table in one struct: one field a partition field id, in the
 * order of the ids, named as the newest spec names it. A field that a tuple's spec does not have is
 * null.
 */
public final class PartitionUnion {
  private final StructType type;
  private final Map<Integer, int[]> sourcesBySpec = new HashMap<>();
  private final Map<Integer, Integer> sizesBySpec = new HashMap<>();

  private PartitionUnion(StructType type) {
    this.type = type;
  }

  /** {@code schema} should still have the source columns of old specs. */
  public static PartitionUnion of(Schema schema, List<PartitionSpec> specs) {
    Map<Integer, Field> fields = new TreeMap<>();
    Map<Integer, Transform> transforms = new HashMap<>();
    List<PartitionSpec> newestFirst =
        specs.stream().sorted(Comparator.comparingInt(PartitionSpec::specId).reversed()).toList();
    for (PartitionSpec spec : newestFirst) {
      StructType tuple = spec.partitionType(schema);
      for (int i = 0; i < spec.fields().size(); i++) {
        PartitionField field = spec.fields().get(i);
        Transform known = transforms.get(field.fieldId());
        if (known == null) {
          fields.put(field.fieldId(), tuple.fields().get(i));
          transforms.put(field.fieldId(), field.transform());
        } else if (known instanceof VoidTransform) {
          // A v1 table keeps a dropped field as void under the same id.
          fields.computeIfPresent(
              field.fieldId(), (id, f) -> f.withType(tuple.field(id).orElseThrow().type()));
          transforms.put(field.fieldId(), field.transform());
        }
      }
    }
    PartitionUnion union = new PartitionUnion(new StructType(List.copyOf(fields.values())));
    specs.forEach(union::add);
    return union;
  }

  private void add(PartitionSpec spec) {
    int[] sources = new int[type.fields().size()];
    for (int i = 0; i < sources.length; i++) {
      sources[i] = position(spec, type.fields().get(i).id());
    }
    sourcesBySpec.put(spec.specId(), sources);
    sizesBySpec.put(spec.specId(), spec.fields().size());
  }

  private static int position(PartitionSpec spec, int fieldId) {
    for (int i = 0; i < spec.fields().size(); i++) {
      if (spec.fields().get(i).fieldId() == fieldId) {
        return i;
      }
    }
    return -1;
  }

  /** The union of the tuples' types; without fields for a table that never was partitioned. */
  public StructType type() {
    return type;
  }

  /** A tuple of one of the specs as a value of {@link #type}. */
  public StructValue tuple(int specId, StructValue partition) {
    int[] sources = sourcesBySpec.get(specId);
    if (sources == null) {
      throw new IllegalArgumentException("No partition spec " + specId);
    }
    @Nullable Object[] values = new Object[sources.length];
    for (int i = 0; i < sources.length; i++) {
      values[i] = sources[i] < 0 ? null : partition.at(sources[i]);
    }
    return StructValue.of(values);
  }

  /** The tuple of one of the specs in a value of {@link #type}: the inverse of {@link #tuple}. */
  public StructValue partition(int specId, StructValue tuple) {
    int[] sources = sourcesBySpec.get(specId);
    if (sources == null) {
      throw new IllegalArgumentException("No partition spec " + specId);
    }
    @Nullable Object[] values = new Object[sizesBySpec.getOrDefault(specId, 0)];
    for (int i = 0; i < sources.length; i++) {
      if (sources[i] >= 0) {
        values[sources[i]] = tuple.at(i);
      }
    }
    return StructValue.of(values);
  }
}
