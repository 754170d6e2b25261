package io.firn.conflict;

import io.firn.expr.Predicate;
import io.firn.types.Schema;
import io.firn.types.StructValue;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * A test of a table's rows that the format's own predicates cannot say: a row that fails it had no
 * influence on a statement. Rows have the table's current columns, which may be other ones than the
 * statement saw.
 */
public interface RowTest {

  /** Holds for every row that passes: what files may be left out by. */
  Predicate bounds(Schema schema);

  /**
   * Ids of the top-level columns that it looks at; empty if it can say nothing about rows of the
   * schema, so that each of them counts.
   */
  Optional<Set<Integer>> columns(Schema schema);

  /** The test of rows with (at least) those columns of the schema. */
  OfRows over(Schema schema);

  /** For rows of one shape. */
  interface OfRows {
    /** False only if the row had no influence. */
    boolean mayMatch(StructValue row);
  }

  /** Passes only rows that pass both. */
  static RowTest and(RowTest a, RowTest b) {
    return new RowTest() {
      @Override
      public Predicate bounds(Schema schema) {
        return Predicate.and(a.bounds(schema), b.bounds(schema));
      }

      @Override
      public Optional<Set<Integer>> columns(Schema schema) {
        Optional<Set<Integer>> first = a.columns(schema);
        Optional<Set<Integer>> second = b.columns(schema);
        if (first.isEmpty() || second.isEmpty()) {
          return first.or(() -> second);
        }
        Set<Integer> both = new HashSet<>(first.get());
        both.addAll(second.get());
        return Optional.of(both);
      }

      @Override
      public OfRows over(Schema schema) {
        OfRows first = known(a, schema);
        OfRows second = known(b, schema);
        return row -> first.mayMatch(row) && second.mayMatch(row);
      }

      private OfRows known(RowTest test, Schema schema) {
        return test.columns(schema).isPresent() ? test.over(schema) : row -> true;
      }
    };
  }

  /** Passes rows that pass one of them; says nothing of rows that one of them says nothing of. */
  static RowTest or(RowTest a, RowTest b) {
    return new RowTest() {
      @Override
      public Predicate bounds(Schema schema) {
        return Predicate.or(a.bounds(schema), b.bounds(schema));
      }

      @Override
      public Optional<Set<Integer>> columns(Schema schema) {
        Optional<Set<Integer>> second = b.columns(schema);
        return a.columns(schema)
            .filter(first -> second.isPresent())
            .map(
                first -> {
                  Set<Integer> both = new HashSet<>(first);
                  both.addAll(second.orElseThrow());
                  return both;
                });
      }

      @Override
      public OfRows over(Schema schema) {
        OfRows first = a.over(schema);
        OfRows second = b.over(schema);
        return row -> first.mayMatch(row) || second.mayMatch(row);
      }
    };
  }
}
