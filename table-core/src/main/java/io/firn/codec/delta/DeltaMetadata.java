package io.firn.codec.delta;

import java.util.List;
import java.util.Map;

/**
 * A table's definition from some version on (Delta protocol: Change Metadata). Partition columns
 * have their logical names.
 */
public record DeltaMetadata(
    String provider,
    String schemaString,
    List<String> partitionColumns,
    Map<String, String> configuration) {

  public DeltaMetadata {
    partitionColumns = List.copyOf(partitionColumns);
    configuration = Map.copyOf(configuration);
  }

  boolean isTrue(String key) {
    return Boolean.parseBoolean(configuration.get(key));
  }

  /** How columns are found in data files. */
  public ColumnMapping columnMapping() {
    return ColumnMapping.parse(
        configuration.getOrDefault("delta.columnMapping.mode", ColumnMapping.NONE.text()));
  }
}
