package io.firn.codec.parquet;

import io.firn.io.SeekableInput;
import java.io.IOException;
import org.apache.parquet.io.DelegatingSeekableInputStream;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.io.SeekableInputStream;

/** A file of the storage as parquet-java reads it. */
public final class ParquetInput implements InputFile {
  private final io.firn.io.InputFile file;

  public ParquetInput(io.firn.io.InputFile file) {
    this.file = file;
  }

  @Override
  public long getLength() {
    return file.length();
  }

  @Override
  public SeekableInputStream newStream() {
    return new Seekable(file.open());
  }

  @Override
  public String toString() {
    return file.location();
  }

  private static final class Seekable extends DelegatingSeekableInputStream {
    private final SeekableInput input;

    Seekable(SeekableInput input) {
      super(input);
      this.input = input;
    }

    @Override
    public long getPos() throws IOException {
      return input.position();
    }

    @Override
    public void seek(long newPosition) throws IOException {
      input.seek(newPosition);
    }
  }
}
