package io.firn.spark.function;

import org.apache.spark.sql.connector.catalog.functions.BoundFunction;
import org.apache.spark.sql.connector.catalog.functions.UnboundFunction;
import org.apache.spark.sql.types.StructType;

/** {@code iceberg_version()}. */
record VersionFunction() implements UnboundFunction {

  @Override
  public String name() {
    return "iceberg_version";
  }

  @Override
  public String description() {
    return "iceberg_version(): name and version of this connector";
  }

  @Override
  public BoundFunction bind(StructType input) {
    Arguments.requireCount(name(), "iceberg_version()", input, 0);
    return new Version();
  }
}
