package io.firn.operation;

import io.firn.error.InvalidInputException;
import io.firn.types.Field;
import io.firn.types.GeographyType;
import io.firn.types.GeometryType;
import io.firn.types.ListType;
import io.firn.types.MapType;
import io.firn.types.PrimitiveType;
import io.firn.types.Schema;
import io.firn.types.SimpleType;
import io.firn.types.StructType;
import io.firn.types.Type;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.Optional;

/** What must hold for every schema that a table gets (spec: Schemas and Data Types). */
final class SchemaRules {
  private SchemaRules() {}

  static void requireValid(Schema schema) {
    schema.identifierFieldIds().forEach(id -> requireIdentifier(schema, id));
    for (Field field : schema.fieldsById().values()) {
      String name = schema.fullName(field.id()).orElse(field.name());
      if (field.required() && field.type() == SimpleType.UNKNOWN) {
        throw new InvalidInputException(
            "Column " + name + " of type unknown must be optional: it has no values");
      }
      field.initialDefault().ifPresent(v -> requireDefault(name, field.type(), v));
      field.writeDefault().ifPresent(v -> requireDefault(name, field.type(), v));
    }
  }

  private static void requireIdentifier(Schema schema, int id) {
    Field field = schema.field(id).orElseThrow();
    String name = schema.fullName(id).orElse(field.name());
    if (!field.type().isPrimitive() || hasNoIdentity(field.type())) {
      throw refusedIdentifier(name, "its type is " + field.type());
    }
    if (!field.required()) {
      throw refusedIdentifier(name, "it is not required");
    }
    Optional<Field> parent = schema.parentId(id).flatMap(schema::field);
    while (parent.isPresent()) {
      Field outer = parent.get();
      String outerName = schema.fullName(outer.id()).orElse(outer.name());
      if (!(outer.type() instanceof StructType)) {
        throw refusedIdentifier(name, "it is inside " + outerName + ", a " + kind(outer.type()));
      }
      if (!outer.required()) {
        throw refusedIdentifier(name, "it is inside the optional struct " + outerName);
      }
      parent = schema.parentId(outer.id()).flatMap(schema::field);
    }
  }

  private static boolean hasNoIdentity(Type type) {
    return type == SimpleType.FLOAT
        || type == SimpleType.DOUBLE
        || type == SimpleType.UNKNOWN
        || type instanceof GeometryType
        || type instanceof GeographyType;
  }

  private static String kind(Type type) {
    return type instanceof ListType ? "list" : "map";
  }

  private static InvalidInputException refusedIdentifier(String name, String reason) {
    return new InvalidInputException(
        "Column " + name + " cannot be an identifier field: " + reason);
  }

  /** Refuses a default that is not a value of the column's type. */
  static void requireDefault(String name, Type type, Object value) {
    if (!(type instanceof PrimitiveType)
        || type == SimpleType.UNKNOWN
        || type instanceof GeometryType
        || type instanceof GeographyType) {
      throw new InvalidInputException(
          "Column " + name + " of type " + type + " can have no default but null");
    }
    if (!isValue((PrimitiveType) type, value)) {
      throw new InvalidInputException(
          "Default " + value + " of column " + name + " is not a value of type " + type);
    }
  }

  private static boolean isValue(PrimitiveType type, Object value) {
    if (type instanceof SimpleType simple) {
      return isSimpleValue(simple, value);
    }
    if (type instanceof io.firn.types.DecimalType decimal) {
      return value instanceof BigDecimal number
          && number.scale() == decimal.scale()
          && number.precision() <= decimal.precision();
    }
    return type instanceof io.firn.types.FixedType fixed
        && value instanceof ByteBuffer bytes
        && bytes.remaining() == fixed.length();
  }

  private static boolean isSimpleValue(SimpleType type, Object value) {
    return switch (type) {
      case BOOLEAN -> value instanceof Boolean;
      case INT, DATE -> value instanceof Integer;
      case LONG, TIMESTAMP, TIMESTAMPTZ, TIMESTAMP_NS, TIMESTAMPTZ_NS -> value instanceof Long;
      case TIME -> value instanceof Long time && time >= 0 && time < 86_400_000_000L;
      case FLOAT -> value instanceof Float number && Float.isFinite(number);
      case DOUBLE -> value instanceof Double number && Double.isFinite(number);
      case STRING -> value instanceof String;
      case UUID -> value instanceof java.util.UUID;
      case BINARY -> value instanceof ByteBuffer;
      case UNKNOWN -> false;
    };
  }

  /** The default as a value of the type that the column is promoted to. */
  static Object promoted(Object value, Type to) {
    if (to == SimpleType.LONG && value instanceof Integer number) {
      return number.longValue();
    }
    if (to == SimpleType.DOUBLE && value instanceof Float number) {
      return number.doubleValue();
    }
    if (to == SimpleType.TIMESTAMP && value instanceof Integer days) {
      return days * 86_400_000_000L;
    }
    if (to == SimpleType.TIMESTAMP_NS && value instanceof Integer days) {
      return Math.multiplyExact(days.longValue(), 86_400_000_000_000L);
    }
    return value;
  }

  /** A type in the words of a message: nested types without their fields. */
  static String brief(Type type) {
    if (type instanceof StructType) {
      return "struct";
    }
    return type instanceof MapType || type instanceof ListType ? kind(type) : type.toString();
  }
}
