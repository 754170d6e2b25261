package io.firn.expr;

import io.firn.expr.Predicate.Operator;
import io.firn.expr.Predicate.SetOperator;
import io.firn.types.PrimitiveType;
import io.firn.types.SimpleType;
import io.firn.types.ValueOrder;
import java.nio.ByteBuffer;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Bounds, both inclusive, of values that are neither null nor NaN. An absent bound is null. Older
 * writers ordered uuids differently; a test of uuids holds if it holds under one of both orders.
 */
final class ValueRange {
  private static final List<Comparator<Object>> UUID_ORDERS =
      List.of(ValueOrder.of(SimpleType.UUID), PredicateOrder.SIGNED_UUIDS);

  private final List<Comparator<Object>> orders;
  private final @Nullable Object lower;
  private final @Nullable Object upper;

  ValueRange(PrimitiveType type, @Nullable Object lower, @Nullable Object upper) {
    this.orders = type == SimpleType.UUID ? UUID_ORDERS : List.of(PredicateOrder.of(type));
    // Some writers put NaN into bounds; that tells nothing about the other values.
    this.lower = lower == null || PredicateOrder.isNan(lower) ? null : lower;
    this.upper = upper == null || PredicateOrder.isNan(upper) ? null : upper;
  }

  /** Whether a value within the bounds may satisfy the comparison. */
  boolean mayHold(Operator operator, Object literal) {
    for (Comparator<Object> order : orders) {
      if (mayHold(operator, literal, order)) {
        return true;
      }
    }
    return false;
  }

  /** Whether a value within the bounds may be in the list, or not be in it. */
  boolean mayHold(SetOperator operator, List<Object> literals) {
    for (Comparator<Object> order : orders) {
      boolean sorted = order == orders.get(0);
      boolean may =
          operator == SetOperator.IN
              ? mayBeIn(literals, order, sorted)
              : !isOneOf(literals, order, sorted);
      if (may) {
        return true;
      }
    }
    return false;
  }

  /** Whether a value may lie in both ranges, which are of the same type. */
  boolean mayOverlap(ValueRange other) {
    for (Comparator<Object> order : orders) {
      boolean apart = isBelow(upper, other.lower, order) || isBelow(other.upper, lower, order);
      if (!apart) {
        return true;
      }
    }
    return false;
  }

  private static boolean isBelow(
      @Nullable Object upper, @Nullable Object lower, Comparator<Object> order) {
    return upper != null && lower != null && order.compare(upper, lower) < 0;
  }

  private boolean mayHold(Operator operator, Object literal, Comparator<Object> order) {
    return switch (operator) {
      case EQ ->
          (lower == null || order.compare(lower, literal) <= 0)
              && (upper == null || order.compare(upper, literal) >= 0);
      case NOT_EQ ->
          lower == null
              || upper == null
              || order.compare(lower, literal) != 0
              || order.compare(upper, literal) != 0;
      case LT -> lower == null || order.compare(lower, literal) < 0;
      case LT_EQ -> lower == null || order.compare(lower, literal) <= 0;
      case GT -> upper == null || order.compare(upper, literal) > 0;
      case GT_EQ -> upper == null || order.compare(upper, literal) >= 0;
      case STARTS_WITH ->
          (lower == null || order.compare(head(lower, literal), literal) <= 0)
              && (upper == null || order.compare(head(upper, literal), literal) >= 0);
      case NOT_STARTS_WITH ->
          lower == null
              || upper == null
              || order.compare(head(lower, literal), literal) != 0
              || order.compare(head(upper, literal), literal) != 0;
    };
  }

  private boolean mayBeIn(List<Object> literals, Comparator<Object> order, boolean sorted) {
    if (!sorted) {
      return literals.stream().anyMatch(l -> mayHold(Operator.EQ, l, order));
    }
    int first = 0;
    if (lower != null) {
      int found = Collections.binarySearch(literals, lower, order);
      first = found >= 0 ? found : -found - 1;
    }
    return first < literals.size()
        && (upper == null || order.compare(literals.get(first), upper) <= 0);
  }

  /** Whether all values are the same one, and it is in the list. */
  private boolean isOneOf(List<Object> literals, Comparator<Object> order, boolean sorted) {
    if (lower == null || upper == null || order.compare(lower, upper) != 0) {
      return false;
    }
    return sorted
        ? Collections.binarySearch(literals, lower, order) >= 0
        : literals.stream().anyMatch(l -> order.compare(lower, l) == 0);
  }

  /** As much of a text or of bytes as the prefix is long; order is kept. */
  static Object head(Object value, Object prefix) {
    if (value instanceof String text) {
      return text.substring(0, Math.min(text.length(), ((String) prefix).length()));
    }
    ByteBuffer bytes = (ByteBuffer) value;
    int length = Math.min(bytes.remaining(), ((ByteBuffer) prefix).remaining());
    return bytes.slice(bytes.position(), length);
  }
}
