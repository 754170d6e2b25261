package io.firn.model;

import io.firn.types.Field;
import io.firn.types.ListType;
import io.firn.types.MapType;
import io.firn.types.Schema;
import io.firn.types.StructType;
import io.firn.types.Type;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * Field ids by column name, for data files that were written without ids (spec: Column Projection,
 * Name Mapping Serialization).
 */
public record NameMapping(List<MappedField> fields) {

  /** One field with all the names it has had; without an id its column is to be left out. */
  public record MappedField(Set<String> names, OptionalInt id, NameMapping nested) {
    public MappedField {
      names = Collections.unmodifiableSet(new LinkedHashSet<>(names));
    }
  }

  public NameMapping {
    fields = List.copyOf(fields);
  }

  public static NameMapping empty() {
    return new NameMapping(List.of());
  }

  /** The mapping of a schema's present names. */
  public static NameMapping of(Schema schema) {
    return ofFields(schema.fields());
  }

  /** The mapping of a type's fields: {@code element}, {@code key} and {@code value} included. */
  public static NameMapping of(Type type) {
    return ofFields(children(type));
  }

  private static NameMapping ofFields(List<Field> fields) {
    List<MappedField> mapped = new ArrayList<>(fields.size());
    for (Field field : fields) {
      mapped.add(
          new MappedField(Set.of(field.name()), OptionalInt.of(field.id()), of(field.type())));
    }
    return new NameMapping(mapped);
  }

  private static List<Field> children(Type type) {
    if (type instanceof StructType struct) {
      return struct.fields();
    }
    if (type instanceof ListType list) {
      return List.of(list.element());
    }
    return type instanceof MapType map ? List.of(map.key(), map.value()) : List.of();
  }

  /** The field that has the name, at this level. */
  public Optional<MappedField> field(String name) {
    return fields.stream().filter(f -> f.names().contains(name)).findFirst();
  }

  /** The field at a path of names, {@code element}, {@code key} and {@code value} included. */
  public Optional<MappedField> field(List<String> path) {
    Optional<MappedField> found = field(path.get(0));
    return path.size() == 1
        ? found
        : found.flatMap(f -> f.nested().field(path.subList(1, path.size())));
  }

  /**
   * This mapping after the schema changed: new columns are added, renamed ones get their new name
   * besides the old ones, and a name that moved to another column is taken from the one before.
   * Dropped columns stay mapped, so that their data never shows up in another column.
   */
  public NameMapping evolvedTo(Schema schema) {
    return evolvedTo(schema.fields());
  }

  private NameMapping evolvedTo(List<Field> current) {
    List<MappedField> result = new ArrayList<>();
    for (MappedField mapped : fields) {
      Set<String> names = new LinkedHashSet<>(mapped.names());
      Optional<Field> same = current.stream().filter(f -> isFor(mapped, f)).findFirst();
      current.stream().filter(f -> !isFor(mapped, f)).forEach(f -> names.remove(f.name()));
      same.ifPresent(f -> names.add(f.name()));
      NameMapping nested =
          same.map(f -> mapped.nested().evolvedTo(children(f.type()))).orElse(mapped.nested());
      if (!names.isEmpty()) {
        result.add(new MappedField(names, mapped.id(), nested));
      }
    }
    for (Field field : current) {
      if (fields.stream().noneMatch(m -> isFor(m, field))) {
        result.addAll(ofFields(List.of(field)).fields());
      }
    }
    return new NameMapping(result);
  }

  private static boolean isFor(MappedField mapped, Field field) {
    return mapped.id().isPresent() && mapped.id().getAsInt() == field.id();
  }
}
