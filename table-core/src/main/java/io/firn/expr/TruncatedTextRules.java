package io.firn.expr;

import io.firn.expr.Predicate.Operator;
import io.firn.partition.TruncateTransform;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;

/** Strings cut to a number of code points, binary to a number of bytes. */
record TruncatedTextRules(TruncateTransform transform) implements TransformRules {
  @Override
  public List<Object> images(Object literal) {
    return List.of(cut(literal));
  }

  /** A partition value shorter than the width was not cut. */
  @Override
  public boolean isExact(Object literal) {
    return length(literal) < transform.width();
  }

  @Override
  public Optional<BoundPredicate> inclusive(
      Operator operator, Object literal, BoundTerm partition) {
    boolean fits = length(literal) <= transform.width();
    return switch (operator) {
      case LT -> TransformRules.test(fits ? Operator.LT : Operator.LT_EQ, partition, cut(literal));
      case LT_EQ -> TransformRules.test(Operator.LT_EQ, partition, cut(literal));
      case GT, GT_EQ -> TransformRules.test(Operator.GT_EQ, partition, cut(literal));
      case STARTS_WITH ->
          TransformRules.test(fits ? Operator.STARTS_WITH : Operator.EQ, partition, cut(literal));
      case NOT_STARTS_WITH ->
          fits
              ? TransformRules.test(Operator.NOT_STARTS_WITH, partition, literal)
              : Optional.empty();
      default -> Optional.empty();
    };
  }

  @Override
  public Optional<BoundPredicate> strict(Operator operator, Object literal, BoundTerm partition) {
    boolean fits = length(literal) <= transform.width();
    return switch (operator) {
      case LT, LT_EQ -> TransformRules.test(Operator.LT, partition, cut(literal));
      case GT -> TransformRules.test(Operator.GT, partition, cut(literal));
      case GT_EQ ->
          TransformRules.test(fits ? Operator.GT_EQ : Operator.GT, partition, cut(literal));
      case STARTS_WITH ->
          fits ? TransformRules.test(Operator.STARTS_WITH, partition, literal) : Optional.empty();
      case NOT_STARTS_WITH ->
          TransformRules.test(
              fits ? Operator.NOT_STARTS_WITH : Operator.NOT_EQ, partition, cut(literal));
      default -> Optional.empty();
    };
  }

  private Object cut(Object value) {
    return transform.apply(value);
  }

  private static int length(Object value) {
    return value instanceof String s
        ? s.codePointCount(0, s.length())
        : ((ByteBuffer) value).remaining();
  }
}
