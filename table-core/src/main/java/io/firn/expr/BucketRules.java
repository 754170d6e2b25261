package io.firn.expr;

import io.firn.expr.Predicate.Operator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Buckets know equality only. */
record BucketRules(Function<@Nullable Object, @Nullable Object> bucket) implements TransformRules {
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
