package io.firn.spark.rowlevel;

import io.firn.conflict.RowTest;
import io.firn.expr.Predicate;
import io.firn.spark.convert.SparkValues;
import io.firn.types.Field;
import io.firn.types.Schema;
import io.firn.types.StructValue;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The condition of a statement, as Spark evaluates it. Rows count for which it is true, and those
 * for which it fails. Columns must have the types that they had for the statement.
 */
public final class ConditionTest implements RowTest {
  private static final Logger LOG = LoggerFactory.getLogger(ConditionTest.class);

  private final List<Field> columns;
  private final Expression condition;

  /** The condition is bound to rows of the top-level columns in their order. */
  public ConditionTest(List<Field> columns, Expression condition) {
    this.columns = List.copyOf(columns);
    this.condition = condition;
  }

  @Override
  public Predicate bounds(Schema schema) {
    return Predicate.ALWAYS_TRUE;
  }

  @Override
  public Optional<Set<Integer>> columns(Schema schema) {
    Set<Integer> ids = new HashSet<>();
    for (Field column : columns) {
      Optional<Field> now = schema.struct().field(column.id());
      if (now.isEmpty() || !now.get().type().equals(column.type())) {
        return Optional.empty();
      }
      ids.add(column.id());
    }
    return Optional.of(ids);
  }

  @Override
  public RowTest.OfRows over(Schema schema) {
    List<Integer> ids = schema.fields().stream().map(Field::id).toList();
    int[] positions = columns.stream().mapToInt(column -> ids.indexOf(column.id())).toArray();
    return row -> mayHold(row, positions);
  }

  private boolean mayHold(StructValue row, int[] positions) {
    @Nullable Object[] values = new Object[positions.length];
    try {
      for (int i = 0; i < positions.length; i++) {
        values[i] = SparkValues.toSpark(columns.get(i).type(), row.at(positions[i]));
      }
      return Boolean.TRUE.equals(condition.eval(new GenericInternalRow(values)));
    } catch (RuntimeException e) {
      LOG.info("Cannot tell whether {} holds for a landed row: {}", condition, e.toString());
      return true;
    }
  }
}
