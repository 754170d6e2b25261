package io.firn.it.storm;

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

/** The local disk under the scheme {@code counted}; counts the bytes of data and delete files. */
public final class CountedDisk extends RawLocalFileSystem {
  private static final AtomicLong DATA_BYTES = new AtomicLong();

  /** Bytes that were written to files in folders {@code data}, by all tables of the JVM. */
  static long dataBytes() {
    return DATA_BYTES.get();
  }

  @Override
  public URI getUri() {
    return URI.create("counted:///");
  }

  @Override
  public String getScheme() {
    return "counted";
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
    return path.toString().contains("/data/")
        ? new FSDataOutputStream(new Counted(file), null)
        : (FSDataOutputStream) file;
  }

  private static final class Counted extends FilterOutputStream {
    Counted(OutputStream file) {
      super(file);
    }

    @Override
    public void write(int value) throws IOException {
      DATA_BYTES.incrementAndGet();
      out.write(value);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      DATA_BYTES.addAndGet(length);
      out.write(bytes, offset, length);
    }
  }
}
