package io.firn.io.hadoop;

import io.firn.error.MissingFileException;
import io.firn.error.StorageException;
import io.firn.io.InputFile;
import io.firn.io.SeekableInput;
import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FutureDataInputStreamBuilder;
import org.apache.hadoop.fs.Options.OpenFileOptions;
import org.apache.hadoop.util.functional.FutureIO;

/** One file of a Hadoop file system for reading. */
final class HadoopInputFile implements InputFile {
  static final long UNKNOWN_LENGTH = -1;

  private final HadoopPath at;
  private volatile long length;

  HadoopInputFile(HadoopPath at, long length) {
    this.at = at;
    this.length = length;
  }

  @Override
  public String location() {
    return at.location();
  }

  @Override
  public long length() {
    if (length == UNKNOWN_LENGTH) {
      try {
        length = at.fileSystem().getFileStatus(at.path()).getLen();
      } catch (IOException e) {
        throw unreadable(e);
      }
    }
    return length;
  }

  @Override
  public boolean exists() {
    try {
      return at.fileSystem().getFileStatus(at.path()).isFile();
    } catch (FileNotFoundException e) {
      return false;
    } catch (IOException e) {
      throw new StorageException("Cannot look at " + location() + ": " + e, e);
    }
  }

  @Override
  public SeekableInput open() {
    try {
      return new HadoopInput(location(), openStream());
    } catch (IOException e) {
      throw unreadable(e);
    }
  }

  /** A known length spares object stores a request; others ignore it. */
  private FSDataInputStream openStream() throws IOException {
    if (length == UNKNOWN_LENGTH) {
      return at.fileSystem().open(at.path());
    }
    FutureDataInputStreamBuilder builder = at.fileSystem().openFile(at.path());
    builder.opt(OpenFileOptions.FS_OPTION_OPENFILE_LENGTH, Long.toString(length));
    return FutureIO.awaitFuture(builder.build());
  }

  @Override
  public byte[] readAll() {
    try (FSDataInputStream in = at.fileSystem().open(at.path())) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw unreadable(e);
    }
  }

  private RuntimeException unreadable(IOException e) {
    return e instanceof FileNotFoundException
        ? new MissingFileException("File does not exist: " + location(), e)
        : new StorageException("Cannot read " + location() + ": " + e, e);
  }

  /** Hadoop's stream under this project's contract. */
  private static final class HadoopInput extends SeekableInput {
    private final String location;
    private final FSDataInputStream in;

    HadoopInput(String location, FSDataInputStream in) {
      this.location = location;
      this.in = in;
    }

    @Override
    public long position() throws IOException {
      return in.getPos();
    }

    @Override
    public void seek(long newPosition) throws IOException {
      in.seek(newPosition);
    }

    @Override
    public int read() throws IOException {
      return in.read();
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
      return in.read(buffer, offset, length);
    }

    @Override
    public long skip(long count) throws IOException {
      return in.skip(count);
    }

    @Override
    public int available() throws IOException {
      return in.available();
    }

    @Override
    public void readFully(long position, byte[] buffer, int offset, int length) throws IOException {
      try {
        in.readFully(position, buffer, offset, length);
      } catch (EOFException e) {
        EOFException named =
            new EOFException(
                "Cannot read "
                    + length
                    + " bytes at "
                    + position
                    + " of "
                    + location
                    + ": the file is shorter");
        named.initCause(e);
        throw named;
      }
    }

    @Override
    public void close() throws IOException {
      in.close();
    }
  }
}
