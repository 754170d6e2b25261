package io.firn.operation;

import io.firn.model.SortOrder;
import io.firn.partition.PartitionSpec;
import io.firn.types.Schema;
import java.util.Map;

/**
 * What {@code CREATE TABLE} and {@code REPLACE TABLE} say. Field ids are placeholders by which spec
 * and sort order find their columns: the table assigns its own, and its own partition field ids.
 * {@code properties} may hold {@code format-version}.
 */
public record TableDefinition(
    Schema schema, PartitionSpec spec, SortOrder sortOrder, Map<String, String> properties) {

  public TableDefinition {
    properties = Map.copyOf(properties);
  }

  /** An unpartitioned, unsorted table. */
  public static TableDefinition of(Schema schema, Map<String, String> properties) {
    return new TableDefinition(
        schema, PartitionSpec.unpartitioned(), SortOrder.unsorted(), properties);
  }
}
