package io.firn.statistics;

import io.firn.types.Field;
import io.firn.types.PrimitiveType;
import io.firn.types.StructType;
import io.firn.types.StructValue;
import io.firn.types.ValueOrder;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Partitions by one field after the other, those without a value first. */
final class PartitionOrder {
  private PartitionOrder() {}

  static Comparator<StructValue> of(StructType partition) {
    List<Comparator<Object>> orders = new ArrayList<>();
    for (Field field : partition.fields()) {
      orders.add(Comparator.nullsFirst(ValueOrder.of((PrimitiveType) field.type())));
    }
    return (a, b) -> {
      for (int i = 0; i < orders.size(); i++) {
        int order = orders.get(i).compare(a.at(i), b.at(i));
        if (order != 0) {
          return order;
        }
      }
      return 0;
    };
  }
}
