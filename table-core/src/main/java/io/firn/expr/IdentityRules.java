package io.firn.expr;

import io.firn.expr.Predicate.Operator;
import java.util.List;
import java.util.Optional;

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
