package io.firn.spark.read.file;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.jspecify.annotations.Nullable;

/** The keys that equality deletes over one set of columns delete. */
final class EqualityDeletes {
  private final List<KeyColumn> columns;
  private final Set<Key> keys = new HashSet<>();

  EqualityDeletes(List<KeyColumn> columns) {
    this.columns = List.copyOf(columns);
  }

  /** Adds a row of a delete file: its values of the key columns, in Firn's form. */
  void add(@Nullable Object[] row) {
    @Nullable Object[] values = new Object[row.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = columns.get(i).ofDelete(row[i]);
    }
    keys.add(new Key(values));
  }

  int size() {
    return keys.size();
  }

  /** A test of rows whose key columns are in these vectors; for one thread. */
  RowTest over(List<ColumnVector> vectors) {
    Key probe = new Key(new Object[columns.size()]);
    return row -> {
      for (int i = 0; i < probe.values.length; i++) {
        probe.values[i] = columns.get(i).ofRow(vectors.get(i), row);
      }
      return keys.contains(probe);
    };
  }

  /** Whether a row of the current batch is deleted. */
  interface RowTest {
    boolean isDeleted(int row);
  }

  private static final class Key {
    private final @Nullable Object[] values;

    Key(@Nullable Object[] values) {
      this.values = values;
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Key that && Arrays.equals(values, that.values);
    }

    @Override
    public int hashCode() {
      return Arrays.hashCode(values);
    }
  }
}
