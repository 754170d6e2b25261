package io.firn.spark.write;

import io.firn.error.InvalidInputException;
import io.firn.expr.CaseSensitivity;
import io.firn.spark.convert.FieldIds;
import io.firn.spark.convert.SparkTypes;
import io.firn.types.Field;
import io.firn.types.FixedType;
import io.firn.types.ListType;
import io.firn.types.MapType;
import io.firn.types.ReservedFields;
import io.firn.types.SimpleType;
import io.firn.types.StructType;
import io.firn.types.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Columns of rows as columns that a table could have. Where several types of the format are one in
 * Spark, the type of the table's column of that name is taken. Ids are placeholders far from those
 * that tables have.
 */
final class IncomingColumns {
  private final CaseSensitivity caseSensitivity;

  private IncomingColumns(CaseSensitivity caseSensitivity) {
    this.caseSensitivity = caseSensitivity;
  }

  /**
   * @throws InvalidInputException if two columns have the same name
   */
  static StructType of(
      String table,
      StructType columns,
      org.apache.spark.sql.types.StructType rows,
      CaseSensitivity caseSensitivity) {
    StructType plain;
    try {
      FieldIds ids = new FieldIds(ReservedFields.MAX_USER_FIELD_ID / 2);
      plain = SparkTypes.toFirnStruct(rows, "", ids);
    } catch (IllegalArgumentException e) {
      throw new InvalidInputException("Cannot write to " + table + ": " + e.getMessage(), e);
    }
    return new IncomingColumns(caseSensitivity).struct(columns, plain);
  }

  private StructType struct(StructType columns, StructType rows) {
    List<Field> fields = new ArrayList<>();
    for (Field field : rows.fields()) {
      Optional<Field> column =
          caseSensitivity == CaseSensitivity.SENSITIVE
              ? columns.field(field.name())
              : columns.fieldIgnoringCase(field.name());
      fields.add(column.map(c -> field.withType(type(c.type(), field.type()))).orElse(field));
    }
    return new StructType(fields);
  }

  private Type type(Type column, Type rows) {
    if (column instanceof StructType struct && rows instanceof StructType written) {
      return struct(struct, written);
    }
    if (column instanceof ListType list && rows instanceof ListType written) {
      Type element = type(list.elementType(), written.elementType());
      return new ListType(written.elementId(), written.elementRequired(), element);
    }
    if (column instanceof MapType map && rows instanceof MapType written) {
      return new MapType(
          written.keyId(),
          type(map.keyType(), written.keyType()),
          written.valueId(),
          written.valueRequired(),
          type(map.valueType(), written.valueType()));
    }
    boolean sameInSpark =
        (column == SimpleType.UUID && rows == SimpleType.STRING)
            || (column instanceof FixedType && rows == SimpleType.BINARY);
    return sameInSpark ? column : rows;
  }
}
