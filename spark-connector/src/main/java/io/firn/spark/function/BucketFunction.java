package io.firn.spark.function;

import org.apache.spark.sql.connector.catalog.functions.BoundFunction;
import org.apache.spark.sql.connector.catalog.functions.UnboundFunction;
import org.apache.spark.sql.types.BinaryType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DateType;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.IntegerType;
import org.apache.spark.sql.types.LongType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.types.TimestampNTZType;
import org.apache.spark.sql.types.TimestampType;

/** {@code bucket(numBuckets, value)}. */
record BucketFunction() implements UnboundFunction {
  private static final String SIGNATURE = "bucket(numBuckets, value)";

  @Override
  public String name() {
    return "bucket";
  }

  @Override
  public String description() {
    return SIGNATURE + ": the bucket of the value, from 0 to numBuckets - 1 (partition transform)";
  }

  @Override
  public BoundFunction bind(StructType input) {
    Arguments.requireCount(name(), SIGNATURE, input, 2);
    Arguments.requireWidth(SIGNATURE, input);
    DataType type = Arguments.widened(input.fields()[1].dataType());
    if (type instanceof IntegerType
        || type instanceof LongType
        || type instanceof DateType
        || type instanceof TimestampType
        || type instanceof TimestampNTZType
        || type instanceof DecimalType
        || type instanceof StringType
        || type instanceof BinaryType) {
      return new Bucket(type);
    }
    throw Arguments.unsupported(SIGNATURE, type);
  }
}
