package io.firn.spark.write;

import io.firn.types.StructType;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.hadoop.api.WriteSupport;
import org.apache.parquet.io.api.RecordConsumer;
import org.apache.parquet.schema.MessageType;
import org.apache.spark.sql.catalyst.InternalRow;

/** Writes Catalyst rows as Parquet records with field ids. */
final class RowWriteSupport extends WriteSupport<InternalRow> {
  private final MessageType message;
  private final Map<String, String> fileMetadata;
  private final GroupWriters.FieldsWriter fields;
  private RecordConsumer consumer;

  @SuppressWarnings("NullAway.Init")
  RowWriteSupport(
      StructType struct,
      MessageType message,
      Map<String, String> fileMetadata,
      NanCounts nanCounts) {
    this.message = message;
    this.fileMetadata = fileMetadata;
    this.fields = new GroupWriters.FieldsWriter(struct.fields(), nanCounts);
  }

  @Override
  public WriteContext init(Configuration configuration) {
    return new WriteContext(message, fileMetadata);
  }

  @Override
  public void prepareForWrite(RecordConsumer recordConsumer) {
    consumer = recordConsumer;
  }

  @Override
  public void write(InternalRow row) {
    consumer.startMessage();
    fields.write(row, consumer);
    consumer.endMessage();
  }
}
