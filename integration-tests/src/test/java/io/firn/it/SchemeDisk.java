package io.firn.it;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.util.Progressable;

/**
 * The local disk under a scheme of its own, where a test can have an eye on it. All files are
 * created by the {@code create} without permission, which a disk may override.
 */
public abstract class SchemeDisk extends RawLocalFileSystem {
  /** Asked for while the disk is made: not to be kept in a field. */
  @Override
  public abstract String getScheme();

  @Override
  public final URI getUri() {
    return URI.create(getScheme() + ":///");
  }

  @Override
  public final FSDataOutputStream create(
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

  /** Without permissions, which Hadoop finds only for files under its own scheme. */
  @Override
  public FileStatus[] listStatus(Path path) throws IOException {
    FileStatus[] found = super.listStatus(path);
    for (int i = 0; i < found.length; i++) {
      FileStatus file = found[i];
      found[i] =
          new FileStatus(
              file.getLen(),
              file.isDirectory(),
              1,
              file.getBlockSize(),
              file.getModificationTime(),
              file.getPath());
    }
    return found;
  }

  /** Told of bytes before they are written to a file. */
  protected interface Meter {
    void writing(int bytes) throws IOException;
  }

  /** The file, with each write of it metered. */
  protected static FSDataOutputStream metered(FSDataOutputStream file, Meter meter)
      throws IOException {
    return new FSDataOutputStream(new Metered(file, meter), null);
  }

  private static final class Metered extends FilterOutputStream {
    private final Meter meter;

    Metered(OutputStream file, Meter meter) {
      super(file);
      this.meter = meter;
    }

    @Override
    public void write(int value) throws IOException {
      meter.writing(1);
      out.write(value);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      meter.writing(length);
      out.write(bytes, offset, length);
    }
  }
}
