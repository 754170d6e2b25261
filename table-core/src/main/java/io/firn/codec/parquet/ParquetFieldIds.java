package io.firn.codec.parquet;

import io.firn.model.NameMapping;
import io.firn.model.NameMapping.MappedField;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.LogicalTypeAnnotation.ListLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.MapKeyValueTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.MapLogicalTypeAnnotation;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type;

/**
 * Field ids for the columns of a Parquet file (spec: Column Projection). A file that has ids
 * anywhere keeps those; one without gets the ids of the table's name mapping; without mapping its
 * top-level columns count from 1, as Iceberg engines have it.
 */
public final class ParquetFieldIds {
  private ParquetFieldIds() {}

  /** The file's schema with ids; columns that nothing names have none and are not to be read. */
  public static MessageType resolve(MessageType fileSchema, Optional<NameMapping> mapping) {
    if (hasIds(fileSchema)) {
      return fileSchema;
    }
    List<Type> columns = new ArrayList<>();
    for (Type column : fileSchema.getFields()) {
      columns.add(
          mapping.isPresent()
              ? mapped(column, mapping.get())
              : column.withId(columns.size() + 1));
    }
    return new MessageType(fileSchema.getName(), columns);
  }

  private static boolean hasIds(GroupType group) {
    for (Type field : group.getFields()) {
      if (field.getId() != null || (!field.isPrimitive() && hasIds(field.asGroupType()))) {
        return true;
      }
    }
    return false;
  }

  private static Type mapped(Type type, NameMapping mapping) {
    return mapped(type, mapping.field(type.getName()));
  }

  private static Type mapped(Type type, Optional<MappedField> field) {
    NameMapping nested = field.map(MappedField::nested).orElse(NameMapping.empty());
    Type result = type.isPrimitive() ? type : mappedGroup(type.asGroupType(), nested);
    return field.isPresent() && field.get().id().isPresent()
        ? result.withId(field.get().id().getAsInt())
        : result;
  }

  private static GroupType mappedGroup(GroupType group, NameMapping nested) {
    if (group.getLogicalTypeAnnotation() instanceof ListLogicalTypeAnnotation) {
      return mappedList(group, nested);
    }
    if (isMap(group)) {
      return mappedMap(group, nested);
    }
    return group.withNewFields(
        group.getFields().stream().map(field -> mapped(field, nested)).toList());
  }

  /** The element is called {@code element} in a mapping, whatever its name in the file. */
  private static GroupType mappedList(GroupType list, NameMapping nested) {
    Type repeated = list.getType(0);
    Optional<MappedField> element = nested.field("element");
    if (ParquetNesting.isElement(list, repeated)) {
      return list.withNewFields(mapped(repeated, element));
    }
    GroupType wrapper = repeated.asGroupType();
    return list.withNewFields(wrapper.withNewFields(mapped(wrapper.getType(0), element)));
  }

  private static GroupType mappedMap(GroupType map, NameMapping nested) {
    GroupType entry = map.getType(0).asGroupType();
    List<Type> pair = new ArrayList<>();
    pair.add(mapped(entry.getType(0), nested.field("key")));
    if (entry.getFieldCount() > 1) {
      pair.add(mapped(entry.getType(1), nested.field("value")));
    }
    return map.withNewFields(entry.withNewFields(pair));
  }

  private static boolean isMap(GroupType group) {
    return group.getLogicalTypeAnnotation() instanceof MapLogicalTypeAnnotation
        || group.getLogicalTypeAnnotation() instanceof MapKeyValueTypeAnnotation;
  }
}
