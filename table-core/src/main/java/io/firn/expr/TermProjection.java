package io.firn.expr;

import io.firn.expr.Predicate.Operator;
import io.firn.expr.Predicate.SetOperator;
import io.firn.expr.Projections.Mode;
import io.firn.partition.BucketTransform;
import io.firn.partition.IdentityTransform;
import io.firn.partition.TimeTransform;
import io.firn.partition.Transform;
import io.firn.partition.TruncateTransform;
import io.firn.types.PrimitiveType;
import io.firn.types.SimpleType;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/** Projects tests of one term through one partition field of the same column. */
final class TermProjection {
  private final BoundTerm partition;
  private final TransformRules rules;

  private TermProjection(BoundTerm partition, TransformRules rules) {
    this.partition = partition;
    this.rules = rules;
  }

  /**
   * {@code source} is the term of the tests, {@code partition} reads the field that {@code
   * transform} made of the same column.
   */
  static TermProjection of(BoundTerm source, Transform transform, BoundTerm partition) {
    if (source.transform().isPresent()) {
      return new TermProjection(
          throughIdentity(source, transform, partition),
          transformedRules(source.transform().get(), transform));
    }
    return new TermProjection(partition, rules(source, transform));
  }

  private static TransformRules rules(BoundTerm source, Transform transform) {
    if (transform instanceof IdentityTransform) {
      return new TransformRules.IdentityRules();
    }
    if (!(source.type() instanceof PrimitiveType type) || !transform.canTransform(type)) {
      return new TransformRules.NoRules();
    }
    if (transform instanceof BucketTransform) {
      return new TransformRules.BucketRules(transform.bind(type));
    }
    if (transform instanceof TimeTransform time) {
      return new TimeRules(time, type);
    }
    if (transform instanceof TruncateTransform truncate) {
      boolean text = type == SimpleType.STRING || type == SimpleType.BINARY;
      return text ? new TruncatedTextRules(truncate) : new TruncatedNumberRules(truncate, type);
    }
    return new TransformRules.NoRules();
  }

  /** An identity field holds the column itself: the term's transform can be applied to it. */
  private static BoundTerm throughIdentity(
      BoundTerm source, Transform transform, BoundTerm partition) {
    return transform instanceof IdentityTransform
        ? new BoundTerm(
            partition.field(), partition.name(), partition.positions(), true, source.transform())
        : partition;
  }

  private static TransformRules transformedRules(Transform tested, Transform transform) {
    if (transform instanceof IdentityTransform) {
      return new TransformRules.IdentityRules();
    }
    if (!tested.equals(transform)) {
      return new TransformRules.NoRules();
    }
    return transform instanceof TimeTransform
        ? new TimeRules.OfTimeValues()
        : new TransformRules.IdentityRules();
  }

  BoundPredicate project(BoundPredicate leaf, Mode mode) {
    Optional<BoundPredicate> result = Optional.empty();
    if (leaf instanceof BoundPredicate.Test test) {
      result = projectTest(test);
    } else if (leaf instanceof BoundPredicate.Membership membership) {
      boolean in = membership.operator() == SetOperator.IN;
      result = projectSet(in, membership.literals(), mode);
    } else if (leaf instanceof BoundPredicate.Comparison comparison) {
      result = projectComparison(comparison.operator(), comparison.literal(), mode);
    }
    return result.orElse(BoundPredicate.constant(mode == Mode.INCLUSIVE));
  }

  private Optional<BoundPredicate> projectTest(BoundPredicate.Test test) {
    return switch (test.operator()) {
      case IS_NULL, NOT_NULL ->
          rules.keepsNull()
              ? Optional.of(new BoundPredicate.Test(test.operator(), partition))
              : Optional.empty();
      case IS_NAN, NOT_NAN ->
          rules.isIdentity()
              ? Optional.of(Binder.bindTest(test.operator(), partition))
              : Optional.empty();
    };
  }

  private Optional<BoundPredicate> projectComparison(Operator operator, Object literal, Mode mode) {
    return switch (operator) {
      case EQ -> projectSet(true, List.of(literal), mode);
      case NOT_EQ -> projectSet(false, List.of(literal), mode);
      default ->
          mode == Mode.INCLUSIVE
              ? rules.inclusive(operator, literal, partition)
              : rules.strict(operator, literal, partition);
    };
  }

  /** Of an inclusive IN and a strict NOT IN all images count, of the others only exact ones. */
  private Optional<BoundPredicate> projectSet(boolean in, List<Object> literals, Mode mode) {
    if (!rules.hasImages()) {
      return Optional.empty();
    }
    boolean all = in == (mode == Mode.INCLUSIVE);
    TreeSet<Object> images = new TreeSet<>(PredicateOrder.of(partition.primitiveType()));
    for (Object literal : literals) {
      if (all || rules.isExact(literal)) {
        images.addAll(rules.images(literal));
      }
    }
    if (images.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(in ? in(partition, images) : notIn(partition, images));
  }

  static BoundPredicate in(BoundTerm partition, TreeSet<Object> values) {
    return values.size() == 1
        ? new BoundPredicate.Comparison(Operator.EQ, partition, values.first())
        : new BoundPredicate.Membership(SetOperator.IN, partition, List.copyOf(values));
  }

  static BoundPredicate notIn(BoundTerm partition, TreeSet<Object> values) {
    return values.size() == 1
        ? new BoundPredicate.Comparison(Operator.NOT_EQ, partition, values.first())
        : new BoundPredicate.Membership(SetOperator.NOT_IN, partition, List.copyOf(values));
  }
}
