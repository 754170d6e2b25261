package io.firn.imports;

import io.firn.codec.json.NameMappingJson;
import io.firn.codec.json.SchemaJson;
import io.firn.codec.parquet.FooterStats;
import io.firn.codec.parquet.MetricsConfig;
import io.firn.codec.parquet.ParquetStats;
import io.firn.io.Storage;
import io.firn.model.DataFile;
import io.firn.model.NameMapping;
import io.firn.model.SortField;
import io.firn.model.SortOrder;
import io.firn.model.TableMetadata;
import io.firn.model.TableProperties;
import io.firn.types.Schema;
import java.io.Serializable;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Describes Parquet files as a table's data files, from their footers: stats as the table's metrics
 * modes want them, columns of files without field ids by the table's name mapping, or by the
 * present names of its columns if it has none. Made to travel to executors.
 */
public final class FileDescription implements Serializable {
  private static final long serialVersionUID = 1L;

  private final String schema;
  private final HashMap<String, String> properties;
  private final int[] sortedFieldIds;

  public FileDescription(TableMetadata table) {
    this.schema = SchemaJson.write(table.schema());
    this.properties = new HashMap<>(table.properties());
    this.sortedFieldIds =
        table.sortOrder().fields().stream().mapToInt(SortField::sourceId).toArray();
  }

  /** What reads footers, for one or many threads. */
  public Reader reader(Storage storage) {
    Schema columns = SchemaJson.parse(schema);
    String mapping = properties.get(TableProperties.NAME_MAPPING);
    return new Reader(
        storage,
        columns,
        MetricsConfig.of(columns, Map.copyOf(properties), sortedFieldIds),
        mapping == null ? NameMapping.of(columns) : NameMappingJson.parse(mapping));
  }

  /** Reads footers. */
  public record Reader(Storage storage, Schema schema, MetricsConfig metrics, NameMapping mapping) {

    /**
     * The file with its number of rows, stats and row groups.
     *
     * @param listed a file of which only location, length and partition are known
     * @throws io.firn.error.MissingFileException if the file is not there any more
     * @throws io.firn.error.CorruptFileException if it is no Parquet file
     */
    public DataFile describe(DataFile listed) {
      ParquetStats stats =
          FooterStats.ofForeign(
              storage.newInputFile(listed.filePath(), listed.fileSizeInBytes()),
              schema,
              metrics,
              Optional.of(mapping));
      return DataFile.parquet(
              listed.filePath(),
              listed.specId(),
              listed.partition(),
              stats.recordCount(),
              listed.fileSizeInBytes())
          .withStats(stats.columnStats())
          .withSplitOffsets(stats.splitOffsets())
          .withSortOrderId(OptionalInt.of(SortOrder.unsorted().orderId()));
    }
  }
}
