package io.firn.codec.parquet.columns;

import java.util.ArrayList;
import java.util.List;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type;

/**
 * A leaf column.
 *
 * @param alone the file's schema with this column only
 */
record Leaf(MessageType alone, ColumnDescriptor column) {

  /** Of the schema with one column that has the nodes of the path, the leaf last. */
  static Leaf of(String name, List<Type> path) {
    Type type = path.get(path.size() - 1);
    for (int i = path.size() - 2; i >= 0; i--) {
      GroupType group = path.get(i).asGroupType();
      type = group.withNewFields(type);
    }
    MessageType alone = new MessageType(name, type);
    return new Leaf(alone, alone.getColumns().get(0));
  }

  /** All leaves, in their order. */
  static List<Leaf> all(MessageType message) {
    List<Leaf> leaves = new ArrayList<>();
    for (ColumnDescriptor column : message.getColumns()) {
      List<Type> path = new ArrayList<>();
      GroupType group = message;
      for (String name : column.getPath()) {
        Type type = group.getType(name);
        path.add(type);
        group = type.isPrimitive() ? group : type.asGroupType();
      }
      leaves.add(of(message.getName(), path));
    }
    return leaves;
  }

  int maxDefinitionLevel() {
    return column.getMaxDefinitionLevel();
  }

  boolean isFloating() {
    PrimitiveTypeName type = column.getPrimitiveType().getPrimitiveTypeName();
    return type == PrimitiveTypeName.FLOAT || type == PrimitiveTypeName.DOUBLE;
  }

  /** The id that stands at the leaf. */
  int fieldId() {
    return column.getPrimitiveType().getId().intValue();
  }
}
