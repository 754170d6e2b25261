package io.firn.codec.parquet.columns;

import io.firn.codec.parquet.ParquetNesting;
import io.firn.codec.parquet.columns.LeafSource.Origin;
import io.firn.codec.parquet.columns.LeafSource.Widening;
import io.firn.types.Field;
import io.firn.types.ReservedFields;
import io.firn.types.StructType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.ListLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.MapKeyValueTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.MapLogicalTypeAnnotation;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Type.Repetition;
import org.jspecify.annotations.Nullable;

/**
 * Finds the leaves of a new file in an old one, by field id on every level. Columns of the top
 * level may be absent (spec: Column Projection); else both must be nested alike.
 */
final class SourceLayout {
  private final Old old;
  private final MessageType stored;
  private final List<LeafSource> leaves = new ArrayList<>();
  private @Nullable String refusal;

  private SourceLayout(Old old) {
    this.old = old;
    this.stored = old.schema();
  }

  /** What the layout depends on, the same for many files. */
  record Old(MessageType schema, Map<Integer, Optional<Object>> constants, RowLineage lineage) {

    static Old of(OpenSource open) {
      MergeSource source = open.source();
      RowLineage lineage = RowLineage.NONE;
      if (source.isUncommitted()) {
        lineage = RowLineage.STORED;
      } else if (source.file().firstRowId().isPresent()) {
        lineage = RowLineage.INHERITED;
      }
      return new Old(open.schema(), source.constants(), lineage);
    }
  }

  /** Where the row ids and sequence numbers of a file's rows are (spec: Row Lineage). */
  enum RowLineage {
    /** The file is older than them. */
    NONE,
    /** In the file, and what is not there comes from the file's entry. */
    INHERITED,
    /** In the file only. */
    STORED
  }

  /**
   * Where each leaf of the new file comes from.
   *
   * @param struct the table's columns, as wanted has them
   */
  static SourceLayout of(Old old, MessageType wanted, StructType struct) {
    SourceLayout layout = new SourceLayout(old);
    layout.requireIds();
    for (Type column : wanted.getFields()) {
      layout.column(column, struct);
    }
    return layout;
  }

  /** Why the file cannot be read leaf by leaf; empty if it can. */
  Optional<String> refusal() {
    return Optional.ofNullable(refusal);
  }

  /** In the order of the new file's leaves. */
  List<LeafSource> leaves() {
    return leaves;
  }

  /** Columns of imported files are found by their names (spec: Column Projection), not here. */
  private void requireIds() {
    for (Type column : stored.getFields()) {
      if (column.getId() == null) {
        refuse(column.getName() + " has no field id");
      }
    }
  }

  private void column(Type wanted, StructType struct) {
    int id = wanted.getId().intValue();
    Optional<Type> found = child(stored, id);
    if (id == ReservedFields.ROW_ID_ID) {
      lineage(wanted, found, Origin.ROW_ID);
    } else if (id == ReservedFields.LAST_UPDATED_SEQUENCE_NUMBER_ID) {
      lineage(wanted, found, Origin.SEQUENCE_NUMBER);
    } else {
      Field field = struct.fields().stream().filter(f -> f.id() == id).findFirst().orElseThrow();
      Optional<Object> constant = old.constants().get(id);
      if (constant != null) {
        constant(wanted, field, constant);
      } else if (found.isPresent()) {
        match(wanted, found.get(), new Trail(List.of(), List.of()));
      } else {
        constant(wanted, field, field.initialDefault());
      }
    }
  }

  private void lineage(Type wanted, Optional<Type> found, Origin origin) {
    boolean isStored = found.isPresent() && old.lineage() != RowLineage.NONE;
    if (isStored) {
      match(wanted, found.get(), new Trail(List.of(), List.of()));
    } else if (old.lineage() != RowLineage.INHERITED) {
      leaves.add(new LeafSource.Nulls());
    }
    if (old.lineage() != RowLineage.INHERITED || refusal != null) {
      return;
    }
    Optional<LeafSource.Stored> explicit = Optional.empty();
    if (isStored) {
      explicit = Optional.of((LeafSource.Stored) leaves.remove(leaves.size() - 1));
    }
    leaves.add(new LeafSource.Inherited(explicit, origin));
  }

  private void constant(Type wanted, Field field, Optional<Object> value) {
    if (value.isEmpty() && wanted.isRepetition(Repetition.REQUIRED)) {
      refuse("the required column " + field.name() + " is missing");
    } else if (value.isPresent() && !wanted.isPrimitive()) {
      refuse("the column " + field.name() + " is missing and has a nested default");
    } else if (wanted.isPrimitive()) {
      leaves.add(new LeafSource.Constant(field, value));
    } else {
      int count = new MessageType("column", wanted).getColumns().size();
      for (int i = 0; i < count; i++) {
        leaves.add(new LeafSource.Nulls());
      }
    }
  }

  private void match(Type wanted, Type found, Trail outer) {
    Trail trail = outer.plus(wanted, found);
    if (wanted.isPrimitive() != found.isPrimitive()) {
      refuse(trail + " is nested differently");
    } else if (wanted.isRepetition(Repetition.REQUIRED)
        && !found.isRepetition(Repetition.REQUIRED)) {
      refuse(trail + " may be null");
    } else if (wanted.isPrimitive()) {
      Optional<Widening> widening = Widening.of(found.asPrimitiveType(), wanted.asPrimitiveType());
      if (widening.isEmpty() || found.isRepetition(Repetition.REPEATED)) {
        refuse(trail + " is stored as " + found);
      } else {
        Leaf leaf = Leaf.of(stored.getName(), trail.found);
        leaves.add(new LeafSource.Stored(leaf, trail.levels(), widening.get()));
      }
    } else {
      matchGroup(wanted.asGroupType(), found.asGroupType(), trail);
    }
  }

  private void matchGroup(GroupType wanted, GroupType found, Trail trail) {
    LogicalTypeAnnotation kind = wanted.getLogicalTypeAnnotation();
    if (kind instanceof ListLogicalTypeAnnotation) {
      boolean alike = found.getLogicalTypeAnnotation() instanceof ListLogicalTypeAnnotation;
      matchEntries(wanted, found, trail, alike && isWrapped(found));
    } else if (kind instanceof MapLogicalTypeAnnotation) {
      boolean alike =
          found.getLogicalTypeAnnotation() instanceof MapLogicalTypeAnnotation
              || found.getLogicalTypeAnnotation() instanceof MapKeyValueTypeAnnotation;
      matchEntries(wanted, found, trail, alike);
    } else if (kind != null || found.getLogicalTypeAnnotation() != null) {
      refuse(trail + " is a " + kind);
    } else {
      for (Type field : wanted.getFields()) {
        Optional<Type> child = child(found, field.getId().intValue());
        if (child.isPresent()) {
          match(field, child.get(), trail);
        } else {
          refuse(trail + " lacks " + field.getName());
        }
      }
    }
  }

  private static boolean isWrapped(GroupType list) {
    return list.getFieldCount() == 1 && !ParquetNesting.isElement(list, list.getType(0));
  }

  private void matchEntries(GroupType wanted, GroupType found, Trail trail, boolean alike) {
    GroupType wantedEntry = wanted.getType(0).asGroupType();
    if (!alike
        || found.getFieldCount() != 1
        || found.getType(0).isPrimitive()
        || !found.getType(0).isRepetition(Repetition.REPEATED)
        || found.getType(0).asGroupType().getFieldCount() != wantedEntry.getFieldCount()) {
      refuse(trail + " is laid out in another way");
      return;
    }
    GroupType foundEntry = found.getType(0).asGroupType();
    Trail entry = trail.plus(wantedEntry, foundEntry);
    for (int i = 0; i < wantedEntry.getFieldCount(); i++) {
      Type part = foundEntry.getType(i);
      if (part.getId() == null || !part.getId().equals(wantedEntry.getType(i).getId())) {
        refuse(entry + " has other field ids");
      } else {
        match(wantedEntry.getType(i), part, entry);
      }
    }
  }

  private void refuse(String reason) {
    if (refusal == null) {
      refusal = reason;
    }
  }

  private static Optional<Type> child(GroupType group, int id) {
    return group.getFields().stream()
        .filter(field -> field.getId() != null && field.getId().intValue() == id)
        .findFirst();
  }

  /** The way down to a node, in both schemas. */
  private record Trail(List<Type> wanted, List<Type> found) {

    Trail plus(Type wantedNode, Type foundNode) {
      List<Type> longerWanted = new ArrayList<>(wanted);
      longerWanted.add(wantedNode);
      List<Type> longerFound = new ArrayList<>(found);
      longerFound.add(foundNode);
      return new Trail(longerWanted, longerFound);
    }

    /** A node that was required may be optional now: a level more, and never null. */
    int[] levels() {
      int[] levels = new int[found.size() + 1];
      int old = 0;
      int now = 0;
      for (int i = 0; i < found.size(); i++) {
        if (!found.get(i).isRepetition(Repetition.REQUIRED)) {
          levels[old] = now;
          old++;
        }
        if (!wanted.get(i).isRepetition(Repetition.REQUIRED)) {
          now++;
        }
      }
      levels[old] = now;
      return java.util.Arrays.copyOf(levels, old + 1);
    }

    @Override
    public String toString() {
      return String.join(".", wanted.stream().map(Type::getName).toList());
    }
  }
}
