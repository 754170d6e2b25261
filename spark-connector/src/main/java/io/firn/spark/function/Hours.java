package io.firn.spark.function;

import io.firn.partition.TimeTransform;
import io.firn.types.SimpleType;
import java.util.Objects;
import java.util.function.Function;
import org.apache.spark.sql.connector.catalog.functions.ScalarFunction;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.jspecify.annotations.Nullable;

/** The hour transform for timestamps; see {@link Bucket} for how Spark calls it. */
public record Hours(DataType valueType) implements ScalarFunction<Integer> {
  private static final Function<@Nullable Object, @Nullable Object> OF_TIMESTAMP =
      TimeTransform.HOUR.bind(SimpleType.TIMESTAMP);

  @Override
  public String name() {
    return "hours";
  }

  @Override
  public DataType[] inputTypes() {
    return new DataType[] {valueType};
  }

  @Override
  public DataType resultType() {
    return DataTypes.IntegerType;
  }

  @Override
  public String canonicalName() {
    return "iceberg.hours(" + valueType.catalogString() + ")";
  }

  /** For timestamps, in microseconds since 1970-01-01T00:00. */
  public static int invoke(long micros) {
    return (Integer) Objects.requireNonNull(OF_TIMESTAMP.apply(micros));
  }
}
