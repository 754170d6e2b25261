package io.firn.spark.sql;

import io.firn.spark.catalog.FirnTable;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.ExprId;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.GetArrayItem;
import org.apache.spark.sql.catalyst.expressions.GetArrayStructFields;
import org.apache.spark.sql.catalyst.expressions.GetStructField;
import org.apache.spark.sql.catalyst.expressions.IsNotNull;
import org.apache.spark.sql.catalyst.expressions.IsNull;
import org.apache.spark.sql.catalyst.expressions.Size;
import org.apache.spark.sql.catalyst.expressions.SubqueryExpression;
import org.apache.spark.sql.catalyst.plans.logical.Aggregate;
import org.apache.spark.sql.catalyst.plans.logical.Filter;
import org.apache.spark.sql.catalyst.plans.logical.GlobalLimit;
import org.apache.spark.sql.catalyst.plans.logical.Join;
import org.apache.spark.sql.catalyst.plans.logical.LocalLimit;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.Project;
import org.apache.spark.sql.catalyst.plans.logical.Sort;
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2Relation;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.StructType;
import scala.jdk.javaapi.CollectionConverters;

/** What a plan wants of the columns of Firn's tables that are arrays of structs. */
final class ArrayUses {
  private final Map<ExprId, BitSet> fields = new HashMap<>();

  private ArrayUses() {}

  static ArrayUses in(LogicalPlan plan) {
    ArrayUses uses = new ArrayUses();
    for (LogicalPlan leaf : CollectionConverters.asJava(plan.collectLeaves())) {
      if (leaf instanceof DataSourceV2Relation relation && relation.table() instanceof FirnTable) {
        for (Attribute column : CollectionConverters.asJava(leaf.output())) {
          if (column.dataType() instanceof ArrayType array
              && array.elementType() instanceof StructType) {
            uses.fields.put(column.exprId(), new BitSet());
          }
        }
      }
    }
    if (!uses.fields.isEmpty()) {
      uses.takeWhole(plan);
      uses.read(plan);
    }
    return uses;
  }

  /** Whether {@link #fields} is empty for all columns. */
  boolean isEmpty() {
    return fields.isEmpty();
  }

  /**
   * The places of the fields of its elements that are asked for, of an array that is nowhere wanted
   * as a whole; empty for other columns.
   */
  Optional<BitSet> fields(Attribute column) {
    return Optional.ofNullable(fields.get(column.exprId()));
  }

  private void read(LogicalPlan plan) {
    for (LogicalPlan child : CollectionConverters.asJava(plan.children())) {
      if (!isTransparent(plan)) {
        takeWhole(child);
      }
      read(child);
    }
    for (Expression expression : CollectionConverters.asJava(plan.expressions())) {
      boolean isHandedOn =
          expression instanceof Attribute
              && (plan instanceof Project || plan instanceof DataSourceV2Relation);
      if (!isHandedOn) {
        read(expression);
      }
    }
  }

  /** Whether a node wants of its children's columns no more than its expressions say. */
  private static boolean isTransparent(LogicalPlan plan) {
    return plan instanceof Project
        || plan instanceof Filter
        || plan instanceof Aggregate
        || plan instanceof Join
        || plan instanceof Sort
        || plan instanceof GlobalLimit
        || plan instanceof LocalLimit;
  }

  private void takeWhole(LogicalPlan plan) {
    CollectionConverters.asJava(plan.output()).forEach(column -> fields.remove(column.exprId()));
  }

  private void read(Expression expression) {
    if (isSizeOrNullCheck(expression)) {
      return;
    }
    if (expression instanceof GetArrayStructFields field
        && field.child() instanceof Attribute column) {
      use(column, field.ordinal());
    } else if (expression instanceof GetStructField field
        && field.child() instanceof GetArrayItem item
        && item.child() instanceof Attribute column) {
      use(column, field.ordinal());
      read(item.ordinal());
    } else {
      if (expression instanceof Attribute column) {
        fields.remove(column.exprId());
      } else if (expression instanceof SubqueryExpression subquery) {
        CollectionConverters.asJava(subquery.references().iterator())
            .forEachRemaining(column -> fields.remove(column.exprId()));
      }
      CollectionConverters.asJava(expression.children()).forEach(this::read);
    }
  }

  /** Any field is enough to know whether an array is null. */
  private static boolean isSizeOrNullCheck(Expression expression) {
    return (expression instanceof Size
            || expression instanceof IsNotNull
            || expression instanceof IsNull)
        && expression.children().head() instanceof Attribute;
  }

  private void use(Attribute column, int field) {
    BitSet used = fields.get(column.exprId());
    if (used != null) {
      used.set(field);
    }
  }
}
