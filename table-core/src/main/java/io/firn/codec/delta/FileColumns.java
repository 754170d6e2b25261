package io.firn.codec.delta;

import io.firn.error.UnsupportedFeatureException;
import io.firn.model.NameMapping;
import io.firn.model.NameMapping.MappedField;
import io.firn.types.Field;
import io.firn.types.ListType;
import io.firn.types.MapType;
import io.firn.types.StructType;
import io.firn.types.Type;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.MessageType;

/**
 * Holds the columns of a data file against the table's. Iceberg takes all columns of a file by id
 * if one of them has an id, and all by name otherwise; what it would not find so it takes for
 * absent, and its values for null.
 */
final class FileColumns {
  private final String location;
  private final boolean hasIds;
  private final ColumnMapping mapping;
  private final Set<Integer> otherUnits = new HashSet<>();

  private FileColumns(String location, boolean hasIds, ColumnMapping mapping) {
    this.location = location;
    this.hasIds = hasIds;
    this.mapping = mapping;
  }

  /**
   * @throws UnsupportedFeatureException naming the file and the column that does not fit
   */
  static FileColumns check(String location, MessageType file, DeltaSchema table) {
    FileColumns columns = new FileColumns(location, hasIds(file), table.mapping());
    if (table.mapping() == ColumnMapping.ID && !columns.hasIds) {
      throw columns.refusal("has no field ids, in a table whose column mapping mode is id");
    }
    columns.struct(file, table.schema().struct(), table.names(), "");
    return columns;
  }

  /** Ids of columns whose bounds in the footer are not in the units of the table's type. */
  Set<Integer> otherUnits() {
    return otherUnits;
  }

  private static boolean hasIds(GroupType group) {
    return group.getFields().stream()
        .anyMatch(f -> f.getId() != null || (!f.isPrimitive() && hasIds(f.asGroupType())));
  }

  private void struct(GroupType group, StructType type, NameMapping names, String path) {
    for (org.apache.parquet.schema.Type stored : group.getFields()) {
      Optional<MappedField> named = names.field(stored.getName());
      Optional<Field> found =
          hasIds ? byId(stored, type, named, path) : byName(stored, type, names, path);
      if (found.isPresent()) {
        NameMapping nested = nested(found.get(), names);
        field(stored, found.get(), nested, path + found.get().name());
      }
    }
  }

  private Optional<Field> byId(
      org.apache.parquet.schema.Type stored,
      StructType type,
      Optional<MappedField> named,
      String path) {
    if (stored.getId() == null) {
      if (named.isPresent()) {
        throw refusal("has field ids, but none of the column " + path + stored.getName());
      }
      return Optional.empty();
    }
    int id = stored.getId().intValue();
    Optional<Field> found = type.field(id);
    boolean otherName = named.isPresent() && named.get().id().orElse(-1) != id;
    boolean otherId = found.isPresent() && named.isEmpty();
    if (mapping != ColumnMapping.ID && (otherName || otherId)) {
      throw refusal(
          "has the field id "
              + id
              + " for "
              + path
              + stored.getName()
              + ", which the table has not");
    }
    return found;
  }

  private Optional<Field> byName(
      org.apache.parquet.schema.Type stored, StructType type, NameMapping names, String path) {
    Optional<MappedField> named = names.field(stored.getName());
    if (named.isPresent()) {
      return type.field(named.get().id().orElseThrow());
    }
    for (MappedField field : names.fields()) {
      boolean otherCase = field.names().stream().anyMatch(stored.getName()::equalsIgnoreCase);
      if (otherCase) {
        throw refusal(
            "spells the column %s%s, and the table %s. Iceberg tells them apart"
                .formatted(path, stored.getName(), field.names().iterator().next()));
      }
    }
    return Optional.empty();
  }

  private static NameMapping nested(Field field, NameMapping names) {
    return names.fields().stream()
        .filter(f -> f.id().orElse(-1) == field.id())
        .findFirst()
        .map(MappedField::nested)
        .orElse(NameMapping.empty());
  }

  private void field(
      org.apache.parquet.schema.Type stored, Field field, NameMapping names, String path) {
    Type type = field.type();
    if (type instanceof StructType struct && !stored.isPrimitive()) {
      struct(stored.asGroupType(), struct, names, path + ".");
    } else if (type instanceof ListType list && StoredShape.isList(stored)) {
      part(StoredShape.element(stored.asGroupType()), list.element(), names, path);
    } else if (type instanceof MapType map && StoredShape.isMap(stored)) {
      GroupType entry = stored.asGroupType().getType(0).asGroupType();
      part(entry.getType(0), map.key(), names, path);
      part(entry.getType(1), map.value(), names, path);
    } else if (stored.isPrimitive() && StoredShape.fits(stored.asPrimitiveType(), type)) {
      if (!StoredShape.sameUnits(stored.asPrimitiveType(), type)) {
        otherUnits.add(field.id());
      }
    } else {
      throw refusal("stores the column " + path + ", of type " + type + ", as " + stored);
    }
  }

  /** The element of a list, or the key or value of a map. */
  private void part(
      org.apache.parquet.schema.Type stored, Field part, NameMapping names, String path) {
    if (hasIds && (stored.getId() == null || stored.getId().intValue() != part.id())) {
      throw refusal(
          ("has field ids, but not that of the %s of the column %s. Let Delta write the files anew"
                  + " with such ids (delta.enableIcebergCompatV2 = true, and REORG TABLE ... APPLY"
                  + " (UPGRADE UNIFORM (ICEBERG_COMPAT_VERSION = 2)))")
              .formatted(part.name(), path));
    }
    field(stored, part, nested(part, names), path + "." + part.name());
  }

  private UnsupportedFeatureException refusal(String what) {
    return new UnsupportedFeatureException(
        "Cannot take over " + location + " from Delta: it " + what);
  }
}
