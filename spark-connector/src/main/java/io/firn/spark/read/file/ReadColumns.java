package io.firn.spark.read.file;

import io.firn.types.Field;
import io.firn.types.ReservedFields;
import io.firn.types.Schema;
import io.firn.types.StructType;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The top-level columns that have to be read for a result and for the keys of equality deletes. A
 * key inside a struct of which the result wants other fields makes the struct wider than wanted.
 */
final class ReadColumns {
  private final Map<Integer, Field> byId = new LinkedHashMap<>();

  /**
   * @param keySchema has all key fields, also those of columns that the table dropped
   */
  ReadColumns(StructType output, Schema keySchema, Collection<Integer> keyIds) {
    for (Field field : output.fields()) {
      if (!isMetadataColumn(field)) {
        byId.put(field.id(), field);
      }
    }
    for (int keyId : keyIds) {
      Field root = prunedTo(path(keySchema, keyId));
      byId.merge(root.id(), root, ReadColumns::union);
    }
  }

  static boolean isMetadataColumn(Field field) {
    return field.id() > ReservedFields.MAX_USER_FIELD_ID;
  }

  Collection<Field> fields() {
    return byId.values();
  }

  Field field(int id) {
    return java.util.Objects.requireNonNull(byId.get(id));
  }

  /** The fields from the top-level column down to the key. */
  static List<Field> path(Schema schema, int id) {
    List<Field> path = new ArrayList<>();
    Optional<Integer> next = Optional.of(id);
    while (next.isPresent()) {
      path.add(0, schema.field(next.get()).orElseThrow());
      next = schema.parentId(next.get());
    }
    return path;
  }

  private static Field prunedTo(List<Field> path) {
    Field pruned = path.get(path.size() - 1);
    for (int i = path.size() - 2; i >= 0; i--) {
      pruned = path.get(i).withType(new StructType(List.of(pruned)));
    }
    return pruned;
  }

  private static Field union(Field a, Field b) {
    if (!(a.type() instanceof StructType left) || !(b.type() instanceof StructType right)) {
      return a;
    }
    Map<Integer, Field> fields = new LinkedHashMap<>();
    left.fields().forEach(f -> fields.put(f.id(), f));
    right.fields().forEach(f -> fields.merge(f.id(), f, ReadColumns::union));
    return a.withType(new StructType(List.copyOf(fields.values())));
  }
}
