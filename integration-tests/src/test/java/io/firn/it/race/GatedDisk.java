package io.firn.it.race;

import io.firn.it.SchemeDisk;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.util.Progressable;

/**
 * The local disk under the scheme {@code gated}: whoever creates the first file below a directory
 * that has a gate waits at it.
 */
public final class GatedDisk extends SchemeDisk {
  private static final Map<String, Gate> GATES = new ConcurrentHashMap<>();

  @Override
  public String getScheme() {
    return "gated";
  }

  /** The next file below the directory, a path without scheme, is created after the gate opens. */
  static Gate gateAt(String directory) {
    Gate gate = Gate.named(directory);
    GATES.put(directory + "/", gate);
    return gate;
  }

  private static void pass(Path path) throws IOException {
    String created = path.toUri().getPath();
    for (String directory : GATES.keySet()) {
      Gate gate = created.startsWith(directory) ? GATES.remove(directory) : null;
      if (gate != null) {
        try {
          gate.pass();
        } catch (Exception e) {
          throw new IOException("The gate did not open", e);
        }
      }
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
    pass(path);
    return super.create(path, overwrite, bufferSize, replication, blockSize, progress);
  }
}
