package io.firn.codec.avro;

import io.firn.error.StorageException;
import io.firn.io.OutputFile;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.file.DataFileWriter;
import org.apache.avro.io.DatumWriter;

/** Writes an Avro object container file and counts its bytes. */
final class AvroFileWriter<D> implements AutoCloseable {
  private final String location;
  private final CountingOutput out;
  private final DataFileWriter<D> writer;

  AvroFileWriter(
      OutputFile file,
      Schema schema,
      DatumWriter<D> encoder,
      Map<String, String> header,
      AvroCompression compression) {
    this.location = file.location();
    this.writer = new DataFileWriter<>(encoder);
    writer.setCodec(compression.factory());
    header.forEach(writer::setMeta);
    this.out = new CountingOutput(file.create());
    try {
      writer.create(schema, out);
    } catch (IOException e) {
      throw failed(e);
    }
  }

  void write(D datum) {
    try {
      writer.append(datum);
    } catch (IOException e) {
      throw failed(e);
    } catch (DataFileWriter.AppendWriteException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw e;
    }
  }

  /** Bytes that have left the writer's buffer; the file's length after {@link #close}. */
  long length() {
    return out.count;
  }

  @Override
  public void close() {
    try {
      writer.close();
    } catch (IOException e) {
      throw failed(e);
    }
  }

  private StorageException failed(IOException e) {
    return new StorageException("Cannot write " + location + ": " + e.getMessage(), e);
  }

  private static final class CountingOutput extends FilterOutputStream {
    private long count;

    CountingOutput(OutputStream out) {
      super(out);
    }

    @Override
    public void write(int b) throws IOException {
      out.write(b);
      count++;
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      out.write(bytes, offset, length);
      count += length;
    }
  }
}
