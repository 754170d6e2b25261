package io.firn.types;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * All columns that a table ever had: what old partition specs and equality deletes refer to may be
 * gone from the current schema.
 */
public final class SchemaUnion {
  private SchemaUnion() {}

  /**
   * A schema with every field of the given ones by id, all optional. Where two schemas have a field,
   * the one with the higher schema id says what it looks like. A dropped field whose name is in use
   * again is renamed.
   */
  public static Schema of(List<Schema> schemas) {
    List<Field> fields = List.of();
    List<Schema> newestFirst = new ArrayList<>(schemas);
    newestFirst.sort(Comparator.comparingInt(Schema::schemaId).reversed());
    for (Schema schema : newestFirst) {
      fields = merge(fields, schema.fields());
    }
    return new Schema(0, fields);
  }

  private static List<Field> merge(List<Field> newer, List<Field> older) {
    Map<Integer, Field> byId = new LinkedHashMap<>();
    newer.forEach(field -> byId.put(field.id(), field));
    for (Field field : older) {
      Field known = byId.get(field.id());
      byId.put(
          field.id(),
          known == null
              ? field.withRequired(false)
              : known.withType(merge(known.type(), field.type())).withRequired(false));
    }
    return distinctNames(List.copyOf(byId.values()));
  }

  private static Type merge(Type newer, Type older) {
    if (newer instanceof StructType a && older instanceof StructType b) {
      return new StructType(merge(a.fields(), b.fields()));
    }
    if (newer instanceof ListType a && older instanceof ListType b) {
      return new ListType(
          a.elementId(), a.elementRequired(), merge(a.elementType(), b.elementType()));
    }
    if (newer instanceof MapType a && older instanceof MapType b) {
      return new MapType(
          a.keyId(),
          merge(a.keyType(), b.keyType()),
          a.valueId(),
          a.valueRequired(),
          merge(a.valueType(), b.valueType()));
    }
    return newer;
  }

  private static List<Field> distinctNames(List<Field> fields) {
    Set<String> used = new HashSet<>();
    List<Field> distinct = new ArrayList<>();
    for (Field field : fields) {
      Field named = used.add(field.name()) ? field : field.withName(field.name() + "#" + field.id());
      used.add(named.name());
      distinct.add(named);
    }
    return distinct;
  }
}
