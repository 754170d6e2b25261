package io.firn.expr;

import io.firn.model.ColumnStats;
import io.firn.model.DataFile;
import io.firn.model.FieldSummary;
import io.firn.types.Field;
import io.firn.types.PrimitiveType;
import io.firn.types.SingleValue;
import io.firn.types.StructType;
import io.firn.types.StructValue;
import io.firn.types.ValueOrder;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;

/** Stats of rows as writers make them: sometimes with parts missing, text bounds truncated. */
final class RandomStats {
  private final Random random;

  RandomStats(Random random) {
    this.random = random;
  }

  DataFile file(List<StructValue> rows, boolean complete) {
    Map<Integer, Long> values = new HashMap<>();
    Map<Integer, Long> nulls = new HashMap<>();
    Map<Integer, Long> nans = new HashMap<>();
    Map<Integer, ByteBuffer> lower = new HashMap<>();
    Map<Integer, ByteBuffer> upper = new HashMap<>();
    for (Field field : RandomPredicates.columns()) {
      List<Object> column = column(rows, field.id());
      if (keep(complete)) {
        values.put(field.id(), (long) rows.size());
      }
      if (keep(complete)) {
        nulls.put(field.id(), column.stream().filter(v -> v == null).count());
      }
      if (PredicateOrder.isFloating(field.type()) && keep(complete)) {
        nans.put(field.id(), column.stream().filter(RandomStats::isNan).count());
      }
      bounds(field, column, complete, lower, upper);
    }
    return DataFile.parquet("f.parquet", 0, StructValue.empty(), rows.size(), 1000)
        .withStats(new ColumnStats(Map.of(), values, nulls, nans, lower, upper));
  }

  private void bounds(
      Field field,
      List<Object> column,
      boolean complete,
      Map<Integer, ByteBuffer> lower,
      Map<Integer, ByteBuffer> upper) {
    PrimitiveType type = (PrimitiveType) field.type();
    Comparator<Object> order = ValueOrder.of(type);
    List<Object> present = column.stream().filter(v -> v != null && !isNan(v)).toList();
    if (present.isEmpty()) {
      return;
    }
    Object min = present.stream().min(order).get();
    Object max = present.stream().max(order).get();
    if (keep(complete)) {
      boolean cut = !complete && min instanceof String s && s.length() > 1;
      lower.put(field.id(), SingleValue.toBytes(type, cut ? ((String) min).substring(0, 1) : min));
    }
    if (keep(complete)) {
      boolean cut = !complete && max instanceof String s && s.startsWith("a") && s.length() > 1;
      upper.put(field.id(), SingleValue.toBytes(type, cut ? "b" : max));
    }
  }

  private boolean keep(boolean complete) {
    return complete || random.nextInt(5) > 0;
  }

  static boolean isNan(Object value) {
    return value != null && PredicateOrder.isNan(value);
  }

  /** The values of a column, nested or not. */
  static List<Object> column(List<StructValue> rows, int fieldId) {
    List<Object> values = new ArrayList<>();
    for (StructValue row : rows) {
      if (fieldId <= 16) {
        values.add(row.at(fieldId - 1));
      } else {
        StructValue nested = (StructValue) row.at(16);
        values.add(nested == null ? null : nested.at(fieldId - 18));
      }
    }
    return values;
  }

  /** Summaries of partition tuples as a manifest list has them. */
  static List<FieldSummary> summaries(StructType tupleType, List<StructValue> tuples) {
    List<FieldSummary> summaries = new ArrayList<>();
    for (int i = 0; i < tupleType.fields().size(); i++) {
      PrimitiveType type = (PrimitiveType) tupleType.fields().get(i).type();
      int position = i;
      List<Object> values = new ArrayList<>();
      tuples.forEach(t -> values.add(t.at(position)));
      List<Object> present = values.stream().filter(v -> v != null && !isNan(v)).toList();
      Comparator<Object> order = ValueOrder.of(type);
      summaries.add(
          new FieldSummary(
              values.contains(null),
              PredicateOrder.isFloating(type)
                  ? Optional.of(values.stream().anyMatch(RandomStats::isNan))
                  : Optional.empty(),
              present.stream().min(order).map(v -> SingleValue.toBytes(type, v)),
              present.stream().max(order).map(v -> SingleValue.toBytes(type, v))));
    }
    return summaries;
  }
}
