package io.firn.it;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.util.Progressable;

/** The local disk under the scheme {@code small}, on which only so many bytes can be written. */
public final class SmallDisk extends RawLocalFileSystem {
  private static final AtomicLong FREE = new AtomicLong(Long.MAX_VALUE);
  private static final AtomicLong WRITTEN = new AtomicLong();

  /** From now on, that many bytes can be written; deleting files frees none. */
  static void setFree(long bytes) {
    FREE.set(bytes);
    WRITTEN.set(0);
  }

  /** Bytes since the last {@link #setFree}. */
  static long written() {
    return WRITTEN.get();
  }

  @Override
  public URI getUri() {
    return URI.create("small:///");
  }

  @Override
  public String getScheme() {
    return "small";
  }

  @Override
  public FSDataOutputStream create(
      Path path,
      FsPermission permission,
      boolean overwrite,
      int bufferSize,
      short replication,
      long blockSize,
      Progressable progress)
      throws IOException {
    return create(path, overwrite, bufferSize, replication, blockSize, progress);
  }

  @Override
  public FSDataOutputStream create(
      Path path,
      boolean overwrite,
      int bufferSize,
      short replication,
      long blockSize,
      Progressable progress)
      throws IOException {
    OutputStream file = super.create(path, overwrite, bufferSize, replication, blockSize, progress);
    return new FSDataOutputStream(new Limited(file), null);
  }

  private static final class Limited extends FilterOutputStream {
    Limited(OutputStream file) {
      super(file);
    }

    private static void take(int bytes) throws IOException {
      if (FREE.addAndGet(-bytes) < 0) {
        throw new IOException("No space left on device");
      }
      WRITTEN.addAndGet(bytes);
    }

    @Override
    public void write(int value) throws IOException {
      take(1);
      out.write(value);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      take(length);
      out.write(bytes, offset, length);
    }
  }
}
