package io.firn.model;

import io.firn.error.InvalidInputException;
import io.firn.partition.PartitionField;
import io.firn.partition.PartitionSpec;
import io.firn.partition.Transform;
import io.firn.partition.UnknownTransform;
import io.firn.partition.VoidTransform;
import io.firn.types.Field;
import io.firn.types.GeographyType;
import io.firn.types.GeometryType;
import io.firn.types.ListType;
import io.firn.types.MapType;
import io.firn.types.Schema;
import io.firn.types.SimpleType;
import io.firn.types.Type;
import io.firn.types.VariantType;
import java.util.Optional;

/** Whether schema, partition spec, sort order and format version fit together. */
final class LayoutChecks {
  private LayoutChecks() {}

  /** Types and defaults that the format version does not have are refused. */
  static void requireVersion(Schema schema, int formatVersion) {
    for (Field field : schema.fieldsById().values()) {
      int needed = minFormatVersion(field);
      if (formatVersion < needed) {
        boolean type = minFormatVersion(field.type()) == needed;
        throw new InvalidInputException(
            "Column "
                + schema.fullName(field.id()).orElse(field.name())
                + (type ? " of type " + field.type() : " with a default value")
                + " needs format version "
                + needed
                + ", the table has "
                + formatVersion
                + "; set the table property format-version to "
                + needed);
      }
    }
  }

  private static int minFormatVersion(Field field) {
    boolean hasDefault = field.initialDefault().isPresent() || field.writeDefault().isPresent();
    return hasDefault ? 3 : minFormatVersion(field.type());
  }

  private static int minFormatVersion(Type type) {
    if (type instanceof SimpleType simple) {
      return simple.minFormatVersion();
    }
    boolean v3 =
        type instanceof VariantType
            || type instanceof GeometryType
            || type instanceof GeographyType;
    return v3 ? 3 : 1;
  }

  static void requireFits(PartitionSpec spec, Schema schema) {
    for (PartitionField field : spec.fields()) {
      if (!(field.transform() instanceof VoidTransform)) {
        String what = "partition field " + field.name();
        field.sourceIds().forEach(id -> requireSource(schema, id, field.transform(), what));
      }
    }
  }

  static void requireFits(SortOrder order, Schema schema) {
    for (SortField field : order.fields()) {
      String what = "sort field " + field.transform() + " of sort order " + order.orderId();
      field.sourceIds().forEach(id -> requireSource(schema, id, field.transform(), what));
    }
  }

  private static void requireSource(Schema schema, int id, Transform transform, String what) {
    Field source =
        schema
            .field(id)
            .orElseThrow(
                () ->
                    new InvalidInputException(
                        "Cannot find source column for " + what + ": no column has id " + id));
    String name = schema.fullName(id).orElse(source.name());
    if (!source.type().isPrimitive()) {
      throw new InvalidInputException(
          "Column " + name + " of type " + source.type() + " cannot be the source of " + what);
    }
    if (!(transform instanceof UnknownTransform) && !transform.canTransform(source.type())) {
      throw new InvalidInputException(
          "Transform "
              + transform
              + " of "
              + what
              + " cannot be applied to column "
              + name
              + " of type "
              + source.type());
    }
    if (isRepeated(schema, id)) {
      throw new InvalidInputException(
          "Column " + name + " is inside a list or map and cannot be the source of " + what);
    }
  }

  private static boolean isRepeated(Schema schema, int id) {
    Optional<Field> parent = schema.parentId(id).flatMap(schema::field);
    while (parent.isPresent()) {
      Field field = parent.get();
      if (field.type() instanceof ListType || field.type() instanceof MapType) {
        return true;
      }
      parent = schema.parentId(field.id()).flatMap(schema::field);
    }
    return false;
  }
}
