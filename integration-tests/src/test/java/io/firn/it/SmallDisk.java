package io.firn.it;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.util.Progressable;

/** The local disk under the scheme {@code small}, on which only so many bytes can be written. */
public final class SmallDisk extends SchemeDisk {
  private static final AtomicLong FREE = new AtomicLong(Long.MAX_VALUE);
  private static final AtomicLong WRITTEN = new AtomicLong();

  @Override
  public String getScheme() {
    return "small";
  }

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
  public FSDataOutputStream create(
      Path path,
      boolean overwrite,
      int bufferSize,
      short replication,
      long blockSize,
      Progressable progress)
      throws IOException {
    return metered(
        super.create(path, overwrite, bufferSize, replication, blockSize, progress),
        SmallDisk::take);
  }

  private static void take(int bytes) throws IOException {
    if (FREE.addAndGet(-bytes) < 0) {
      throw new IOException("No space left on device");
    }
    WRITTEN.addAndGet(bytes);
  }
}
