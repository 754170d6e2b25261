package io.firn.codec.parquet;

import io.firn.error.StorageException;
import io.firn.io.SeekableInput;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import org.apache.parquet.io.DelegatingSeekableInputStream;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.io.SeekableInputStream;

/**
 * A file of the storage as parquet-java reads it. Failures of the storage are {@link
 * StorageException}s, which parquet-java lets through, so that what it throws itself is about the
 * file's content.
 */
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
    SeekableInput input = file.open();
    return new Seekable(input, new Guarded(file.location(), input));
  }

  @Override
  public String toString() {
    return file.location();
  }

  private static StorageException failed(String location, IOException e) {
    return new StorageException("Cannot read " + location + ": " + e.getMessage(), e);
  }

  private static final class Seekable extends DelegatingSeekableInputStream {
    private final SeekableInput input;

    Seekable(SeekableInput input, Guarded guarded) {
      super(guarded);
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

  private static final class Guarded extends InputStream {
    private final String location;
    private final SeekableInput input;

    Guarded(String location, SeekableInput input) {
      this.location = location;
      this.input = input;
    }

    @Override
    public int read() throws EOFException {
      try {
        return input.read();
      } catch (EOFException e) {
        throw e;
      } catch (IOException e) {
        throw failed(location, e);
      }
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws EOFException {
      try {
        return input.read(bytes, offset, length);
      } catch (EOFException e) {
        throw e;
      } catch (IOException e) {
        throw failed(location, e);
      }
    }

    @Override
    public void close() throws IOException {
      input.close();
    }
  }
}
