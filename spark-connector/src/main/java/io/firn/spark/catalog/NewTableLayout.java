package io.firn.spark.catalog;

import io.firn.error.InvalidInputException;
import io.firn.model.SortField;
import io.firn.model.SortOrder;
import io.firn.operation.UpdateSortOrder.NamedSortField;
import io.firn.spark.ddl.LayoutText;
import io.firn.types.Field;
import io.firn.types.Schema;
import io.firn.types.StructType;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The sort order and the identifier fields of a new table, from the properties by which {@code SHOW
 * CREATE TABLE} tells them. Spark's {@code CREATE TABLE} has no clauses for them.
 */
final class NewTableLayout {
  private final String table;
  private final Schema schema;
  private final Map<String, String> properties;

  /** {@code table} is the full name for messages. */
  NewTableLayout(String table, Schema schema, Map<String, String> properties) {
    this.table = table;
    this.schema = schema;
    this.properties = properties;
  }

  SortOrder sortOrder() {
    String text = properties.getOrDefault(VisibleProperties.SORT_ORDER, "");
    if (text.isBlank()) {
      return SortOrder.unsorted();
    }
    List<SortField> fields = new ArrayList<>();
    for (NamedSortField field : LayoutText.sortOrder(VisibleProperties.SORT_ORDER, text)) {
      Field column = column(VisibleProperties.SORT_ORDER, field.column());
      if (!column.type().isPrimitive() || !field.transform().canTransform(column.type())) {
        throw new InvalidInputException(
            "Cannot create %s with %s = %s: %s of column %s is not possible"
                .formatted(
                    table, VisibleProperties.SORT_ORDER, text, field.transform(), field.column()));
      }
      fields.add(
          new SortField(
              List.of(column.id()), field.transform(), field.direction(), field.nullOrder()));
    }
    return new SortOrder(1, fields);
  }

  /** The schema with the identifier fields. */
  Schema schema() {
    String text = properties.getOrDefault(VisibleProperties.IDENTIFIER_FIELDS, "");
    if (text.isBlank()) {
      return schema;
    }
    Set<Integer> ids = new HashSet<>();
    for (String name : LayoutText.columns(VisibleProperties.IDENTIFIER_FIELDS, text)) {
      ids.add(column(VisibleProperties.IDENTIFIER_FIELDS, name).id());
    }
    return new Schema(schema.schemaId(), new StructType(schema.fields()), ids);
  }

  private Field column(String key, String name) {
    return schema
        .field(name)
        .orElseThrow(
            () ->
                new InvalidInputException(
                    "Cannot create %s with %s: there is no column %s".formatted(table, key, name)));
  }
}
