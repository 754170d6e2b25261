package io.firn.codec.delta;

import io.firn.codec.parquet.FooterStats;
import io.firn.codec.parquet.MetricsConfig;
import io.firn.codec.parquet.ParquetFieldIds;
import io.firn.codec.parquet.ParquetFooter;
import io.firn.codec.parquet.ParquetStats;
import io.firn.io.InputFile;
import io.firn.model.TableProperties;
import io.firn.types.Schema;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.parquet.hadoop.metadata.FileMetaData;
import org.apache.parquet.hadoop.metadata.ParquetMetadata;
import org.apache.parquet.schema.MessageType;

/** What the footer of a data file tells. */
public record DeltaDataFile(ParquetStats stats) {

  /**
   * Reads the footer, and makes sure that each of the file's columns is found as the column that it
   * is in the Delta table, by whoever reads Iceberg tables.
   *
   * @throws io.firn.error.MissingFileException if the file does not exist
   * @throws io.firn.error.CorruptFileException if it is damaged
   * @throws io.firn.error.UnsupportedFeatureException if a column would not be found, or is of
   *     another type
   */
  public static DeltaDataFile read(
      InputFile file, DeltaSchema schema, Map<String, String> tableProperties) {
    ParquetMetadata footer = ParquetFooter.read(file);
    FileMetaData meta = footer.getFileMetaData();
    FileColumns columns = FileColumns.check(file.location(), meta.getSchema(), schema);
    MessageType withIds = ParquetFieldIds.resolve(meta.getSchema(), Optional.of(schema.names()));
    ParquetMetadata resolved =
        new ParquetMetadata(
            new FileMetaData(withIds, meta.getKeyValueMetaData(), meta.getCreatedBy()),
            footer.getBlocks());
    Map<String, String> properties = new HashMap<>(tableProperties);
    columns.otherUnits().forEach(id -> withoutBounds(schema.schema(), id, properties));
    MetricsConfig metrics = MetricsConfig.of(schema.schema(), properties, new int[0]);
    return new DeltaDataFile(FooterStats.of(resolved, schema.schema(), metrics, Map.of()));
  }

  /** Bounds in other units than the table's would be taken for its own. */
  private static void withoutBounds(Schema schema, int id, Map<String, String> properties) {
    String column = TableProperties.METRICS_COLUMN_MODE_PREFIX + schema.fullName(id).orElseThrow();
    if (!"none".equals(properties.get(column))) {
      properties.put(column, "counts");
    }
  }
}
