package io.firn.it.maintain;

import io.firn.it.SchemeDisk;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.util.Progressable;

/**
 * The local disk under the scheme {@code dying}: after so many changes the process is dead, and
 * changes nothing any more until it is revived.
 */
public final class DyingDisk extends SchemeDisk {
  private static final AtomicInteger LEFT = new AtomicInteger(Integer.MAX_VALUE);

  /** The death of the process, which nobody can handle. */
  static final class Died extends Error {
    private static final long serialVersionUID = 1L;
  }

  @Override
  public String getScheme() {
    return "dying";
  }

  /** So many files can be created or deleted. */
  static void dieAfter(int changes) {
    LEFT.set(changes);
  }

  static void revive() {
    LEFT.set(Integer.MAX_VALUE);
  }

  private static void change() {
    if (LEFT.getAndUpdate(left -> Math.max(0, left - 1)) == 0) {
      throw new Died();
    }
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
    change();
    return super.create(path, overwrite, bufferSize, replication, blockSize, progress);
  }

  @Override
  public boolean delete(Path path, boolean recursive) throws IOException {
    change();
    return super.delete(path, recursive);
  }
}
