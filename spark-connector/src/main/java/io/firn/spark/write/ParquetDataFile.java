package io.firn.spark.write;

import io.firn.codec.parquet.FooterStats;
import io.firn.codec.parquet.ParquetOutput;
import io.firn.codec.parquet.ParquetStats;
import io.firn.model.DataFile;
import io.firn.types.StructValue;
import java.io.IOException;
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
      throw factory.writeFailure(location, e);
    }
  }

  String location() {
    return location;
  }

  void write(InternalRow row) {
    try {
      writer.write(row);
    } catch (IOException e) {
      throw factory.writeFailure(location, e);
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
      throw factory.writeFailure(location, e);
    }
    ParquetStats stats =
        FooterStats.of(
            writer.getFooter(), factory.schema(), factory.metricsConfig(), nanCounts.toMap());
    return factory.dataFile(location, partition, stats, output.length());
  }

  void abort() {
    try {
      writer.close();
    } catch (IOException | RuntimeException e) {
      factory.logAbortFailure(location, e);
    }
    factory.storage().delete(location);
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
