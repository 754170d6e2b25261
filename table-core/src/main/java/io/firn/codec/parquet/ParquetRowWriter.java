package io.firn.codec.parquet;

import io.firn.error.StorageException;
import io.firn.io.OutputFile;
import io.firn.types.Schema;
import io.firn.types.StructType;
import io.firn.types.StructValue;
import java.io.IOException;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.conf.ParquetConfiguration;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.api.WriteSupport;
import org.apache.parquet.io.api.RecordConsumer;
import org.apache.parquet.schema.MessageType;

/**
 * Writes values in memory as the rows of one Parquet file with field ids, for delete files and
 * tests. The file is complete, and {@link #stats} and {@link #fileSizeInBytes} answer, once it is
 * closed.
 */
public final class ParquetRowWriter implements AutoCloseable {
  private final Schema schema;
  private final String location;
  private final ParquetOutput output;
  private final RowWriters writers = new RowWriters();
  private final ParquetWriter<StructValue> writer;
  private boolean closed;

  private ParquetRowWriter(OutputFile file, Schema schema, RowFileSettings settings)
      throws IOException {
    this.schema = schema;
    this.location = file.location();
    this.output = new ParquetOutput(file);
    PlainParquetConfiguration conf = new PlainParquetConfiguration();
    settings.level().ifPresent(level -> conf.setInt("parquet.compression.codec.zstd.level", level));
    this.writer =
        new Builder(output, new Support(schema.struct(), writers, settings.metadata()))
            .withConf(conf)
            .withCompressionCodec(settings.codecName())
            .withRowGroupSize(settings.rowGroupSizeBytes())
            .build();
  }

  /** Creates the file. */
  public static ParquetRowWriter create(OutputFile file, Schema schema, RowFileSettings settings) {
    try {
      return new ParquetRowWriter(file, schema, settings);
    } catch (IOException e) {
      throw failed(file.location(), e);
    }
  }

  /**
   * Writes a row of the schema's shape.
   *
   * @throws IllegalArgumentException if a required value is null or a value does not fit its type
   */
  public void add(StructValue row) {
    try {
      writer.write(row);
    } catch (IOException e) {
      throw failed(location, e);
    }
  }

  /** Bytes written and buffered so far, about. */
  public long sizeInBytes() {
    return writer.getDataSize();
  }

  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    try {
      writer.close();
    } catch (IOException e) {
      throw failed(location, e);
    }
  }

  /** The stats of the closed file. */
  public ParquetStats stats(MetricsConfig config) {
    requireClosed();
    return FooterStats.of(writer.getFooter(), schema, config, writers.floatingColumns());
  }

  /** The length of the closed file. */
  public long fileSizeInBytes() {
    requireClosed();
    return output.length();
  }

  private void requireClosed() {
    if (!closed) {
      throw new IllegalStateException("The file is not closed yet: " + location);
    }
  }

  private static StorageException failed(String location, IOException e) {
    return new StorageException("Cannot write " + location + ": " + ParquetOutput.reason(e), e);
  }

  private static final class Builder extends ParquetWriter.Builder<StructValue, Builder> {
    private final Support support;

    Builder(ParquetOutput output, Support support) {
      super(output);
      this.support = support;
    }

    @Override
    protected Builder self() {
      return this;
    }

    @Override
    protected WriteSupport<StructValue> getWriteSupport(Configuration conf) {
      return support;
    }

    @Override
    protected WriteSupport<StructValue> getWriteSupport(ParquetConfiguration conf) {
      return support;
    }
  }

  private static final class Support extends WriteSupport<StructValue> {
    private final MessageType message;
    private final RowWriters.ValueWriter fields;
    private final Map<String, String> metadata;
    private RecordConsumer out;

    @SuppressWarnings("NullAway.Init") // parquet-java gives the consumer before the first row
    Support(StructType struct, RowWriters writers, Map<String, String> metadata) {
      this.message = SchemaToParquet.convert(struct, "table");
      this.fields = writers.fields(struct);
      this.metadata = metadata;
    }

    @Override
    public WriteContext init(Configuration configuration) {
      return new WriteContext(message, metadata);
    }

    @Override
    public WriteContext init(ParquetConfiguration configuration) {
      return new WriteContext(message, metadata);
    }

    @Override
    public void prepareForWrite(RecordConsumer recordConsumer) {
      out = recordConsumer;
    }

    @Override
    public void write(StructValue row) {
      out.startMessage();
      fields.write(row, out);
      out.endMessage();
    }
  }
}
