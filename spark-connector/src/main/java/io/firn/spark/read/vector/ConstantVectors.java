package io.firn.spark.read.vector;

import io.firn.spark.convert.SparkValues;
import io.firn.types.Field;
import io.firn.types.StructType;
import io.firn.types.StructValue;
import io.firn.types.Type;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.execution.vectorized.ColumnVectorUtils;
import org.apache.spark.sql.execution.vectorized.ConstantColumnVector;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.jspecify.annotations.Nullable;

/** Vectors that hold one value for every row. */
public final class ConstantVectors {
  private ConstantVectors() {}

  public static ColumnVector nulls(DataType type) {
    ConstantColumnVector vector = new ConstantColumnVector(0, type);
    vector.setNull();
    return vector;
  }

  /**
   * A vector of a value in Firn's form (see {@link Type}); null gives nulls.
   *
   * @throws IllegalArgumentException for a list or map that is not null
   */
  public static ColumnVector of(Type type, DataType sparkType, @Nullable Object value) {
    if (value == null) {
      return nulls(sparkType);
    }
    if (type instanceof StructType struct) {
      return struct(struct, (org.apache.spark.sql.types.StructType) sparkType, (StructValue) value);
    }
    if (type.isNested()) {
      throw new IllegalArgumentException("Not a constant: " + value + " of type " + type);
    }
    return ofCatalyst(sparkType, SparkValues.toSpark(type, value));
  }

  /** A vector of a primitive value in Catalyst's form; null gives nulls. */
  public static ColumnVector ofCatalyst(DataType type, @Nullable Object value) {
    ConstantColumnVector vector = new ConstantColumnVector(0, type);
    ColumnVectorUtils.populate(vector, new GenericInternalRow(new Object[] {value}), 0);
    return vector;
  }

  private static ColumnVector struct(
      StructType struct, org.apache.spark.sql.types.StructType sparkType, StructValue value) {
    List<ColumnVector> fields = new ArrayList<>();
    for (int i = 0; i < struct.fields().size(); i++) {
      Field field = struct.fields().get(i);
      fields.add(of(field.type(), sparkType.fields()[i].dataType(), value.at(i)));
    }
    ConstantColumnVector notNull = new ConstantColumnVector(0, sparkType);
    notNull.setNotNull();
    return new StructVector(sparkType, notNull, fields);
  }
}
