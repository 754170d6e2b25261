package io.firn.delta;

import io.firn.codec.delta.DeltaMetadata;
import io.firn.codec.delta.DeltaSchema;
import io.firn.model.NameMapping;
import io.firn.model.NameMapping.MappedField;
import io.firn.types.Field;
import io.firn.types.ListType;
import io.firn.types.MapType;
import io.firn.types.Promotion;
import io.firn.types.StructType;
import io.firn.types.Type;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;

/**
 * The schemas of a Delta table from the oldest version on that is the same table in Iceberg's eyes:
 * its columns are found by the same ids and names, and their types can be promoted to the present
 * ones.
 */
final class SchemaHistory {
  /** Promotions of format version 2, which newer ones have too. */
  private static final int PROMOTIONS = 2;

  private final NavigableMap<Long, DeltaSchema> schemas = new TreeMap<>();
  private final long firstVersion;
  private final Optional<String> cut;

  /** Of the definitions by the version that made them; the oldest one is that of the first. */
  SchemaHistory(String table, NavigableMap<Long, DeltaMetadata> definitions) {
    FieldIdRegistry.Scan scan = new FieldIdRegistry.Scan();
    definitions.values().forEach(metadata -> DeltaSchema.of(table, metadata, scan));
    FieldIdRegistry ids = new FieldIdRegistry(scan.highest());
    long first = definitions.firstKey();
    Optional<String> reason = Optional.empty();
    Optional<DeltaSchema> newer = Optional.empty();
    for (Map.Entry<Long, DeltaMetadata> entry : definitions.descendingMap().entrySet()) {
      DeltaSchema schema = DeltaSchema.of(table, entry.getValue(), ids);
      reason = ids.contradiction();
      if (reason.isEmpty() && newer.isPresent()) {
        reason = difference(schema.schema().struct(), newer.get().schema().struct());
      }
      if (reason.isPresent()) {
        break;
      }
      schemas.put(entry.getKey(), schema);
      first = entry.getKey();
      newer = Optional.of(schema);
    }
    this.firstVersion = first;
    this.cut = reason;
  }

  /** The oldest version that can be told with the present columns. */
  long firstVersion() {
    return firstVersion;
  }

  /** Why there are no older ones; empty if there are none. */
  Optional<String> cut() {
    return cut;
  }

  DeltaSchema at(long version) {
    return Optional.ofNullable(schemas.floorEntry(version)).orElseThrow().getValue();
  }

  /** All names of all columns that there have been. */
  NameMapping names() {
    NameMapping all = NameMapping.empty();
    for (DeltaSchema schema : schemas.descendingMap().values()) {
      all = union(all, schema.names());
    }
    return all;
  }

  private static NameMapping union(NameMapping a, NameMapping b) {
    Map<OptionalInt, MappedField> byId = new LinkedHashMap<>();
    a.fields().forEach(field -> byId.put(field.id(), field));
    for (MappedField field : b.fields()) {
      byId.merge(field.id(), field, SchemaHistory::union);
    }
    return new NameMapping(List.copyOf(byId.values()));
  }

  private static MappedField union(MappedField a, MappedField b) {
    Set<String> names = new LinkedHashSet<>(a.names());
    names.addAll(b.names());
    return new MappedField(names, a.id(), union(a.nested(), b.nested()));
  }

  /** What keeps files of the older type from being read as the newer one. */
  private static Optional<String> difference(Type older, Type newer) {
    if (older instanceof StructType a && newer instanceof StructType b) {
      return inFields(a.fields(), b.fields());
    }
    if (older instanceof ListType a && newer instanceof ListType b) {
      return inFields(List.of(a.element()), List.of(b.element()));
    }
    if (older instanceof MapType a && newer instanceof MapType b) {
      return inFields(List.of(a.key(), a.value()), List.of(b.key(), b.value()));
    }
    return Promotion.isAllowed(older, newer, PROMOTIONS)
        ? Optional.empty()
        : Optional.of(older + " became " + newer);
  }

  private static Optional<String> inFields(List<Field> older, List<Field> newer) {
    List<String> found = new ArrayList<>();
    for (Field before : older) {
      newer.stream()
          .filter(after -> after.id() == before.id())
          .findFirst()
          .flatMap(after -> difference(before.type(), after.type()))
          .ifPresent(what -> found.add(before.name() + ": " + what));
    }
    return found.stream().findFirst();
  }
}
