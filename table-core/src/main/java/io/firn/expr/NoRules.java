package io.firn.expr;

import io.firn.expr.Predicate.Operator;
import java.util.List;
import java.util.Optional;

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
