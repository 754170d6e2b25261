package io.firn.spark.function;

import org.apache.spark.sql.connector.catalog.functions.BoundFunction;
import org.apache.spark.sql.connector.catalog.functions.UnboundFunction;
import org.apache.spark.sql.types.BinaryType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.IntegerType;
import org.apache.spark.sql.types.LongType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructType;

/** {@code truncate(width, value)}. */
record TruncateFunction() implements UnboundFunction {
  private static final String SIGNATURE = "truncate(width, value)";

  @Override
  public String name() {
    return "truncate";
  }

  @Override
  public String description() {
    return SIGNATURE
        + ": numbers rounded down to a multiple of width, strings and binary cut to width"
        + " (partition transform)";
  }

  @Override
  public BoundFunction bind(StructType input) {
    Arguments.requireCount(name(), SIGNATURE, input, 2);
    Arguments.requireWidth(SIGNATURE, input);
    DataType type = Arguments.widened(input.fields()[1].dataType());
    if (type instanceof IntegerType
        || type instanceof LongType
        || type instanceof DecimalType
        || type instanceof StringType
        || type instanceof BinaryType) {
      return new Truncate(type);
    }
    throw Arguments.unsupported(SIGNATURE, type);
  }
}
