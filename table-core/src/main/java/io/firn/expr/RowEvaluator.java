package io.firn.expr;

import io.firn.expr.Predicate.Operator;
import io.firn.expr.Predicate.SetOperator;
import io.firn.partition.Transform;
import io.firn.types.PrimitiveType;
import io.firn.types.Schema;
import io.firn.types.SimpleType;
import io.firn.types.StructValue;
import java.nio.ByteBuffer;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether a row matches. Rows have the shape of the schema that the predicate was bound to;
 * for projected predicates they are partition tuples. Immutable and thread-safe.
 */
public final class RowEvaluator {
  private final RowTest test;

  public RowEvaluator(BoundPredicate predicate) {
    this.test = predicate.match(new Compilation());
  }

  public static RowEvaluator of(
      Predicate predicate, Schema schema, CaseSensitivity caseSensitivity) {
    return new RowEvaluator(Binder.bind(predicate, schema, caseSensitivity));
  }

  public boolean matches(StructValue row) {
    return test.matches(row);
  }

  private interface RowTest {
    boolean matches(StructValue row);
  }

  private interface Column {
    @Nullable Object valueIn(StructValue row);
  }

  private record Compilation() implements BoundPredicate.Cases<RowTest> {
    @Override
    public RowTest constant(BoundPredicate.Constant p) {
      boolean value = p.value();
      return row -> value;
    }

    @Override
    public RowTest and(BoundPredicate.And p) {
      RowTest left = p.left().match(this);
      RowTest right = p.right().match(this);
      return row -> left.matches(row) && right.matches(row);
    }

    @Override
    public RowTest or(BoundPredicate.Or p) {
      RowTest left = p.left().match(this);
      RowTest right = p.right().match(this);
      return row -> left.matches(row) || right.matches(row);
    }

    @Override
    public RowTest comparison(BoundPredicate.Comparison p) {
      Column column = column(p.term());
      Operator operator = p.operator();
      Object literal = p.literal();
      Comparator<Object> order = PredicateOrder.of(p.term().primitiveType());
      return row -> {
        Object value = column.valueIn(row);
        return value == null
            ? ColumnFacts.holdsForNull(operator)
            : holds(operator, value, literal, order);
      };
    }

    @Override
    public RowTest membership(BoundPredicate.Membership p) {
      Column column = column(p.term());
      boolean in = p.operator() == SetOperator.IN;
      List<Object> literals = p.literals();
      Comparator<Object> order = PredicateOrder.of(p.term().primitiveType());
      return row -> {
        Object value = column.valueIn(row);
        boolean found = value != null && Collections.binarySearch(literals, value, order) >= 0;
        return found == in;
      };
    }

    @Override
    public RowTest test(BoundPredicate.Test p) {
      Column column = column(p.term());
      return switch (p.operator()) {
        case IS_NULL -> row -> column.valueIn(row) == null;
        case NOT_NULL -> row -> column.valueIn(row) != null;
        case IS_NAN -> row -> isNan(column.valueIn(row));
        case NOT_NAN -> row -> !isNan(column.valueIn(row));
      };
    }
  }

  private static boolean isNan(@Nullable Object value) {
    return value != null && PredicateOrder.isNan(value);
  }

  private static boolean holds(
      Operator operator, Object value, Object literal, Comparator<Object> order) {
    return switch (operator) {
      case EQ -> order.compare(value, literal) == 0;
      case NOT_EQ -> order.compare(value, literal) != 0;
      case LT -> order.compare(value, literal) < 0;
      case LT_EQ -> order.compare(value, literal) <= 0;
      case GT -> order.compare(value, literal) > 0;
      case GT_EQ -> order.compare(value, literal) >= 0;
      case STARTS_WITH -> startsWith(value, literal);
      case NOT_STARTS_WITH -> !startsWith(value, literal);
    };
  }

  private static boolean startsWith(Object value, Object prefix) {
    return value instanceof String text
        ? text.startsWith((String) prefix)
        : ValueRange.head((ByteBuffer) value, prefix).equals(prefix);
  }

  private static Column column(BoundTerm term) {
    int[] positions = term.positions().stream().mapToInt(Integer::intValue).toArray();
    Column column = positions.length == 1 ? top(positions[0]) : row -> nested(row, positions);
    if (term.field().type() == SimpleType.LONG || term.field().type() == SimpleType.DOUBLE) {
      column = widened(column);
    }
    Optional<Transform> transform = term.transform();
    if (transform.isEmpty()) {
      return column;
    }
    Column source = column;
    Function<@Nullable Object, @Nullable Object> function =
        transform.get().bind((PrimitiveType) term.field().type());
    return row -> function.apply(source.valueIn(row));
  }

  private static Column top(int position) {
    return row -> row.at(position);
  }

  private static @Nullable Object nested(StructValue row, int[] positions) {
    StructValue struct = row;
    for (int i = 0; i < positions.length - 1; i++) {
      Object next = struct.at(positions[i]);
      if (next == null) {
        return null;
      }
      struct = (StructValue) next;
    }
    return struct.at(positions[positions.length - 1]);
  }

  /** Tuples and rows written before a promotion hold the narrower type. */
  private static Column widened(Column column) {
    return row -> {
      Object value = column.valueIn(row);
      if (value instanceof Integer i) {
        return i.longValue();
      }
      return value instanceof Float f ? (Object) f.doubleValue() : value;
    };
  }
}
