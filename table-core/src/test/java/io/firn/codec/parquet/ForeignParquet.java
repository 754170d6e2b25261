package io.firn.codec.parquet;

import io.firn.io.OutputFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.function.Consumer;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroupFactory;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;

/** Files of one row as other programs lay them out. */
final class ForeignParquet {
  private ForeignParquet() {}

  static void write(OutputFile file, String schema, Consumer<Group> row) {
    MessageType message = MessageTypeParser.parseMessageType(schema);
    try (ParquetWriter<Group> writer =
        ExampleParquetWriter.builder(new ParquetOutput(file)).withType(message).build()) {
      Group group = new SimpleGroupFactory(message).newGroup();
      row.accept(group);
      writer.write(group);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Binary int96(int julianDay, long nanosOfDay) {
    return Binary.fromConstantByteArray(
        ByteBuffer.allocate(12)
            .order(ByteOrder.LITTLE_ENDIAN)
            .putLong(nanosOfDay)
            .putInt(julianDay)
            .array());
  }

  static Binary binary(byte[] bytes) {
    return Binary.fromConstantByteArray(bytes);
  }
}
