package io.firn.spark.write;

import io.firn.codec.parquet.MetricsConfig;
import io.firn.codec.parquet.ParquetOutput;
import io.firn.codec.parquet.ParquetStats;
import io.firn.codec.parquet.SchemaToParquet;
import io.firn.error.StorageException;
import io.firn.io.Storage;
import io.firn.io.hadoop.HadoopStorage;
import io.firn.model.DataFile;
import io.firn.operation.DataLocations;
import io.firn.partition.PartitionSpec;
import io.firn.types.Schema;
import io.firn.types.StructType;
import io.firn.types.StructValue;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.schema.MessageType;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Starts the data files of one task and names them: {@code
 * <partition>-<task>-<query>-<count>.parquet}.
 */
final class DataFileFactory {
  private static final Logger LOG = LoggerFactory.getLogger(DataFileFactory.class);

  private final WriteTask task;
  private final Schema schema;
  private final PartitionSpec spec;
  private final StructType rowStruct;
  private final MessageType message;
  private final MetricsConfig metricsConfig;
  private final Configuration conf;
  private final Storage storage;
  private final DataLocations locations;
  private final ParquetSettings settings;
  private final int partitionId;
  private final long taskId;
  private final Optional<CarriedRows> carried;
  private int fileCount;

  DataFileFactory(
      WriteTask task,
      Schema schema,
      PartitionSpec spec,
      StructType rowStruct,
      Optional<CarriedRows> carried,
      int partitionId,
      long taskId) {
    this.task = task;
    this.schema = schema;
    this.spec = spec;
    this.rowStruct = rowStruct;
    this.message = SchemaToParquet.convert(rowStruct, "table");
    this.metricsConfig = MetricsConfig.of(schema, task.tableProperties, task.sortedFieldIds);
    this.conf = task.conf.value();
    this.storage = new HadoopStorage(conf);
    this.locations = new DataLocations(task.tableLocation, task.tableProperties);
    this.settings =
        new ParquetSettings(task.tableProperties, task.compressionCodec, task.compressionLevel);
    this.partitionId = partitionId;
    this.taskId = taskId;
    this.carried = carried;
  }

  ParquetDataFile create(StructValue partition) {
    return ParquetDataFile.create(this, newLocation(partition), partition);
  }

  /** Where the next file goes. */
  String newLocation(StructValue partition) {
    fileCount++;
    String name =
        String.format(
            Locale.ROOT, "%05d-%d-%s-%05d.parquet", partitionId, taskId, task.queryId, fileCount);
    return locations.newFile(spec.partitionPath(schema, partition), name);
  }

  /** The file that was written there. */
  DataFile dataFile(String location, StructValue partition, ParquetStats stats, long length) {
    DataFile file =
        DataFile.parquet(location, spec.specId(), partition, stats.recordCount(), length)
            .withStats(stats.columnStats())
            .withSplitOffsets(stats.splitOffsets());
    return task.sortOrderId >= 0 ? file.withSortOrderId(OptionalInt.of(task.sortOrderId)) : file;
  }

  StorageException writeFailure(String location, IOException cause) {
    return new StorageException(
        "Cannot write data file "
            + location
            + " of "
            + task.tableName
            + ": "
            + ParquetOutput.reason(cause),
        cause);
  }

  /** To be told of each row of the files of one partition; nobody if nobody wants to know. */
  Optional<TargetRows> newTargetRows() {
    return carried.flatMap(CarriedRows::newTargetRows);
  }

  String describe(StructValue partition) {
    return spec.partitionPath(schema, partition);
  }

  long targetFileSizeBytes() {
    return task.targetFileSizeBytes;
  }

  void delete(List<DataFile> files) {
    storage.deleteAll(files.stream().map(DataFile::filePath).toList());
  }

  void close() {
    storage.close();
  }

  /** A file that could not be closed is deleted all the same. */
  void logAbortFailure(String location, Exception cause) {
    LOG.debug("Cannot close the aborted file {}", location, cause);
  }

  String tableName() {
    return task.tableName;
  }

  Schema schema() {
    return schema;
  }

  PartitionSpec spec() {
    return spec;
  }

  StructType rowStruct() {
    return rowStruct;
  }

  MessageType message() {
    return message;
  }

  /** What stands in the file's footer besides the Parquet schema. */
  Map<String, String> fileMetadata() {
    return Map.of("iceberg.schema", task.schemaJson);
  }

  MetricsConfig metricsConfig() {
    return metricsConfig;
  }

  Configuration conf() {
    return conf;
  }

  Storage storage() {
    return storage;
  }

  ParquetSettings settings() {
    return settings;
  }
}
