package io.firn.spark.write;

import io.firn.codec.parquet.SchemaToParquet;
import io.firn.types.Field;
import io.firn.types.ListType;
import io.firn.types.MapType;
import io.firn.types.Schema;
import java.util.ArrayDeque;
import java.util.Deque;

/** Dotted paths of columns in Parquet, where lists and maps have a group more. */
final class ParquetColumnPath {
  private ParquetColumnPath() {}

  static String of(Schema schema, int fieldId) {
    Deque<String> parts = new ArrayDeque<>();
    Integer id = fieldId;
    while (id != null) {
      Field field = schema.field(id).orElseThrow();
      parts.addFirst(SchemaToParquet.columnName(field.name()));
      Integer parentId = schema.parentId(id).orElse(null);
      if (parentId != null) {
        Field parent = schema.field(parentId).orElseThrow();
        if (parent.type() instanceof ListType) {
          parts.addFirst("list");
        } else if (parent.type() instanceof MapType) {
          parts.addFirst("key_value");
        }
      }
      id = parentId;
    }
    return String.join(".", parts);
  }
}
