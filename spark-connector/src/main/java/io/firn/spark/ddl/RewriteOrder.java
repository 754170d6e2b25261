package io.firn.spark.ddl;

import io.firn.operation.UpdateSortOrder.NamedSortField;
import java.util.List;

/**
 * The order that a rewrite is asked for.
 *
 * @param zOrderColumns full names of the columns of a z-order; then there are no sort fields
 */
public record RewriteOrder(List<NamedSortField> sortFields, List<String> zOrderColumns) {
  public RewriteOrder {
    sortFields = List.copyOf(sortFields);
    zOrderColumns = List.copyOf(zOrderColumns);
  }
}
