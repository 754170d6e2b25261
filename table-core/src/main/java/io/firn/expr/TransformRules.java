package io.firn.expr;

import io.firn.expr.Predicate.Operator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

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

  /** The partition value tells nothing: void, unknown and other transforms. */
  record NoRules() implements TransformRules {
    @Override
    public boolean keepsNull() {
      return false;
    }

    @Override
    public boolean hasImages() {
      return false;
    }

    @Override
    public List<Object> images(Object literal) {
      return List.of();
    }

    @Override
    public boolean isExact(Object literal) {
      return false;
    }

    @Override
    public Optional<BoundPredicate> inclusive(
        Operator operator, Object literal, BoundTerm partition) {
      return Optional.empty();
    }

    @Override
    public Optional<BoundPredicate> strict(Operator operator, Object literal, BoundTerm partition) {
      return Optional.empty();
    }
  }

  /** The partition value is the tested value. */
  record IdentityRules() implements TransformRules {
    @Override
    public boolean isIdentity() {
      return true;
    }

    @Override
    public List<Object> images(Object literal) {
      return List.of(literal);
    }

    @Override
    public boolean isExact(Object literal) {
      return true;
    }

    @Override
    public Optional<BoundPredicate> inclusive(
        Operator operator, Object literal, BoundTerm partition) {
      return TransformRules.test(operator, partition, literal);
    }

    @Override
    public Optional<BoundPredicate> strict(Operator operator, Object literal, BoundTerm partition) {
      return TransformRules.test(operator, partition, literal);
    }
  }

  /** Buckets know equality only. */
  record BucketRules(Function<@Nullable Object, @Nullable Object> bucket)
      implements TransformRules {
    @Override
    public List<Object> images(Object literal) {
      return List.of(Objects.requireNonNull(bucket.apply(literal)));
    }

    @Override
    public boolean isExact(Object literal) {
      return false;
    }

    @Override
    public Optional<BoundPredicate> inclusive(
        Operator operator, Object literal, BoundTerm partition) {
      return Optional.empty();
    }

    @Override
    public Optional<BoundPredicate> strict(Operator operator, Object literal, BoundTerm partition) {
      return Optional.empty();
    }
  }
}
