package io.firn.codec.parquet;

import io.firn.model.NameMapping;
import io.firn.types.Schema;
import java.util.Map;
import java.util.Optional;

/**
 * What is read of a file's rows. Columns that the file does not have get, in this order (spec:
 * Column Projection): their value in {@code constants} by field id (identity partition values and
 * metadata columns; an empty one is null), their initial default, null. {@code _pos} is the row's
 * position.
 */
public record RowRequest(
    Schema schema, Optional<NameMapping> nameMapping, Map<Integer, Optional<Object>> constants) {

  public RowRequest {
    constants = Map.copyOf(constants);
  }

  /** The schema's columns of a file with field ids. */
  public static RowRequest of(Schema schema) {
    return new RowRequest(schema, Optional.empty(), Map.of());
  }
}
