package io.firn.expr;

import io.firn.expr.Predicate.Operator;
import java.util.List;
import java.util.Optional;

/**
 * What a partition value tells about the values of its column. Ranges and prefixes are projected by
 * {@link #inclusive} and {@link #strict}, equality by images: the partition values that a column
 * value may have led to.
 */
interface TransformRules {

  /** Whether the partition value is null exactly when the column is. */
  default boolean keepsNull() {
    return true;
  }

  /** Whether the partition value is the column's value. */
  default boolean isIdentity() {
    return false;
  }

  /** Whether {@link #images} can be asked. */
  default boolean hasImages() {
    return true;
  }

  /** The partition values that files with this column value may have. */
  List<Object> images(Object literal);

  /** Whether a partition value of {@link #images} is possible for this column value only. */
  boolean isExact(Object literal);

  /** What holds for the partition value of every row that matches; never asked for EQ, NOT_EQ. */
  Optional<BoundPredicate> inclusive(Operator operator, Object literal, BoundTerm partition);

  /** What makes all rows of a partition match; never asked for EQ, NOT_EQ. */
  Optional<BoundPredicate> strict(Operator operator, Object literal, BoundTerm partition);

  static Optional<BoundPredicate> test(Operator operator, BoundTerm partition, Object literal) {
    return Optional.of(new BoundPredicate.Comparison(operator, partition, literal));
  }
}
