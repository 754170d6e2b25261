package io.firn.spark.sql;

import io.firn.spark.rowlevel.OnePassTarget;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.SubqueryExpression;
import org.apache.spark.sql.catalyst.plans.logical.Filter;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.Project;
import org.apache.spark.sql.catalyst.plans.logical.RowLevelWrite;
import org.apache.spark.sql.catalyst.plans.logical.SubqueryAlias;
import org.apache.spark.sql.catalyst.rules.Rule;
import org.apache.spark.sql.connector.write.RowLevelOperation.Command;
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2Relation;
import scala.jdk.javaapi.CollectionConverters;
import scala.runtime.AbstractFunction1;

/**
 * Tells the target of a DELETE or UPDATE without sub-queries that nothing comes between its scan
 * and its writers, which then need no shuffle and no sort to put a file's rows together. A
 * sub-query may become a join, and makes two scans of an UPDATE. Leaves the plan as it is.
 */
public final class OnePassStatements extends Rule<LogicalPlan> {

  @Override
  public LogicalPlan apply(LogicalPlan plan) {
    if (plan instanceof RowLevelWrite write) {
      if (write.operation().command() != Command.MERGE
          && write.operation() instanceof OnePassTarget target
          && isOnePass((LogicalPlan) write.query())) {
        target.isReadInOnePass();
      }
    } else {
      CollectionConverters.asJava(plan.children()).forEach(this::apply);
    }
    return plan;
  }

  private static boolean isOnePass(LogicalPlan query) {
    boolean isStep =
        query instanceof Project
            || query instanceof Filter
            || query instanceof SubqueryAlias
            || query instanceof DataSourceV2Relation;
    return isStep
        && CollectionConverters.asJava(query.expressions()).stream()
            .noneMatch(OnePassStatements::hasSubquery)
        && CollectionConverters.asJava(query.children()).stream()
            .allMatch(OnePassStatements::isOnePass);
  }

  private static boolean hasSubquery(Expression expression) {
    return expression.exists(
        new AbstractFunction1<Expression, Object>() {
          @Override
          public Object apply(Expression part) {
            return part instanceof SubqueryExpression;
          }
        });
  }
}
