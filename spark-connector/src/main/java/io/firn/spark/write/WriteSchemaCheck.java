package io.firn.spark.write;

import io.firn.error.InvalidInputException;
import io.firn.error.UnsupportedFeatureException;
import io.firn.expr.CaseSensitivity;
import io.firn.spark.conf.WriteConf;
import io.firn.spark.convert.SparkTypes;
import io.firn.types.Field;
import io.firn.types.ListType;
import io.firn.types.MapType;
import io.firn.types.Schema;
import io.firn.types.StructType;
import io.firn.types.Type;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructField;

/**
 * Whether rows of a schema fit a table; said before the first row is written. At each level columns
 * are found by name; optional ones may be missing, and numbers may have a narrower type.
 */
final class WriteSchemaCheck {
  private final String table;
  private final WriteConf conf;

  private WriteSchemaCheck(String table, WriteConf conf) {
    this.table = table;
    this.conf = conf;
  }

  /**
   * @throws InvalidInputException if the rows do not fit
   */
  static void check(
      String table, Schema schema, org.apache.spark.sql.types.StructType rows, WriteConf conf) {
    new WriteSchemaCheck(table, conf).checkStruct("", schema.struct(), rows);
  }

  private void checkStruct(
      String prefix, StructType columns, org.apache.spark.sql.types.StructType rows) {
    Set<Integer> present = new HashSet<>();
    List<Integer> order = columns.fields().stream().map(Field::id).toList();
    int last = -1;
    for (StructField written : rows.fields()) {
      Field column = find(columns, written.name()).orElseThrow(() -> unknown(prefix, written));
      String path = prefix + column.name();
      if (!present.add(column.id())) {
        throw refused("the rows have two columns " + path);
      }
      int position = order.indexOf(column.id());
      if (conf.checkOrdering() && position < last) {
        throw refused(
            "column "
                + path
                + " comes out of the table's order. The option check-ordering=false permits this");
      }
      last = position;
      checkNullability(path, column, written.nullable());
      checkType(path, column.type(), written.dataType());
    }
    for (Field column : columns.fields()) {
      if (!present.contains(column.id())) {
        checkMissing(prefix, column);
      }
    }
  }

  private Optional<Field> find(StructType columns, String name) {
    Optional<Field> exact = columns.field(name);
    return exact.isPresent() || conf.caseSensitivity() == CaseSensitivity.SENSITIVE
        ? exact
        : columns.fieldIgnoringCase(name);
  }

  private InvalidInputException unknown(String prefix, StructField written) {
    return refused(
        "it has no column "
            + prefix
            + written.name()
            + ". The option merge-schema=true adds it while writing, ALTER TABLE ADD COLUMN before");
  }

  private void checkMissing(String prefix, Field column) {
    String path = prefix + column.name();
    if (column.required() && column.writeDefault().isEmpty()) {
      throw refused("the rows have no column " + path + ", which is required");
    }
    boolean defaulted = column.initialDefault().isPresent() || column.writeDefault().isPresent();
    if (defaulted && !prefix.isEmpty()) {
      throw new UnsupportedFeatureException(
          "Cannot write to "
              + table
              + ": the rows have no column "
              + path
              + ", and the default of a nested column is not filled in yet");
    }
  }

  private void checkNullability(String path, Field column, boolean nullable) {
    if (conf.checkNullability() && column.required() && nullable) {
      throw refused(
          "column "
              + path
              + " is required, but the rows may have nulls there. The option"
              + " check-nullability=false leaves this check to the single rows");
    }
  }

  private void checkType(String path, Type column, DataType rows) {
    if (column instanceof StructType struct
        && rows instanceof org.apache.spark.sql.types.StructType written) {
      checkStruct(path + ".", struct, written);
    } else if (column instanceof ListType list && rows instanceof ArrayType written) {
      checkNullability(path + ".element", list.element(), written.containsNull());
      checkType(path + ".element", list.elementType(), written.elementType());
    } else if (column instanceof MapType map
        && rows instanceof org.apache.spark.sql.types.MapType written) {
      checkType(path + ".key", map.keyType(), written.keyType());
      checkNullability(path + ".value", map.value(), written.valueContainsNull());
      checkType(path + ".value", map.valueType(), written.valueType());
    } else if (isNested(rows) || !RowTypes.fits(rows, column, path)) {
      throw refused(
          "column "
              + path
              + " is "
              + SparkTypes.toSpark(column, path).catalogString()
              + ", but the rows have "
              + rows.catalogString());
    }
  }

  private static boolean isNested(DataType type) {
    return type instanceof org.apache.spark.sql.types.StructType
        || type instanceof ArrayType
        || type instanceof org.apache.spark.sql.types.MapType;
  }

  private InvalidInputException refused(String why) {
    return new InvalidInputException("Cannot write to " + table + ": " + why);
  }
}
