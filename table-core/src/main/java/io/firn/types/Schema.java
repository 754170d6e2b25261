package io.firn.types;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A table's columns with a schema id. Fields are found by id or by dotted full name: {@code
 * point.x}, {@code tags.element}, {@code props.key}, {@code props.value}; struct elements and
 * values may leave out {@code element} and {@code value} in a name.
 */
public final class Schema {
  private final int schemaId;
  private final StructType struct;
  private final Set<Integer> identifierFieldIds;
  private final Map<Integer, Field> byId = new LinkedHashMap<>();
  private final Map<Integer, String> nameById = new HashMap<>();
  private final Map<String, Integer> idByName = new HashMap<>();
  private final Map<String, Integer> idByLowerName = new HashMap<>();
  private final Map<Integer, Integer> parentById = new HashMap<>();

  public Schema(int schemaId, StructType struct, Set<Integer> identifierFieldIds) {
    this.schemaId = schemaId;
    this.struct = struct;
    this.identifierFieldIds = Collections.unmodifiableSet(new TreeSet<>(identifierFieldIds));
    index(struct.fields(), "", "", -1);
    for (int id : identifierFieldIds) {
      if (!byId.containsKey(id)) {
        throw new IllegalArgumentException(
            "Identifier field id " + id + " is not in the schema " + struct);
      }
    }
  }

  public Schema(int schemaId, List<Field> fields) {
    this(schemaId, new StructType(fields), Set.of());
  }

  public static Schema of(Field... fields) {
    return new Schema(0, List.of(fields));
  }

  public int schemaId() {
    return schemaId;
  }

  public StructType struct() {
    return struct;
  }

  public List<Field> fields() {
    return struct.fields();
  }

  public Set<Integer> identifierFieldIds() {
    return identifierFieldIds;
  }

  /** Every field, nested ones too, by id, parents before children. */
  public Map<Integer, Field> fieldsById() {
    return Collections.unmodifiableMap(byId);
  }

  public Optional<Field> field(int id) {
    return Optional.ofNullable(byId.get(id));
  }

  /** A field by its dotted full name, case-sensitive. */
  public Optional<Field> field(String fullName) {
    return Optional.ofNullable(idByName.get(fullName)).map(byId::get);
  }

  /** A field by its dotted full name, ignoring case. */
  public Optional<Field> fieldIgnoringCase(String fullName) {
    return Optional.ofNullable(idByLowerName.get(fullName.toLowerCase(Locale.ROOT))).map(byId::get);
  }

  /** The dotted full name of a field. */
  public Optional<String> fullName(int id) {
    return Optional.ofNullable(nameById.get(id));
  }

  /** The id of the struct, list or map field that holds this field; empty for top-level columns. */
  public Optional<Integer> parentId(int id) {
    return Optional.ofNullable(parentById.get(id));
  }

  /** The highest field id, 0 for a schema without fields. */
  public int highestFieldId() {
    return byId.keySet().stream().mapToInt(Integer::intValue).max().orElse(0);
  }

  public Schema withSchemaId(int id) {
    return new Schema(id, struct, identifierFieldIds);
  }

  /** Same fields and identifier fields, whatever the schema id. */
  public boolean sameFields(Schema other) {
    return struct.equals(other.struct) && identifierFieldIds.equals(other.identifierFieldIds);
  }

  private void index(List<Field> fields, String prefix, String shortPrefix, int parent) {
    for (Field field : fields) {
      add(field, prefix + field.name(), shortPrefix + field.name(), parent);
    }
  }

  private void add(Field field, String name, String shortName, int parent) {
    if (byId.putIfAbsent(field.id(), field) != null) {
      throw new IllegalArgumentException(
          "Field id "
              + field.id()
              + " is used twice: "
              + nameById.get(field.id())
              + " and "
              + name);
    }
    nameById.put(field.id(), name);
    idByName.put(name, field.id());
    idByName.putIfAbsent(shortName, field.id());
    idByLowerName.putIfAbsent(name.toLowerCase(Locale.ROOT), field.id());
    idByLowerName.putIfAbsent(shortName.toLowerCase(Locale.ROOT), field.id());
    if (parent >= 0) {
      parentById.put(field.id(), parent);
    }
    for (Field child : children(field.type())) {
      boolean transparent =
          child.type() instanceof StructType
              && (field.type() instanceof ListType
                  || (field.type() instanceof MapType && child.name().equals("value")));
      String childShort = transparent ? shortName : shortName + "." + child.name();
      add(child, name + "." + child.name(), childShort, field.id());
    }
  }

  private static List<Field> children(Type type) {
    if (type instanceof StructType s) {
      return s.fields();
    }
    List<Field> fields = new ArrayList<>();
    if (type instanceof ListType l) {
      fields.add(l.element());
    } else if (type instanceof MapType m) {
      fields.add(m.key());
      fields.add(m.value());
    }
    return fields;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Schema that && schemaId == that.schemaId && sameFields(that);
  }

  @Override
  public int hashCode() {
    return Objects.hash(schemaId, struct, identifierFieldIds);
  }

  @Override
  public String toString() {
    return "schema " + schemaId + " " + struct;
  }
}
