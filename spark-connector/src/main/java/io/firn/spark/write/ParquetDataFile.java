package io.firn.spark.write;

import io.firn.codec.parquet.FooterStats;
import io.firn.codec.parquet.ParquetOutput;
import io.firn.codec.parquet.ParquetStats;
import io.firn.error.StorageException;
import io.firn.model.DataFile;
import io.firn.types.StructValue;
import java.io.IOException;
import java.util.OptionalInt;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.api.WriteSupport;
import org.apache.parquet.io.OutputFile;
import org.apache.spark.sql.catalyst.InternalRow;

/** One Parquet data file while it is written. */
final class ParquetDataFile {
  private final DataFileFactory factory;
  private final String location;
  private final StructValue partition;
  private final NanCounts nanCounts = new NanCounts();
  private final ParquetOutput output;
  private final ParquetWriter<InternalRow> writer;

  private ParquetDataFile(DataFileFactory factory, String location, StructValue partition)
      throws IOException {
    this.factory = factory;
    this.location = location;
    this.partition = partition;
    this.output = new ParquetOutput(factory.storage().newOutputFile(location));
    this.writer = open();
  }

  /** The file exists as soon as it is opened; its first bytes may fail to be written. */
  private ParquetWriter<InternalRow> open() throws IOException {
    try {
      return factory
          .settings()
          .apply(new Builder(output), factory.conf(), factory.schema())
          .build();
    } catch (IOException | RuntimeException e) {
      try {
        output.close();
      } catch (IOException closing) {
        e.addSuppressed(closing);
      }
      factory.storage().delete(location);
      throw e;
    }
  }

  static ParquetDataFile create(DataFileFactory factory, String location, StructValue partition) {
    try {
      return new ParquetDataFile(factory, location, partition);
    } catch (IOException e) {
      throw failed(factory, location, e);
    }
  }

  String location() {
    return location;
  }

  void write(InternalRow row) {
    try {
      writer.write(row);
    } catch (IOException e) {
      throw failed(factory, location, e);
    }
  }

  /** Bytes written and buffered so far. */
  long sizeBytes() {
    return writer.getDataSize();
  }

  DataFile complete() {
    try {
      writer.close();
    } catch (IOException e) {
      throw failed(factory, location, e);
    }
    ParquetStats stats =
        FooterStats.of(
            writer.getFooter(), factory.schema(), factory.metricsConfig(), nanCounts.toMap());
    DataFile file =
        DataFile.parquet(
                location, factory.spec().specId(), partition, stats.recordCount(), output.length())
            .withStats(stats.columnStats())
            .withSplitOffsets(stats.splitOffsets());
    if (factory.sortOrderId() >= 0) {
      file = file.withSortOrderId(OptionalInt.of(factory.sortOrderId()));
    }
    return file;
  }

  void abort() {
    try {
      writer.close();
    } catch (IOException | RuntimeException e) {
      factory.logAbortFailure(location, e);
    }
    factory.storage().delete(location);
  }

  private static StorageException failed(
      DataFileFactory factory, String location, IOException cause) {
    return new StorageException(
        "Cannot write data file "
            + location
            + " of "
            + factory.tableName()
            + ": "
            + ParquetOutput.reason(cause),
        cause);
  }

  private final class Builder extends ParquetWriter.Builder<InternalRow, Builder> {
    Builder(OutputFile file) {
      super(file);
    }

    @Override
    protected Builder self() {
      return this;
    }

    @Override
    protected WriteSupport<InternalRow> getWriteSupport(Configuration conf) {
      return new RowWriteSupport(
          factory.rowStruct(), factory.message(), factory.fileMetadata(), nanCounts);
    }
  }
}
