package io.firn.codec.avro;

import io.firn.model.FieldSummary;
import io.firn.types.Field;
import io.firn.types.PrimitiveType;
import io.firn.types.SimpleType;
import io.firn.types.SingleValue;
import io.firn.types.StructType;
import io.firn.types.StructValue;
import io.firn.types.ValueOrder;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Collects the summaries of a manifest's partition fields (spec: field 508). */
final class PartitionSummaries {
  private final List<Summary> summaries;

  PartitionSummaries(StructType partitionType) {
    this.summaries = partitionType.fields().stream().map(Summary::new).toList();
  }

  void add(StructValue partition) {
    for (int i = 0; i < summaries.size(); i++) {
      summaries.get(i).add(partition.at(i));
    }
  }

  List<FieldSummary> toList() {
    return summaries.stream().map(Summary::toFieldSummary).toList();
  }

  private static final class Summary {
    private final PrimitiveType type;
    private final Comparator<Object> order;
    private boolean containsNull;
    private boolean containsNan;
    private @Nullable Object lower;
    private @Nullable Object upper;

    Summary(Field field) {
      this.type = (PrimitiveType) field.type();
      this.order = ValueOrder.of(type);
    }

    void add(@Nullable Object value) {
      if (value == null || type == SimpleType.UNKNOWN) {
        containsNull = true;
      } else if (isNan(value)) {
        containsNan = true;
      } else {
        Object typed = widened(value);
        if (lower == null || order.compare(typed, lower) < 0) {
          lower = typed;
        }
        if (upper == null || order.compare(typed, upper) > 0) {
          upper = typed;
        }
      }
    }

    /** Tuples of manifests from before a promotion hold ints and floats. */
    private Object widened(Object value) {
      if (value instanceof Integer i && type == SimpleType.LONG) {
        return i.longValue();
      }
      return value instanceof Float f && type == SimpleType.DOUBLE ? f.doubleValue() : value;
    }

    private static boolean isNan(Object value) {
      return (value instanceof Float f && f.isNaN()) || (value instanceof Double d && d.isNaN());
    }

    FieldSummary toFieldSummary() {
      return new FieldSummary(
          containsNull,
          Optional.of(containsNan),
          Optional.ofNullable(lower).map(value -> SingleValue.toBytes(type, value)),
          Optional.ofNullable(upper).map(value -> SingleValue.toBytes(type, value)));
    }
  }
}
