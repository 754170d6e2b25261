package io.firn.codec.parquet;

import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.Type;

/** How lists lie in Parquet (Parquet format: Nested Types, backward-compatibility rules). */
public final class ParquetNesting {
  private ParquetNesting() {}

  /** Whether the repeated field of a list is the element, and not a group around it. */
  public static boolean isElement(GroupType list, Type repeated) {
    return repeated.isPrimitive()
        || repeated.asGroupType().getFieldCount() != 1
        || repeated.getName().equals("array")
        || repeated.getName().equals(list.getName() + "_tuple");
  }
}
