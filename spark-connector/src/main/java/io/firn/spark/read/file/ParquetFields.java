package io.firn.spark.read.file;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.LogicalTypeAnnotation.ListLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.MapLogicalTypeAnnotation;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type;

/**
 * Finds a table's fields in one Parquet file: by the file's field ids, or, in a file that has none,
 * by the table's name mapping, or, without a mapping, top-level columns by position (spec: Column
 * Projection, and what other engines do with files from before the table).
 */
final class ParquetFields {
  private final MessageType schema;
  private final Lookup lookup;

  private ParquetFields(MessageType schema, Lookup lookup) {
    this.schema = schema;
    this.lookup = lookup;
  }

  /** {@code namesById} is the table's name mapping, by field id; empty when it has none. */
  static ParquetFields of(MessageType schema, Optional<Map<Integer, List<String>>> namesById) {
    if (hasIds(schema)) {
      return new ParquetFields(schema, ParquetFields::byId);
    }
    if (namesById.isPresent()) {
      Map<Integer, List<String>> names = namesById.get();
      return new ParquetFields(schema, (group, id) -> byName(group, names.getOrDefault(id, List.of())));
    }
    return new ParquetFields(schema, (group, id) -> byPosition(schema, group, id));
  }

  /** For a file that is not opened: nothing is found. */
  static ParquetFields none() {
    return new ParquetFields(
        new MessageType("none", List.of()), (group, id) -> Optional.empty());
  }

  MessageType schema() {
    return schema;
  }

  /** The field with that id in a struct or at the top. */
  Optional<Type> find(GroupType group, int id) {
    return lookup.find(group, id);
  }

  /** The element of a list, whichever of the known layouts the file has. */
  static Type element(GroupType list) {
    Type repeated = list.getType(0);
    if (repeated.isPrimitive()) {
      return repeated;
    }
    GroupType group = repeated.asGroupType();
    boolean isElement =
        group.getFieldCount() > 1
            || group.getName().equals("array")
            || group.getName().equals(list.getName() + "_tuple");
    return isElement ? group : group.getType(0);
  }

  static boolean isList(Type type) {
    return !type.isPrimitive()
        && type.getLogicalTypeAnnotation() instanceof ListLogicalTypeAnnotation;
  }

  static boolean isMap(Type type) {
    return !type.isPrimitive()
        && type.getLogicalTypeAnnotation() instanceof MapLogicalTypeAnnotation;
  }

  private static boolean hasIds(Type type) {
    if (type.getId() != null) {
      return true;
    }
    return !type.isPrimitive()
        && type.asGroupType().getFields().stream().anyMatch(ParquetFields::hasIds);
  }

  private static Optional<Type> byId(GroupType group, int id) {
    for (Type field : group.getFields()) {
      if (field.getId() != null && field.getId().intValue() == id) {
        return Optional.of(field);
      }
    }
    return Optional.empty();
  }

  private static Optional<Type> byName(GroupType group, List<String> names) {
    for (String name : names) {
      if (group.containsField(name)) {
        return Optional.of(group.getType(name));
      }
    }
    return Optional.empty();
  }

  private static Optional<Type> byPosition(MessageType schema, GroupType group, int id) {
    return group == schema && id >= 1 && id <= schema.getFieldCount()
        ? Optional.of(schema.getType(id - 1))
        : Optional.empty();
  }

  private interface Lookup {
    Optional<Type> find(GroupType group, int id);
  }
}
