package io.firn.spark.sql;

import java.util.Optional;
import java.util.function.Function;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import scala.Function1;
import scala.PartialFunction;
import scala.runtime.AbstractPartialFunction;

/** A change of plan nodes of one class, where the change does not decline. */
final class NodeRule<T extends LogicalPlan>
    extends AbstractPartialFunction<LogicalPlan, LogicalPlan> {
  private final Class<T> type;
  private final Function<T, Optional<LogicalPlan>> change;

  private NodeRule(Class<T> type, Function<T, Optional<LogicalPlan>> change) {
    this.type = type;
    this.change = change;
  }

  static <T extends LogicalPlan> PartialFunction<LogicalPlan, LogicalPlan> of(
      Class<T> type, Function<T, Optional<LogicalPlan>> change) {
    return new NodeRule<>(type, change);
  }

  @Override
  public boolean isDefinedAt(LogicalPlan node) {
    return type.isInstance(node);
  }

  @Override
  @SuppressWarnings("unchecked") // the fallback takes every node and returns a node
  public <A extends LogicalPlan, B> B applyOrElse(A node, Function1<A, B> otherwise) {
    if (type.isInstance(node)) {
      Optional<LogicalPlan> changed = change.apply(type.cast(node));
      if (changed.isPresent()) {
        return (B) changed.get();
      }
    }
    return otherwise.apply(node);
  }
}
