package io.firn.expr;

import io.firn.expr.Predicate.Operator;
import java.util.List;
import java.util.Optional;

/**
 * The tested term is the partition field's own time transform: {@code day(ts) = 17} over a field
 * {@code day(ts)}. Old partition values before 1970 may be one too high.
 */
record TimeValueRules() implements TransformRules {

  /** The partition values that writers may have stored for the right one. */
  static List<Object> possible(int value) {
    return value < 0 ? List.of(value, value + 1) : List.of(value);
  }

  @Override
  public List<Object> images(Object literal) {
    return possible((Integer) literal);
  }

  /** Stored values above 0 are right, and no wrong one is below the right one. */
  @Override
  public boolean isExact(Object literal) {
    return (Integer) literal > 0;
  }

  @Override
  public Optional<BoundPredicate> inclusive(
      Operator operator, Object literal, BoundTerm partition) {
    int value = (Integer) literal;
    return switch (operator) {
      case LT -> TransformRules.test(Operator.LT, partition, value <= 0 ? value + 1 : value);
      case LT_EQ -> TransformRules.test(Operator.LT_EQ, partition, value < 0 ? value + 1 : value);
      case GT, GT_EQ -> TransformRules.test(operator, partition, value);
      default -> Optional.empty();
    };
  }

  @Override
  public Optional<BoundPredicate> strict(Operator operator, Object literal, BoundTerm partition) {
    int value = (Integer) literal;
    return switch (operator) {
      case LT, LT_EQ -> TransformRules.test(operator, partition, value);
      case GT -> TransformRules.test(Operator.GT, partition, value < 0 ? value + 1 : value);
      case GT_EQ -> TransformRules.test(Operator.GT_EQ, partition, value <= 0 ? value + 1 : value);
      default -> Optional.empty();
    };
  }
}
