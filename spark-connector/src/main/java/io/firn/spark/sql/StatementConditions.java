package io.firn.spark.sql;

import io.firn.spark.rowlevel.ConditionTarget;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.RowLevelWrite;
import org.apache.spark.sql.catalyst.rules.Rule;
import org.apache.spark.sql.connector.write.RowLevelOperation.Command;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Hands the condition of a DELETE or UPDATE to its target, so that the commit can ask it of the
 * rows that landed. Runs when Spark has optimized the condition and replaced the current time in
 * it. Leaves the plan as it is.
 */
public final class StatementConditions extends Rule<LogicalPlan> {

  @Override
  public LogicalPlan apply(LogicalPlan plan) {
    if (plan instanceof RowLevelWrite write) {
      if (write.operation().command() != Command.MERGE
          && write.operation() instanceof ConditionTarget target) {
        new RowConditions(
                CollectionConverters.asJava(((LogicalPlan) write.originalTable()).output()),
                target.schema())
            .of(write.condition())
            .ifPresent(target::readsRowsThat);
      }
    } else {
      CollectionConverters.asJava(plan.children()).forEach(this::apply);
    }
    return plan;
  }
}
