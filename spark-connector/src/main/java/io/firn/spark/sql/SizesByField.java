package io.firn.spark.sql;

import java.util.BitSet;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.GetArrayStructFields;
import org.apache.spark.sql.catalyst.expressions.Size;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.rules.Rule;
import org.apache.spark.sql.internal.SQLConf;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.AtomicType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.NumericType;
import org.apache.spark.sql.types.StructType;

/**
 * Reads one field of an array of structs for its size. {@code size(items)} asks Spark for the whole
 * column, all fields of all elements; {@code size(items.id)} is the same number (also for a null
 * array, or null elements), and pruning of nested columns reads only that field for it. Columns
 * that something else in the plan wants as a whole stay as they are.
 */
public final class SizesByField extends Rule<LogicalPlan> {

  @Override
  public LogicalPlan apply(LogicalPlan plan) {
    SQLConf conf = SQLConf.get();
    if (!conf.nestedSchemaPruningEnabled() || !conf.nestedPruningOnExpressions()) {
      return plan;
    }
    ArrayUses uses = ArrayUses.in(plan);
    return uses.isEmpty()
        ? plan
        : (LogicalPlan)
            plan.transformAllExpressions(
                NodeRule.<Size, Expression>of(Size.class, size -> byField(size, uses)));
  }

  private static Optional<Expression> byField(Size size, ArrayUses uses) {
    return size.child() instanceof Attribute column
        ? uses.fields(column)
            .flatMap(used -> cheapest(column, used))
            .map(field -> new Size(field, size.legacySizeOfNull()))
        : Optional.empty();
  }

  /** Empty if nothing would be left out, or no field is a plain value. */
  private static Optional<Expression> cheapest(Attribute column, BitSet used) {
    ArrayType array = (ArrayType) column.dataType();
    StructType element = (StructType) array.elementType();
    if (Math.max(1, used.cardinality()) == element.length()) {
      return Optional.empty();
    }
    return IntStream.range(0, element.length())
        .filter(field -> element.apply(field).dataType() instanceof AtomicType)
        .boxed()
        .min(Comparator.comparing(field -> cost(used.get(field), element.apply(field).dataType())))
        .map(
            field ->
                new GetArrayStructFields(
                    column, element.apply(field), field, element.length(), array.containsNull()));
  }

  /** What is read anyway comes first, then what is cheap to decode. */
  private static int cost(boolean isUsed, DataType type) {
    int decoding = type instanceof DecimalType ? 2 : type instanceof NumericType ? 1 : 3;
    return isUsed ? 0 : decoding;
  }
}
