package io.firn.operation;

import io.firn.error.InvalidInputException;
import io.firn.expr.CaseSensitivity;
import io.firn.types.Field;
import io.firn.types.ListType;
import io.firn.types.MapType;
import io.firn.types.StructType;
import io.firn.types.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * Copies of a struct with one place changed. A path goes down by field names; {@code element} of a
 * list and {@code value} of a map may be left out before a field of theirs. Map keys never change.
 */
final class SchemaTree {
  private final CaseSensitivity caseSensitivity;
  private final List<String> path;
  private final String verb;

  /** {@code verb} starts the messages: {@code add}, {@code rename}. */
  SchemaTree(String verb, List<String> path, CaseSensitivity caseSensitivity) {
    this.verb = verb;
    this.path = path;
    this.caseSensitivity = caseSensitivity;
  }

  /** Replaces the field at the path: a struct's field, a list's element or a map's value. */
  StructType replaceField(StructType root, UnaryOperator<Field> change) {
    return (StructType) inContainer(root, 0, container -> withField(container, change));
  }

  /** Replaces the fields of the struct that holds (or will hold) the path's last name. */
  StructType replaceSiblings(StructType root, UnaryOperator<List<Field>> change) {
    return (StructType) inContainer(root, 0, container -> withSiblings(container, change));
  }

  private Type inContainer(Type type, int depth, UnaryOperator<Type> change) {
    if (depth == path.size() - 1) {
      return change.apply(type);
    }
    String name = path.get(depth);
    if (type instanceof StructType struct) {
      Field field = find(struct, name).orElseThrow(this::missing);
      return withReplaced(
          struct, field, field.withType(inContainer(field.type(), depth + 1, change)));
    }
    if (type instanceof ListType list) {
      int next = isName(name, "element") ? depth + 1 : depth;
      return withElement(
          list, list.element().withType(implied(list.elementType(), next, depth, change)));
    }
    if (type instanceof MapType map) {
      requireNotKey(name);
      int next = isName(name, "value") ? depth + 1 : depth;
      return withValue(map, map.value().withType(implied(map.valueType(), next, depth, change)));
    }
    throw missing();
  }

  /** A left-out name must lead into a struct: otherwise the path ends in nothing. */
  private Type implied(Type type, int next, int depth, UnaryOperator<Type> change) {
    if (next == depth && !(type instanceof StructType)) {
      throw missing();
    }
    return inContainer(type, next, change);
  }

  private Type withField(Type container, UnaryOperator<Field> change) {
    String name = last();
    if (container instanceof StructType struct) {
      Field field = find(struct, name).orElseThrow(this::missing);
      return withReplaced(struct, field, change.apply(field));
    }
    if (container instanceof ListType list) {
      return isName(name, "element")
          ? withElement(list, change.apply(list.element()))
          : withElement(list, list.element().withType(inStruct(list.elementType(), change)));
    }
    if (container instanceof MapType map) {
      requireNotKey(name);
      return isName(name, "value")
          ? withValue(map, change.apply(map.value()))
          : withValue(map, map.value().withType(inStruct(map.valueType(), change)));
    }
    throw missing();
  }

  private Type inStruct(Type type, UnaryOperator<Field> change) {
    if (type instanceof StructType) {
      return withField(type, change);
    }
    throw missing();
  }

  private Type withSiblings(Type container, UnaryOperator<List<Field>> change) {
    if (container instanceof StructType struct) {
      return structOf(change.apply(struct.fields()));
    }
    if (container instanceof ListType list && !isName(last(), "element")) {
      return withElement(
          list, list.element().withType(siblingsInStruct(list.elementType(), change)));
    }
    if (container instanceof MapType map && !isName(last(), "value")) {
      requireNotKey(last());
      return withValue(map, map.value().withType(siblingsInStruct(map.valueType(), change)));
    }
    throw new InvalidInputException(
        "Cannot " + verb + " " + name() + ": it is not a field of a struct");
  }

  private Type siblingsInStruct(Type type, UnaryOperator<List<Field>> change) {
    if (type instanceof StructType) {
      return withSiblings(type, change);
    }
    throw new InvalidInputException(
        "Cannot " + verb + " " + name() + ": it is not a field of a struct");
  }

  private StructType structOf(List<Field> fields) {
    try {
      return new StructType(fields);
    } catch (IllegalArgumentException e) {
      throw new InvalidInputException("Cannot " + verb + " " + name() + ": " + e.getMessage(), e);
    }
  }

  private StructType withReplaced(StructType struct, Field old, Field replacement) {
    List<Field> fields = new ArrayList<>(struct.fields());
    fields.replaceAll(f -> f.id() == old.id() ? replacement : f);
    return structOf(fields);
  }

  private ListType withElement(ListType list, Field element) {
    requireNothingElse(list.element(), element);
    return new ListType(list.elementId(), element.required(), element.type());
  }

  /**
   * Elements and values have a type and may be required; names, docs and defaults they have not.
   */
  private void requireNothingElse(Field before, Field after) {
    if (!after.withType(before.type()).withRequired(before.required()).equals(before)) {
      throw new InvalidInputException(
          "Cannot " + verb + " " + name() + ": it is the " + before.name() + " of a nested type");
    }
  }

  private MapType withValue(MapType map, Field value) {
    requireNothingElse(map.value(), value);
    return new MapType(map.keyId(), map.keyType(), map.valueId(), value.required(), value.type());
  }

  private void requireNotKey(String name) {
    if (isName(name, "key")) {
      throw new InvalidInputException(
          "Cannot " + verb + " " + name() + ": the keys of a map cannot change");
    }
  }

  private Optional<Field> find(StructType struct, String name) {
    return find(struct.fields(), name);
  }

  /** The field of that name; where case does not count, one with the same case goes first. */
  Optional<Field> find(List<Field> fields, String name) {
    Optional<Field> exact = fields.stream().filter(f -> f.name().equals(name)).findFirst();
    return exact.isPresent()
        ? exact
        : fields.stream().filter(f -> isName(f.name(), name)).findFirst();
  }

  private boolean isName(String a, String b) {
    return caseSensitivity == CaseSensitivity.SENSITIVE ? a.equals(b) : a.equalsIgnoreCase(b);
  }

  private String last() {
    return path.get(path.size() - 1);
  }

  String name() {
    return String.join(".", path);
  }

  InvalidInputException missing() {
    return new InvalidInputException(
        "Cannot " + verb + " column " + name() + ": it does not exist");
  }
}
