package io.firn.spark.sql;

import io.firn.conflict.RowTest;
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
import org.apache.spark.sql.catalyst.expressions.RuntimeReplaceable;
import org.apache.spark.sql.catalyst.expressions.SubqueryExpression;
import org.apache.spark.sql.catalyst.expressions.Unevaluable;
import scala.runtime.AbstractFunction1;

/**
 * Conditions of a statement as tests of rows of its target. What cannot be asked of a row alone (a
 * sub-query, chance, Python, columns of other tables) is left out, so that more rows pass.
 */
final class RowConditions {
  private final List<Attribute> columns;
  private final Schema schema;

  /** The columns of the target as the conditions refer to them, and its schema. */
  RowConditions(List<Attribute> columns, Schema schema) {
    this.columns = List.copyOf(columns);
    this.schema = schema;
  }

  /** Rows for which the condition may hold; empty if that may be any row. */
  Optional<RowTest> of(Expression condition) {
    List<Field> fields = new ArrayList<>();
    Optional<Expression> asked = Optional.empty();
    for (Expression conjunct : JoinKeys.conjuncts(evaluable(condition))) {
      if (!conjunct.references().isEmpty() && isOfOneRow(conjunct)) {
        Expression bound = bound(conjunct, fields);
        asked = Optional.of(asked.<Expression>map(c -> new And(c, bound)).orElse(bound));
      }
    }
    return asked.map(bound -> new ConditionTest(fields, bound));
  }

  /** Rows for which one of the conditions may hold; empty if that may be any row. */
  Optional<RowTest> anyOf(List<Expression> conditions) {
    Optional<RowTest> any = Optional.empty();
    for (Expression condition : conditions) {
      Optional<RowTest> one = of(condition);
      if (one.isEmpty()) {
        return Optional.empty();
      }
      any = Optional.of(any.map(others -> RowTest.or(others, one.get())).orElse(one.get()));
    }
    return any;
  }

  /** Functions that Spark itself only evaluates by what stands for them. */
  private static Expression evaluable(Expression condition) {
    return (Expression)
        condition.transform(
            NodeRule.of(
                Expression.class,
                part ->
                    part instanceof RuntimeReplaceable function
                        ? Optional.of(function.replacement())
                        : Optional.empty()));
  }

  private boolean isOfOneRow(Expression conjunct) {
    return conjunct.deterministic()
        && !conjunct.exists(
            new AbstractFunction1<Expression, Object>() {
              @Override
              public Object apply(Expression part) {
                return part instanceof AttributeReference attribute
                    ? !isColumn(attribute)
                    : part instanceof Unevaluable || part instanceof SubqueryExpression;
              }
            });
  }

  private boolean isColumn(AttributeReference attribute) {
    return columns.stream().anyMatch(column -> column.exprId().equals(attribute.exprId()))
        && schema.struct().field(attribute.name()).isPresent();
  }

  private Expression bound(Expression conjunct, List<Field> fields) {
    return (Expression)
        conjunct.transform(
            NodeRule.of(
                AttributeReference.class, attribute -> Optional.of(bound(attribute, fields))));
  }

  private Expression bound(AttributeReference attribute, List<Field> fields) {
    Field field = schema.struct().field(attribute.name()).orElseThrow();
    if (!fields.contains(field)) {
      fields.add(field);
    }
    return new BoundReference(fields.indexOf(field), attribute.dataType(), true);
  }
}
