package io.firn.spark.catalog;

import io.firn.error.UnsupportedFeatureException;
import io.firn.spark.convert.FieldIds;
import io.firn.spark.convert.SparkTypes;
import io.firn.types.Field;
import io.firn.types.Schema;
import io.firn.types.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.connector.catalog.Column;
import org.apache.spark.sql.types.DataType;

/** The columns of a table as Spark's catalog API has them. */
final class TableColumns {
  private TableColumns() {}

  static Column[] toSpark(Schema schema) {
    return schema.fields().stream().map(TableColumns::toSpark).toArray(Column[]::new);
  }

  @SuppressWarnings("NullAway") // Spark's API has null for what a column lacks
  private static Column toSpark(Field field) {
    DataType type = SparkTypes.toSpark(field.type(), field.name());
    return Column.create(
        field.name(),
        type,
        !field.required(),
        field.doc().orElse(null),
        ConstantDefaults.toSpark(field.type(), type, field.initialDefault(), field.writeDefault())
            .orElse(null),
        null);
  }

  /** A new table's schema, with ids from 1 on, level by level. */
  static Schema toFirn(SparkSession session, String table, Column[] columns) {
    FieldIds ids = new FieldIds(columns.length);
    List<Field> fields = new ArrayList<>();
    for (Column column : columns) {
      if (column.generationExpression() != null || column.identityColumnSpec() != null) {
        throw new UnsupportedFeatureException(
            "Cannot create "
                + table
                + ": column "
                + column.name()
                + " is computed, which Iceberg tables do not have");
      }
      Type type = SparkTypes.toFirn(column.dataType(), column.name(), ids);
      Optional<Object> defaultValue = defaultValue(session, column, type);
      fields.add(
          new Field(fields.size() + 1, column.name(), !column.nullable(), type)
              .withDoc(Optional.ofNullable(column.comment()))
              .withInitialDefault(defaultValue)
              .withWriteDefault(defaultValue));
    }
    return new Schema(0, fields);
  }

  private static Optional<Object> defaultValue(SparkSession session, Column column, Type type) {
    return column.defaultValue() == null
        ? Optional.empty()
        : ConstantDefaults.evaluate(session, column.name(), type, column.defaultValue().getSql());
  }
}
