package io.firn.spark.catalog;

import io.firn.error.InvalidInputException;
import io.firn.error.UnsupportedFeatureException;
import io.firn.spark.convert.SparkTypes;
import io.firn.spark.convert.SparkValues;
import io.firn.types.Type;
import java.util.Optional;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.analysis.UnresolvedAttribute;
import org.apache.spark.sql.catalyst.analysis.UnresolvedFunction;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.catalyst.expressions.SubqueryExpression;
import org.apache.spark.sql.catalyst.parser.ParseException;
import org.apache.spark.sql.connector.catalog.ColumnDefaultValue;
import org.apache.spark.sql.connector.expressions.LiteralValue;
import org.apache.spark.sql.types.DataType;
import org.jspecify.annotations.Nullable;

/**
 * Default values of columns. A table stores a value, not an expression, so that a default must be a
 * constant.
 */
final class ConstantDefaults {
  private ConstantDefaults() {}

  /**
   * The value of {@code DEFAULT sql} for a column of the type; empty for NULL.
   *
   * @throws UnsupportedFeatureException if it calls a function or reads a column
   */
  static Optional<Object> evaluate(SparkSession session, String column, Type type, String sql) {
    requireConstant(session, column, sql);
    DataType sparkType = SparkTypes.toSpark(type, column);
    String query = "SELECT CAST((" + sql + ") AS " + sparkType.sql() + ") AS value";
    InternalRow row = session.sql(query).queryExecution().executedPlan().executeCollect()[0];
    return Optional.ofNullable(
        row.isNullAt(0) ? null : SparkValues.toFirn(type, sparkType, row.get(0, sparkType)));
  }

  private static void requireConstant(SparkSession session, String column, String sql) {
    Expression parsed;
    try {
      parsed = session.sessionState().sqlParser().parseExpression(sql);
    } catch (ParseException e) {
      throw new InvalidInputException(
          "Cannot parse the default of column " + column + ": " + sql, e);
    }
    if (parsed.exists(ConstantDefaults::isNotConstant)) {
      throw new UnsupportedFeatureException(
          "Cannot use "
              + sql
              + " as the default of column "
              + column
              + ": an Iceberg table stores one value, so that it must be a constant");
    }
  }

  private static Object isNotConstant(Object node) {
    return node instanceof UnresolvedFunction
        || node instanceof UnresolvedAttribute
        || node instanceof SubqueryExpression
        || (node instanceof Expression expression
            && expression.children().isEmpty()
            && !(expression instanceof Literal));
  }

  /**
   * What Spark is told: new rows get the write default, rows from before the column existed have
   * the initial default.
   */
  static Optional<ColumnDefaultValue> toSpark(
      Type type, DataType sparkType, Optional<Object> initial, Optional<Object> write) {
    if (initial.isEmpty() && write.isEmpty()) {
      return Optional.empty();
    }
    Literal current = Literal.create(catalyst(type, write), sparkType);
    return Optional.of(
        new ColumnDefaultValue(
            current.sql(), new LiteralValue<>(catalyst(type, initial), sparkType)));
  }

  private static @Nullable Object catalyst(Type type, Optional<Object> value) {
    return SparkValues.toSpark(type, value.orElse(null));
  }
}
