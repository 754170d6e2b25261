package io.firn.procedures.compact;

import io.firn.types.Field;
import io.firn.types.Schema;
import io.firn.types.StructType;
import java.io.Serializable;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.catalyst.InternalRow;
import org.jspecify.annotations.Nullable;

/** Where a row has a column that may be a field of structs: ordinals and names from the top. */
final class ColumnPath implements Serializable {
  private static final long serialVersionUID = 1L;

  private final int[] ordinals;
  private final int[] structSizes;
  private final String[] names;

  private ColumnPath(int[] ordinals, int[] structSizes, String[] names) {
    this.ordinals = ordinals;
    this.structSizes = structSizes;
    this.names = names;
  }

  /** Empty if there is no such field, or it is inside of a list or map. */
  static Optional<ColumnPath> of(Schema schema, int fieldId) {
    Deque<Integer> ids = new ArrayDeque<>();
    Optional<Integer> next = schema.field(fieldId).map(Field::id);
    while (next.isPresent()) {
      ids.addFirst(next.get());
      next = schema.parentId(next.get());
    }
    if (ids.isEmpty()) {
      return Optional.empty();
    }
    int[] ordinals = new int[ids.size()];
    int[] sizes = new int[ids.size()];
    String[] names = new String[ids.size()];
    StructType struct = schema.struct();
    int depth = 0;
    while (!ids.isEmpty()) {
      List<Field> fields = struct.fields();
      int ordinal = ordinal(fields, ids.removeFirst());
      Field field = fields.get(ordinal);
      ordinals[depth] = ordinal;
      sizes[depth] = fields.size();
      names[depth] = field.name();
      depth++;
      if (ids.isEmpty()) {
        break;
      }
      if (!(field.type() instanceof StructType inner)) {
        return Optional.empty();
      }
      struct = inner;
    }
    return Optional.of(new ColumnPath(ordinals, sizes, names));
  }

  private static int ordinal(List<Field> fields, int id) {
    for (int i = 0; i < fields.size(); i++) {
      if (fields.get(i).id() == id) {
        return i;
      }
    }
    throw new IllegalStateException("No field " + id + " in " + fields);
  }

  /** Of the column that the row itself has. */
  int topOrdinal() {
    return ordinals[0];
  }

  /** Names below that column. */
  List<String> innerNames() {
    return List.of(names).subList(1, names.length);
  }

  /** The ordinal in the struct that {@link #structIn} gives. */
  int lastOrdinal() {
    return ordinals[ordinals.length - 1];
  }

  /** The struct that has the column, the row itself for most; null if that is null. */
  @Nullable InternalRow structIn(InternalRow row) {
    InternalRow struct = row;
    for (int i = 0; i < ordinals.length - 1; i++) {
      if (struct.isNullAt(ordinals[i])) {
        return null;
      }
      struct = struct.getStruct(ordinals[i], structSizes[i + 1]);
    }
    return struct;
  }
}
