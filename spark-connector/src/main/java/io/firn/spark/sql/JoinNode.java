package io.firn.spark.sql;

import java.util.function.UnaryOperator;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;

/** Copies join nodes, of which the parts differ between versions of Spark. */
final class JoinNode {
  private JoinNode() {}

  /** The join with other parts, as Spark itself copies nodes. */
  static LogicalPlan changed(LogicalPlan join, UnaryOperator<Object> change) {
    Object[] parts = new Object[join.productArity()];
    for (int i = 0; i < parts.length; i++) {
      parts[i] = change.apply(join.productElement(i));
    }
    return (LogicalPlan) join.makeCopy(parts);
  }
}
