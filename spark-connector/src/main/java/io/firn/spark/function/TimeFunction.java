package io.firn.spark.function;

import java.util.Locale;
import org.apache.spark.sql.connector.catalog.functions.BoundFunction;
import org.apache.spark.sql.connector.catalog.functions.UnboundFunction;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DateType;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.types.TimestampNTZType;
import org.apache.spark.sql.types.TimestampType;

/** {@code years(time)}, {@code months(time)}, {@code days(time)} and {@code hours(time)}. */
record TimeFunction(Unit unit) implements UnboundFunction {

  /** What is counted since 1970-01-01T00:00. */
  enum Unit {
    YEARS,
    MONTHS,
    DAYS,
    HOURS
  }

  @Override
  public String name() {
    return unit.name().toLowerCase(Locale.ROOT);
  }

  @Override
  public String description() {
    return signature() + ": " + name() + " since 1970-01-01 (partition transform)";
  }

  private String signature() {
    return name() + "(time)";
  }

  @Override
  public BoundFunction bind(StructType input) {
    Arguments.requireCount(name(), signature(), input, 1);
    DataType type = input.fields()[0].dataType();
    boolean timestamp = type instanceof TimestampType || type instanceof TimestampNTZType;
    if (!timestamp && !(type instanceof DateType && unit != Unit.HOURS)) {
      throw Arguments.unsupported(signature(), type);
    }
    return switch (unit) {
      case YEARS -> new Years(type);
      case MONTHS -> new Months(type);
      case DAYS -> new Days(type);
      case HOURS -> new Hours(type);
    };
  }
}
