package io.firn.it.storm;

import io.firn.it.SchemeDisk;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.util.Progressable;

/** The local disk under the scheme {@code counted}; counts the bytes of data and delete files. */
public final class CountedDisk extends SchemeDisk {
  private static final AtomicLong DATA_BYTES = new AtomicLong();

  @Override
  public String getScheme() {
    return "counted";
  }

  /** Bytes that were written to files in folders {@code data}, by all tables of the JVM. */
  static long dataBytes() {
    return DATA_BYTES.get();
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
    FSDataOutputStream file =
        super.create(path, overwrite, bufferSize, replication, blockSize, progress);
    return path.toString().contains("/data/") ? metered(file, DATA_BYTES::addAndGet) : file;
  }
}
