package io.firn.codec.parquet;

import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import org.apache.parquet.io.OutputFile;
import org.apache.parquet.io.PositionOutputStream;
import org.jspecify.annotations.Nullable;

/** A file of the storage as parquet-java writes it. */
public final class ParquetOutput implements OutputFile, Closeable {
  private final io.firn.io.OutputFile file;
  private long position;
  private @Nullable Counting opened;

  public ParquetOutput(io.firn.io.OutputFile file) {
    this.file = file;
  }

  /** Bytes written so far; the file's length once its writer is closed. */
  public long length() {
    return position;
  }

  /** What the storage said: parquet-java wraps it into messages that repeat the whole footer. */
  public static String reason(IOException failure) {
    Throwable first = failure;
    while (first.getCause() != null) {
      first = first.getCause();
    }
    return String.valueOf(first.getMessage());
  }

  @Override
  public PositionOutputStream create(long blockSizeHint) {
    Counting stream = new Counting(file.create());
    opened = stream;
    return stream;
  }

  /** Closes the stream of a writer that could not be made; a writer closes its stream itself. */
  @Override
  public void close() throws IOException {
    if (opened != null) {
      opened.close();
    }
  }

  @Override
  public PositionOutputStream createOrOverwrite(long blockSizeHint) {
    return create(blockSizeHint);
  }

  @Override
  public boolean supportsBlockSize() {
    return false;
  }

  @Override
  public long defaultBlockSize() {
    return 0;
  }

  @Override
  public String getPath() {
    return file.location();
  }

  private final class Counting extends PositionOutputStream {
    private final OutputStream out;

    Counting(OutputStream out) {
      this.out = out;
    }

    @Override
    public long getPos() {
      return position;
    }

    @Override
    public void write(int b) throws IOException {
      out.write(b);
      position++;
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      out.write(bytes, offset, length);
      position += length;
    }

    @Override
    public void flush() throws IOException {
      out.flush();
    }

    @Override
    public void close() throws IOException {
      out.close();
    }
  }
}
