package io.firn.spark.function;

import io.firn.partition.TimeTransform;
import io.firn.types.SimpleType;
import java.util.Objects;
import java.util.function.Function;
import org.apache.spark.sql.connector.catalog.functions.ScalarFunction;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.jspecify.annotations.Nullable;

/** The day transform for dates or timestamps; see {@link Bucket} for how Spark calls it. */
public record Days(DataType valueType) implements ScalarFunction<Integer> {
  private static final Function<@Nullable Object, @Nullable Object> OF_TIMESTAMP =
      TimeTransform.DAY.bind(SimpleType.TIMESTAMP);

  @Override
  public String name() {
    return "days";
  }

  @Override
  public DataType[] inputTypes() {
    return new DataType[] {valueType};
  }

  @Override
  public DataType resultType() {
    return DataTypes.DateType;
  }

  @Override
  public String canonicalName() {
    return "iceberg.days(" + valueType.catalogString() + ")";
  }

  /** For dates, in days since 1970-01-01. */
  public static int invoke(int days) {
    return days;
  }

  /** For timestamps, in microseconds since 1970-01-01T00:00. */
  public static int invoke(long micros) {
    return (Integer) Objects.requireNonNull(OF_TIMESTAMP.apply(micros));
  }
}
