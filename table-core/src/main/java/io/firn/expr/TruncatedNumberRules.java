package io.firn.expr;

import io.firn.expr.Predicate.Operator;
import io.firn.partition.TruncateTransform;
import io.firn.types.PrimitiveType;
import io.firn.types.SimpleType;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Numbers rounded down to a multiple of the width. The smallest ints and longs have no such
 * multiple in their type: their partition value wraps around to a huge one.
 */
final class TruncatedNumberRules implements TransformRules {
  private final TruncateTransform transform;
  private final PrimitiveType type;

  /** The partition value of the smallest numbers, null if none wraps. */
  private final @Nullable Object wrapped;

  TruncatedNumberRules(TruncateTransform transform, PrimitiveType type) {
    this.transform = transform;
    this.type = type;
    Object smallest =
        type == SimpleType.INT
            ? (Object) Integer.MIN_VALUE
            : type == SimpleType.LONG ? Long.MIN_VALUE : null;
    this.wrapped = smallest != null && wraps(smallest) ? transform.apply(smallest) : null;
  }

  @Override
  public List<Object> images(Object literal) {
    return List.of(transform.apply(literal));
  }

  @Override
  public boolean isExact(Object literal) {
    return transform.width() == 1;
  }

  @Override
  public Optional<BoundPredicate> inclusive(
      Operator operator, Object literal, BoundTerm partition) {
    return switch (operator) {
      case LT -> Steps.previous(literal).map(last -> atMost(last, partition)).or(() -> never());
      case LT_EQ -> Optional.of(atMost(literal, partition));
      case GT -> Steps.next(literal).map(first -> atLeast(first, partition)).or(() -> never());
      case GT_EQ -> Optional.of(atLeast(literal, partition));
      default -> Optional.empty();
    };
  }

  @Override
  public Optional<BoundPredicate> strict(Operator operator, Object literal, BoundTerm partition) {
    return switch (operator) {
      case LT -> allBelow(literal, partition);
      case LT_EQ -> Steps.next(literal).flatMap(end -> allBelow(end, partition));
      case GT -> allAbove(literal, partition);
      case GT_EQ -> Steps.previous(literal).flatMap(end -> allAbove(end, partition));
      default -> Optional.empty();
    };
  }

  private BoundPredicate atMost(Object last, BoundTerm partition) {
    BoundPredicate image =
        compare(wraps(last) ? Operator.EQ : Operator.LT_EQ, partition, transform.apply(last));
    return wrapped == null || wraps(last)
        ? image
        : BoundPredicate.or(image, compare(Operator.EQ, partition, wrapped));
  }

  private BoundPredicate atLeast(Object first, BoundTerm partition) {
    return wraps(first)
        ? new BoundPredicate.Test(Predicate.TestOperator.NOT_NULL, partition)
        : compare(Operator.GT_EQ, partition, transform.apply(first));
  }

  private Optional<BoundPredicate> allBelow(Object end, BoundTerm partition) {
    return wraps(end)
        ? Optional.empty()
        : TransformRules.test(Operator.LT, partition, transform.apply(end));
  }

  private Optional<BoundPredicate> allAbove(Object end, BoundTerm partition) {
    if (wraps(end)) {
      return Optional.empty();
    }
    BoundPredicate image = compare(Operator.GT, partition, transform.apply(end));
    return Optional.of(
        wrapped == null
            ? image
            : BoundPredicate.and(image, compare(Operator.NOT_EQ, partition, wrapped)));
  }

  private boolean wraps(Object value) {
    return PredicateOrder.of(type).compare(transform.apply(value), value) > 0;
  }

  private static BoundPredicate compare(Operator operator, BoundTerm partition, Object literal) {
    return new BoundPredicate.Comparison(operator, partition, literal);
  }

  private static Optional<BoundPredicate> never() {
    return Optional.of(BoundPredicate.ALWAYS_FALSE);
  }
}
