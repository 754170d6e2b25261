package io.firn.it.session;

import io.firn.it.SchemeDisk;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.util.Progressable;

/**
 * The local disk under the scheme {@code interrupted}: what a test wants to happen meanwhile
 * happens, in a thread of its own, before the next file is created.
 */
public final class InterruptedDisk extends SchemeDisk {
  private static final AtomicReference<Optional<Runnable>> MEANWHILE =
      new AtomicReference<>(Optional.empty());

  @Override
  public String getScheme() {
    return "interrupted";
  }

  static void beforeNextFile(Runnable meanwhile) {
    MEANWHILE.set(Optional.of(meanwhile));
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
    Optional<Runnable> meanwhile = MEANWHILE.getAndSet(Optional.empty());
    if (meanwhile.isPresent()) {
      Thread other = new Thread(meanwhile.get());
      other.start();
      try {
        other.join();
      } catch (InterruptedException e) {
        throw new IOException(e);
      }
    }
    return super.create(path, overwrite, bufferSize, replication, blockSize, progress);
  }
}
