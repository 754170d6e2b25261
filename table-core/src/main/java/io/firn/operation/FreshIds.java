package io.firn.operation;

import io.firn.model.SortField;
import io.firn.model.SortOrder;
import io.firn.partition.PartitionField;
import io.firn.partition.PartitionSpec;
import io.firn.types.Field;
import io.firn.types.ListType;
import io.firn.types.MapType;
import io.firn.types.Schema;
import io.firn.types.StructType;
import io.firn.types.Type;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntUnaryOperator;

/**
 * Replaces placeholder field ids: all fields of a struct get theirs before the fields inside them,
 * as Iceberg engines number them. Remembers which id stands for which placeholder.
 */
final class FreshIds {
  private final IntUnaryOperator newId;
  private final Map<Integer, Integer> newIds = new HashMap<>();

  /** {@code newId} gives the id for a placeholder. */
  FreshIds(IntUnaryOperator newId) {
    this.newId = newId;
  }

  Schema assign(Schema schema) {
    StructType struct = (StructType) assign(schema.struct());
    Set<Integer> identifiers = new HashSet<>();
    schema.identifierFieldIds().forEach(id -> identifiers.add(of(id)));
    return new Schema(0, struct, identifiers);
  }

  Type assign(Type type) {
    if (type instanceof StructType struct) {
      List<Integer> ids = new ArrayList<>();
      struct.fields().forEach(f -> ids.add(next(f.id())));
      List<Field> fields = new ArrayList<>();
      for (int i = 0; i < ids.size(); i++) {
        Field field = struct.fields().get(i);
        fields.add(field.withId(ids.get(i)).withType(assign(field.type())));
      }
      return new StructType(fields);
    }
    if (type instanceof ListType list) {
      int elementId = next(list.elementId());
      return new ListType(elementId, list.elementRequired(), assign(list.elementType()));
    }
    if (type instanceof MapType map) {
      int keyId = next(map.keyId());
      int valueId = next(map.valueId());
      return new MapType(
          keyId, assign(map.keyType()), valueId, map.valueRequired(), assign(map.valueType()));
    }
    return type;
  }

  private int next(int placeholder) {
    int id = newId.applyAsInt(placeholder);
    newIds.put(placeholder, id);
    return id;
  }

  /** The id that stands for the placeholder; a placeholder of no field stays what it is. */
  int of(int placeholder) {
    return newIds.getOrDefault(placeholder, placeholder);
  }

  /** The fields with their columns' new ids and without ids of their own. */
  PartitionSpec assign(PartitionSpec spec) {
    List<PartitionField> fields = new ArrayList<>();
    for (PartitionField field : spec.fields()) {
      List<Integer> sources = field.sourceIds().stream().map(this::of).toList();
      fields.add(
          new PartitionField(sources, PartitionSpec.NO_FIELD_ID, field.name(), field.transform()));
    }
    return new PartitionSpec(0, fields);
  }

  SortOrder assign(SortOrder order) {
    List<SortField> fields = new ArrayList<>();
    for (SortField field : order.fields()) {
      List<Integer> sources = field.sourceIds().stream().map(this::of).toList();
      fields.add(new SortField(sources, field.transform(), field.direction(), field.nullOrder()));
    }
    return new SortOrder(order.orderId(), fields);
  }
}
