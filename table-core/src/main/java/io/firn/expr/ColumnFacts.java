package io.firn.expr;

import io.firn.expr.Predicate.Operator;
import io.firn.expr.Predicate.SetOperator;
import io.firn.expr.Predicate.TestOperator;
import java.util.List;

/**
 * What is known of a term's values in a set of rows: whether some may be null, some NaN, some
 * others, and the bounds of these others.
 */
record ColumnFacts(boolean mayBeNull, boolean mayBeNan, boolean mayBeValue, ValueRange range) {

  /** Whether some row may satisfy the comparison. */
  boolean mayMatch(Operator operator, Object literal) {
    return (mayBeNull && holdsForNull(operator))
        || (mayBeNan && holdsForNan(operator))
        || (mayBeValue && range.mayHold(operator, literal));
  }

  /** Whether some row may fail the comparison. */
  boolean mayFail(Operator operator, Object literal) {
    return (mayBeNull && !holdsForNull(operator))
        || (mayBeNan && !holdsForNan(operator))
        || (mayBeValue && range.mayHold(operator.negated(), literal));
  }

  boolean mayMatch(SetOperator operator, List<Object> literals) {
    boolean negative = operator == SetOperator.NOT_IN;
    return ((mayBeNull || mayBeNan) && negative)
        || (mayBeValue && range.mayHold(operator, literals));
  }

  boolean mayFail(SetOperator operator, List<Object> literals) {
    boolean negative = operator == SetOperator.NOT_IN;
    return ((mayBeNull || mayBeNan) && !negative)
        || (mayBeValue && range.mayHold(operator.negated(), literals));
  }

  boolean mayMatch(TestOperator operator) {
    return switch (operator) {
      case IS_NULL -> mayBeNull;
      case NOT_NULL -> mayBeNan || mayBeValue;
      case IS_NAN -> mayBeNan;
      case NOT_NAN -> mayBeNull || mayBeValue;
    };
  }

  boolean mayFail(TestOperator operator) {
    return mayMatch(operator.negated());
  }

  static boolean holdsForNull(Operator operator) {
    return operator == Operator.NOT_EQ || operator == Operator.NOT_STARTS_WITH;
  }

  /** NaN differs from every literal and is greater than it. */
  static boolean holdsForNan(Operator operator) {
    return operator == Operator.NOT_EQ || operator == Operator.GT || operator == Operator.GT_EQ;
  }
}
