package io.firn.spark.sql;

import io.firn.spark.keys.SourceKeys;
import java.util.List;
import java.util.Objects;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.ExpressionSet;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.UnaryNode;
import org.jspecify.annotations.Nullable;
import scala.collection.immutable.IndexedSeq;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Hands on all rows of its child, of which the keys are gathered. Spark pushes no filter through a
 * node that it does not know, so every row of the source comes here, whatever the target holds.
 */
public final class ObservedSource extends LogicalPlan implements UnaryNode {
  private final Seq<Expression> keys;
  private final SourceKeys gathered;
  private final LogicalPlan child;
  private final Seq<LogicalPlan> children;

  /** Spark copies nodes by this constructor. */
  public ObservedSource(Seq<Expression> keys, SourceKeys gathered, LogicalPlan child) {
    this.keys = keys;
    this.gathered = gathered;
    this.child = child;
    this.children = CollectionConverters.asScala(List.of(child)).toSeq();
  }

  Seq<Expression> keys() {
    return keys;
  }

  SourceKeys gathered() {
    return gathered;
  }

  @Override
  public LogicalPlan child() {
    return child;
  }

  @Override
  public Seq<LogicalPlan> children() {
    return children;
  }

  @Override
  public Seq<Attribute> output() {
    return child.output();
  }

  /** As of the child: what Spark infers for the target from the source must not be lost. */
  @Override
  public ExpressionSet validConstraints() {
    return child.constraints();
  }

  @Override
  public LogicalPlan withNewChildInternal(LogicalPlan newChild) {
    return new ObservedSource(keys, gathered, newChild);
  }

  @Override
  public LogicalPlan withNewChildrenInternal(IndexedSeq<LogicalPlan> newChildren) {
    return withNewChildInternal(newChildren.head());
  }

  @Override
  public int productArity() {
    return 3;
  }

  @Override
  public Object productElement(int n) {
    return switch (n) {
      case 0 -> keys;
      case 1 -> gathered;
      case 2 -> child;
      default -> throw new IndexOutOfBoundsException(n);
    };
  }

  @Override
  public boolean canEqual(Object that) {
    return that instanceof ObservedSource;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof ObservedSource that
        && keys.equals(that.keys)
        && gathered == that.gathered
        && child.equals(that.child);
  }

  @Override
  public int hashCode() {
    return Objects.hash(keys, child);
  }
}
