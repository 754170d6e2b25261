package io.firn.spark.sql;

import io.firn.conflict.RowTest;
import io.firn.spark.rowlevel.ConditionTarget;
import io.firn.spark.rowlevel.ConditionTest;
import io.firn.types.Field;
import io.firn.types.Schema;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.catalyst.expressions.And;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.AttributeReference;
import org.apache.spark.sql.catalyst.expressions.BoundReference;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.SubqueryExpression;
import org.apache.spark.sql.catalyst.expressions.Unevaluable;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.RowLevelWrite;
import org.apache.spark.sql.catalyst.rules.Rule;
import org.apache.spark.sql.connector.write.RowLevelOperation.Command;
import scala.jdk.javaapi.CollectionConverters;
import scala.runtime.AbstractFunction1;

/**
 * Hands the condition of a DELETE or UPDATE to its target, so that the commit can ask it of the
 * rows that landed. Runs when Spark has optimized the condition and replaced the current time in
 * it. Leaves the plan as it is. What cannot be asked of a row alone (a sub-query, chance, Python)
 * is left out, so that more rows count.
 */
public final class StatementConditions extends Rule<LogicalPlan> {

  @Override
  public LogicalPlan apply(LogicalPlan plan) {
    if (plan instanceof RowLevelWrite write) {
      if (write.operation().command() != Command.MERGE
          && write.operation() instanceof ConditionTarget target) {
        test(write, target.schema()).ifPresent(target::readsRowsThat);
      }
    } else {
      CollectionConverters.asJava(plan.children()).forEach(this::apply);
    }
    return plan;
  }

  private static Optional<RowTest> test(RowLevelWrite write, Schema schema) {
    List<Attribute> columns =
        CollectionConverters.asJava(((LogicalPlan) write.originalTable()).output());
    List<Field> fields = new ArrayList<>();
    Optional<Expression> condition = Optional.empty();
    for (Expression conjunct : JoinKeys.conjuncts(write.condition())) {
      if (!conjunct.references().isEmpty() && isOfOneRow(conjunct, columns, schema)) {
        Expression bound = bound(conjunct, schema, fields);
        condition = Optional.of(condition.<Expression>map(c -> new And(c, bound)).orElse(bound));
      }
    }
    return condition.map(bound -> new ConditionTest(fields, bound));
  }

  private static boolean isOfOneRow(Expression conjunct, List<Attribute> columns, Schema schema) {
    return conjunct.deterministic()
        && !conjunct.exists(
            new AbstractFunction1<Expression, Object>() {
              @Override
              public Object apply(Expression part) {
                return part instanceof AttributeReference attribute
                    ? !isColumn(attribute, columns, schema)
                    : part instanceof Unevaluable || part instanceof SubqueryExpression;
              }
            });
  }

  private static boolean isColumn(
      AttributeReference attribute, List<Attribute> columns, Schema schema) {
    return columns.stream().anyMatch(column -> column.exprId().equals(attribute.exprId()))
        && schema.struct().field(attribute.name()).isPresent();
  }

  private static Expression bound(Expression conjunct, Schema schema, List<Field> fields) {
    return (Expression)
        conjunct.transform(
            NodeRule.of(
                AttributeReference.class,
                attribute -> Optional.of(bound(attribute, schema, fields))));
  }

  private static Expression bound(AttributeReference attribute, Schema schema, List<Field> fields) {
    Field field = schema.struct().field(attribute.name()).orElseThrow();
    if (!fields.contains(field)) {
      fields.add(field);
    }
    return new BoundReference(fields.indexOf(field), attribute.dataType(), true);
  }
}
