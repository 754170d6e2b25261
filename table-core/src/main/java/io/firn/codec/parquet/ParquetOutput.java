package io.firn.codec.parquet;

import java.io.IOException;
import java.io.OutputStream;
import org.apache.parquet.io.OutputFile;
import org.apache.parquet.io.PositionOutputStream;

/** A file of the storage as parquet-java writes it. */
public final class ParquetOutput implements OutputFile {
  private final io.firn.io.OutputFile file;
  private long position;

  public ParquetOutput(io.firn.io.OutputFile file) {
    this.file = file;
  }

  /** Bytes written so far; the file's length once its writer is closed. */
  public long length() {
    return position;
  }

  @Override
  public PositionOutputStream create(long blockSizeHint) {
    return new Counting(file.create());
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
