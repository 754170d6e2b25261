package io.firn.conflict;

import io.firn.expr.Predicate;
import io.firn.types.Field;
import io.firn.types.Schema;
import io.firn.types.StructValue;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The keys that a join looked up in a table, as a test of rows: a row whose key is not in the set
 * was surely not looked up. Nothing can be said once a column was dropped or has a type whose
 * values do not compare.
 */
public final class KeySet implements RowTest {
  private final List<KeyColumn> columns;
  private final KeyHashes hashes;
  private final List<KeyValues> values;

  KeySet(List<KeyColumn> columns, KeyHashes hashes, List<KeyValues> values) {
    this.columns = columns;
    this.hashes = hashes;
    this.values = List.copyOf(values);
  }

  @Override
  public Predicate bounds(Schema schema) {
    if (hashes.isEmpty()) {
      return Predicate.ALWAYS_FALSE;
    }
    Predicate bounds = Predicate.ALWAYS_TRUE;
    for (int i = 0; i < columns.size(); i++) {
      KeyColumn column = columns.get(i);
      Optional<Field> field = schema.field(column.fieldId());
      if (field.isPresent() && column.comparesWith(field.get().type())) {
        bounds = Predicate.and(bounds, values.get(i).bounds(field.get().name()));
      }
    }
    return bounds;
  }

  @Override
  public Optional<Set<Integer>> columns(Schema schema) {
    Set<Integer> ids = new HashSet<>();
    for (KeyColumn column : columns) {
      Optional<Field> field = schema.struct().field(column.fieldId());
      if (field.isEmpty() || !column.comparesWith(field.get().type())) {
        return Optional.empty();
      }
      ids.add(column.fieldId());
    }
    return Optional.of(ids);
  }

  @Override
  public RowTest.OfRows over(Schema schema) {
    int[] positions = new int[columns.size()];
    for (int i = 0; i < positions.length; i++) {
      positions[i] = positionOf(columns.get(i).fieldId(), schema);
    }
    return row -> mayHold(row, positions);
  }

  private boolean mayHold(StructValue row, int[] positions) {
    long hash = 0;
    for (int i = 0; i < positions.length; i++) {
      Object value = row.at(positions[i]);
      if (value == null && columns.get(i).nulls() == KeyColumn.Nulls.UNEQUAL) {
        return false;
      }
      hash = KeyHash.append(hash, value == null ? KeyHash.ofNull() : KeyColumn.hash(value));
    }
    return hashes.mayContain(hash);
  }

  private static int positionOf(int fieldId, Schema schema) {
    for (int i = 0; i < schema.fields().size(); i++) {
      if (schema.fields().get(i).id() == fieldId) {
        return i;
      }
    }
    throw new IllegalArgumentException("No field " + fieldId + " in " + schema);
  }

  /** For people: how many keys there are, as far as that is known. */
  @Override
  public String toString() {
    return hashes.isExact() ? hashes.count() + " join keys" : "many join keys";
  }
}
