package io.firn.spark.write;

import io.firn.spark.convert.SparkTypes;
import io.firn.types.DecimalType;
import io.firn.types.ListType;
import io.firn.types.MapType;
import io.firn.types.Promotion;
import io.firn.types.SimpleType;
import io.firn.types.StructType;
import io.firn.types.Type;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;

/** Types of rows beside the types of the columns that they are written to. */
final class RowTypes {

  /** Numbers widen by the same rules in all versions of the format that can be written. */
  private static final int ANY_VERSION = 2;

  private RowTypes() {}

  /** Whether each value of the rows' type, which is not nested, is a value of the column's. */
  static boolean fits(DataType rows, Type column, String path) {
    if (rows.equals(DataTypes.NullType)) {
      return true;
    }
    if (rows.equals(SparkTypes.toSpark(column, path))) {
      return true;
    }
    Type own = SparkTypes.toFirn(rows, path, new io.firn.spark.convert.FieldIds(0));
    boolean number = own == SimpleType.INT || own == SimpleType.FLOAT || own instanceof DecimalType;
    return number && Promotion.isAllowed(own, column, ANY_VERSION);
  }

  /**
   * The rows' type with the column's leaves. Structs of both have the same fields in the same
   * order.
   */
  static DataType widened(DataType rows, Type column, String path) {
    if (rows instanceof org.apache.spark.sql.types.StructType struct
        && column instanceof StructType target) {
      StructField[] fields = struct.fields().clone();
      for (int i = 0; i < fields.length; i++) {
        StructField field = fields[i];
        String below = path + "." + field.name();
        fields[i] =
            DataTypes.createStructField(
                field.name(),
                widened(field.dataType(), target.fields().get(i).type(), below),
                field.nullable());
      }
      return DataTypes.createStructType(fields);
    }
    if (rows instanceof ArrayType array && column instanceof ListType list) {
      return DataTypes.createArrayType(
          widened(array.elementType(), list.elementType(), path + ".element"),
          array.containsNull());
    }
    if (rows instanceof org.apache.spark.sql.types.MapType map
        && column instanceof MapType target) {
      return DataTypes.createMapType(
          widened(map.keyType(), target.keyType(), path + ".key"),
          widened(map.valueType(), target.valueType(), path + ".value"),
          map.valueContainsNull());
    }
    return SparkTypes.toSpark(column, path);
  }
}
