package io.firn.spark.sql;

import io.firn.conflict.KeyColumn;
import io.firn.spark.convert.SparkTypes;
import io.firn.spark.keys.SourceKeys;
import io.firn.types.Field;
import io.firn.types.PrimitiveType;
import io.firn.types.Schema;
import io.firn.types.SimpleType;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.catalyst.expressions.And;
import org.apache.spark.sql.catalyst.expressions.AttributeReference;
import org.apache.spark.sql.catalyst.expressions.AttributeSet;
import org.apache.spark.sql.catalyst.expressions.Cast;
import org.apache.spark.sql.catalyst.expressions.EqualNullSafe;
import org.apache.spark.sql.catalyst.expressions.EqualTo;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.PythonUDF;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import scala.runtime.AbstractFunction1;

/**
 * The columns of a MERGE's target that its ON condition compares with the source for equality, and
 * what of the source they are compared with. Other conjuncts only make a match rarer.
 */
final class JoinKeys {
  private final Schema schema;
  private final AttributeSet target;
  private final AttributeSet source;
  private final List<KeyColumn> columns = new ArrayList<>();
  private final List<Expression> expressions = new ArrayList<>();

  private JoinKeys(Schema schema, AttributeSet target, AttributeSet source) {
    this.schema = schema;
    this.target = target;
    this.source = source;
  }

  static JoinKeys of(
      Expression condition, Schema schema, AttributeSet target, AttributeSet source) {
    JoinKeys keys = new JoinKeys(schema, target, source);
    conjuncts(condition).forEach(keys::take);
    return keys;
  }

  static List<Expression> conjuncts(Expression condition) {
    List<Expression> conjuncts = new ArrayList<>();
    Deque<Expression> open = new ArrayDeque<>(List.of(condition));
    while (!open.isEmpty()) {
      Expression next = open.pop();
      if (next instanceof And and) {
        open.push(and.right());
        open.push(and.left());
      } else {
        conjuncts.add(next);
      }
    }
    return conjuncts;
  }

  boolean isEmpty() {
    return columns.isEmpty();
  }

  List<Expression> expressions() {
    return expressions;
  }

  SourceKeys newSourceKeys() {
    return new SourceKeys(columns, expressions.stream().map(Expression::dataType).toList());
  }

  private void take(Expression conjunct) {
    if (conjunct instanceof EqualTo equal) {
      take(equal.left(), equal.right(), KeyColumn.Nulls.UNEQUAL);
    } else if (conjunct instanceof EqualNullSafe equal) {
      take(equal.left(), equal.right(), KeyColumn.Nulls.EQUAL);
    }
  }

  private void take(Expression a, Expression b, KeyColumn.Nulls nulls) {
    boolean isTargetFirst = a.references().subsetOf(target);
    Expression ofTarget = isTargetFirst ? a : b;
    Expression ofSource = isTargetFirst ? b : a;
    Optional<Field> field = column(ofTarget);
    if (field.isPresent()
        && isOfSource(ofSource)
        && compares(field.get(), ofTarget.dataType(), ofSource.dataType())) {
      columns.add(new KeyColumn(field.get().id(), keyType(field.get(), ofSource), nulls));
      expressions.add(ofSource);
    }
  }

  /** The column may become as wide as what it is compared with while the statement runs. */
  private static PrimitiveType keyType(Field field, Expression ofSource) {
    return field.type() == SimpleType.INT && ofSource.dataType().equals(DataTypes.LongType)
        ? SimpleType.LONG
        : (PrimitiveType) field.type();
  }

  /** The column, also if it is an integer that is made a long. */
  private Optional<Field> column(Expression expression) {
    Expression bare =
        expression instanceof Cast cast
                && cast.dataType().equals(DataTypes.LongType)
                && cast.child().dataType().equals(DataTypes.IntegerType)
            ? cast.child()
            : expression;
    return bare instanceof AttributeReference attribute && target.contains(attribute)
        ? schema.struct().field(attribute.name())
        : Optional.empty();
  }

  private boolean isOfSource(Expression expression) {
    return !expression.references().isEmpty()
        && expression.references().subsetOf(source)
        && expression.deterministic()
        && !expression.exists(
            new AbstractFunction1<Expression, Object>() {
              @Override
              public Object apply(Expression part) {
                return part instanceof PythonUDF;
              }
            });
  }

  private static boolean compares(Field field, DataType asCompared, DataType ofSource) {
    if (!KeyColumn.supports(field.type()) || !asCompared.equals(ofSource)) {
      return false;
    }
    boolean isInteger = field.type() == SimpleType.INT || field.type() == SimpleType.LONG;
    return SparkTypes.toSpark(field.type(), field.name()).equals(asCompared)
        || (isInteger && asCompared.equals(DataTypes.LongType));
  }
}
