package io.firn.expr;

import io.firn.expr.Predicate.Transformed;
import io.firn.partition.BucketTransform;
import io.firn.partition.IdentityTransform;
import io.firn.partition.TimeTransform;
import io.firn.partition.Transform;
import io.firn.partition.TruncateTransform;
import java.util.List;
import org.apache.iceberg.expressions.Expression;
import org.apache.iceberg.expressions.Expression.Operation;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.expressions.UnboundTerm;

/** Predicates as Apache Iceberg's expressions. */
public final class IcebergExpressions implements Predicate.Cases<Expression> {

  public static Expression of(Predicate predicate) {
    return predicate.match(new IcebergExpressions());
  }

  @Override
  public Expression constant(Predicate.Constant p) {
    return p.value() ? Expressions.alwaysTrue() : Expressions.alwaysFalse();
  }

  @Override
  public Expression and(Predicate.And p) {
    return Expressions.and(p.left().match(this), p.right().match(this));
  }

  @Override
  public Expression or(Predicate.Or p) {
    return Expressions.or(p.left().match(this), p.right().match(this));
  }

  @Override
  public Expression not(Predicate.Not p) {
    return Expressions.not(p.child().match(this));
  }

  @Override
  public Expression comparison(Predicate.Comparison p) {
    Operation operation = Operation.valueOf(p.operator().name());
    return Expressions.predicate(operation, term(p.term()), List.of(p.literal()));
  }

  @Override
  public Expression membership(Predicate.Membership p) {
    return Expressions.predicate(
        Operation.valueOf(p.operator().name()), term(p.term()), p.literals());
  }

  @Override
  public Expression test(Predicate.Test p) {
    return Expressions.predicate(Operation.valueOf(p.operator().name()), term(p.term()));
  }

  @SuppressWarnings("unchecked")
  private static UnboundTerm<Object> term(Predicate.Term term) {
    String name = term.reference().name();
    if (!(term instanceof Transformed transformed)
        || transformed.transform() instanceof IdentityTransform) {
      return (UnboundTerm<Object>) (UnboundTerm<?>) Expressions.ref(name);
    }
    Transform transform = transformed.transform();
    if (transform instanceof BucketTransform bucket) {
      return Expressions.bucket(name, bucket.numBuckets());
    }
    if (transform instanceof TruncateTransform truncate) {
      return Expressions.truncate(name, truncate.width());
    }
    return switch ((TimeTransform) transform) {
      case YEAR -> Expressions.year(name);
      case MONTH -> Expressions.month(name);
      case DAY -> Expressions.day(name);
      case HOUR -> Expressions.hour(name);
    };
  }
}
