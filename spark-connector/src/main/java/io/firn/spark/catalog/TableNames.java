package io.firn.spark.catalog;

import io.firn.catalog.Namespace;
import io.firn.catalog.TableName;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.connector.catalog.Identifier;

/** Spark's identifiers as names of tables. */
final class TableNames {
  private TableNames() {}

  static TableName of(Identifier identifier) {
    return new TableName(Namespace.of(identifier.namespace()), identifier.name());
  }

  static Identifier toSpark(TableName name) {
    return Identifier.of(name.namespace().levels().toArray(String[]::new), name.name());
  }

  /** A table by its path, as {@code lake.`file:/data/t`}. */
  static boolean isPath(Identifier identifier) {
    return identifier.namespace().length == 0 && identifier.name().contains("/");
  }

  /**
   * Spark's own name for files, {@code parquet.`file:/data/f`}; it asks the catalog for it first.
   */
  static boolean isPathInANamespace(Identifier identifier) {
    return identifier.namespace().length > 0 && identifier.name().contains("/");
  }

  /** The name whose last part is cut off: of {@code db.t.snapshots}, {@code db.t}. */
  static Identifier parent(Identifier identifier) {
    List<String> levels = new ArrayList<>(List.of(identifier.namespace()));
    String name = levels.remove(levels.size() - 1);
    return Identifier.of(levels.toArray(String[]::new), name);
  }
}
