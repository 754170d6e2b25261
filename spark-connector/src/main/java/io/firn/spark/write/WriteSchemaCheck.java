package io.firn.spark.write;

import io.firn.error.InvalidInputException;
import io.firn.spark.conf.WriteConf;
import io.firn.spark.convert.SparkSchemas;
import io.firn.spark.convert.SparkTypes;
import io.firn.table.Table;
import io.firn.types.Field;
import io.firn.types.Schema;
import io.firn.types.StructType;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.spark.sql.catalyst.types.DataTypeUtils;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructField;

/** Whether rows of a schema fit a table; said before the first row is written. */
final class WriteSchemaCheck {
  private WriteSchemaCheck() {}

  static void check(Table table, org.apache.spark.sql.types.StructType rows, WriteConf conf) {
    Schema schema = table.metadata().schema();
    StructType struct = SparkSchemas.project(schema.struct(), rows);
    checkNoneMissing(table, schema, struct);
    for (int i = 0; i < rows.fields().length; i++) {
      checkColumn(table, rows.fields()[i], struct.fields().get(i), conf);
    }
    if (conf.checkOrdering()) {
      checkOrder(table, schema, struct);
    }
  }

  private static void checkNoneMissing(Table table, Schema schema, StructType rows) {
    Set<Integer> present = new HashSet<>();
    rows.fields().forEach(field -> present.add(field.id()));
    for (Field field : schema.fields()) {
      if (field.required() && !present.contains(field.id())) {
        throw new InvalidInputException(
            "Cannot write to "
                + table.name()
                + ": the rows have no column "
                + field.name()
                + ", which is required");
      }
    }
  }

  private static void checkColumn(Table table, StructField written, Field field, WriteConf conf) {
    DataType expected = SparkTypes.toSpark(field.type(), field.name());
    if (!DataTypeUtils.equalsIgnoreCaseAndNullability(written.dataType(), expected)) {
      throw new InvalidInputException(
          "Cannot write to "
              + table.name()
              + ": column "
              + field.name()
              + " is "
              + expected.catalogString()
              + ", but the rows have "
              + written.dataType().catalogString());
    }
    if (conf.checkNullability() && field.required() && written.nullable()) {
      throw new InvalidInputException(
          "Cannot write to "
              + table.name()
              + ": column "
              + field.name()
              + " is required, but the rows may have nulls there. The option"
              + " check-nullability=false leaves this check to the single rows");
    }
  }

  private static void checkOrder(Table table, Schema schema, StructType rows) {
    List<Integer> order = schema.fields().stream().map(Field::id).toList();
    int last = -1;
    for (Field field : rows.fields()) {
      int position = order.indexOf(field.id());
      if (position < last) {
        throw new InvalidInputException(
            "Cannot write to "
                + table.name()
                + ": column "
                + field.name()
                + " comes out of the table's order. The option check-ordering=false permits this");
      }
      last = position;
    }
  }
}
