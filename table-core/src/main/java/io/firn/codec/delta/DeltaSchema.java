package io.firn.codec.delta;

import io.firn.model.NameMapping;
import io.firn.types.Schema;
import java.util.List;

/**
 * A Delta table's columns in Firn's types.
 *
 * @param names by which data files without field ids have the columns
 * @param partitionColumns field ids, in the order of the partitioning, by physical name
 */
public record DeltaSchema(
    Schema schema,
    ColumnMapping mapping,
    NameMapping names,
    List<PartitionColumn> partitionColumns) {

  /** A column whose values stand in the log. */
  public record PartitionColumn(int fieldId, String physicalName) {}

  public DeltaSchema {
    partitionColumns = List.copyOf(partitionColumns);
  }

  /**
   * Reads the schema of a version.
   *
   * @param table the location, for messages
   * @throws io.firn.error.UnsupportedFeatureException if a column has a type that Iceberg has not
   * @throws io.firn.error.CorruptFileException if the schema is no Delta schema
   */
  public static DeltaSchema of(String table, DeltaMetadata metadata, FieldIds ids) {
    SchemaReader reader = new SchemaReader(table, metadata.columnMapping(), ids);
    return reader.read(metadata);
  }

  /** Where field ids come from. Paths are physical names, list and map parts included. */
  public interface FieldIds {

    /** The id that the table itself gave to the field. */
    int given(List<String> path, int id);

    /** An id for a field that the table gave none; the same for the same path. */
    int missing(List<String> path);
  }
}
