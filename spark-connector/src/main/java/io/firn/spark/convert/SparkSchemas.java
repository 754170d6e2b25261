package io.firn.spark.convert;

import io.firn.error.InvalidInputException;
import io.firn.types.Field;
import io.firn.types.ListType;
import io.firn.types.MapType;
import io.firn.types.Schema;
import io.firn.types.StructType;
import io.firn.types.Type;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructField;

/** Schemas. */
public final class SparkSchemas {
  private SparkSchemas() {}

  /** The Spark schema of a table schema, with comments. */
  public static org.apache.spark.sql.types.StructType toSpark(Schema schema) {
    return SparkTypes.toSparkStruct(schema.struct(), "");
  }

  /** A table schema with new ids from 1 on. */
  public static Schema toFirn(org.apache.spark.sql.types.StructType struct) {
    return new Schema(0, SparkTypes.toFirnStruct(struct, "", new FieldIds(0)).fields());
  }

  /**
   * The part of the table schema that a Spark schema names: same order and nesting as the Spark
   * schema, ids, types and nullability of the table.
   *
   * @throws InvalidInputException if the table has no such column
   */
  public static StructType project(StructType table, org.apache.spark.sql.types.StructType spark) {
    return project(table, spark, "");
  }

  private static StructType project(
      StructType table, org.apache.spark.sql.types.StructType spark, String prefix) {
    List<Field> fields = new ArrayList<>();
    for (StructField wanted : spark.fields()) {
      Field field =
          table
              .field(wanted.name())
              .or(() -> table.fieldIgnoringCase(wanted.name()))
              .orElseThrow(
                  () ->
                      new InvalidInputException(
                          "Cannot find column " + prefix + wanted.name() + " in " + table));
      String path = prefix + field.name() + ".";
      fields.add(field.withType(projectType(field.type(), wanted.dataType(), path)));
    }
    return new StructType(fields);
  }

  private static Type projectType(Type type, DataType spark, String path) {
    if (type instanceof StructType struct
        && spark instanceof org.apache.spark.sql.types.StructType wanted) {
      return project(struct, wanted, path);
    }
    if (type instanceof ListType list && spark instanceof ArrayType wanted) {
      Type element = projectType(list.elementType(), wanted.elementType(), path + "element.");
      return new ListType(list.elementId(), list.elementRequired(), element);
    }
    if (type instanceof MapType map && spark instanceof org.apache.spark.sql.types.MapType wanted) {
      Type key = projectType(map.keyType(), wanted.keyType(), path + "key.");
      Type value = projectType(map.valueType(), wanted.valueType(), path + "value.");
      return new MapType(map.keyId(), key, map.valueId(), map.valueRequired(), value);
    }
    return type;
  }
}
