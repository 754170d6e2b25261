package io.firn.it;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.util.Progressable;

/**
 * The local disk under the scheme {@code rec}; notes each request that a remote store would get.
 */
public final class RecordedDisk extends SchemeDisk {
  private static final List<String> REQUESTS = new ArrayList<>();

  /** How deep this thread is in the local file system, whose own calls of itself do not count. */
  private static final ThreadLocal<Integer> DEPTH = ThreadLocal.withInitial(() -> 0);

  @Override
  public String getScheme() {
    return "rec";
  }

  private interface Request<T> {
    T run() throws IOException;
  }

  private static <T> T own(Request<T> request) throws IOException {
    DEPTH.set(DEPTH.get() + 1);
    try {
      return request.run();
    } finally {
      DEPTH.set(DEPTH.get() - 1);
    }
  }

  private static void note(String request, Path path) {
    if (DEPTH.get() == 0) {
      synchronized (REQUESTS) {
        REQUESTS.add(request + " " + kind(path.getName()));
      }
    }
  }

  private static String kind(String name) {
    if (name.endsWith(".metadata.json")) {
      return "metadata";
    }
    if (name.startsWith("snap-")) {
      return "manifest list";
    }
    if (name.contains("-row-map")) {
      return "row map";
    }
    return name.endsWith(".avro") ? "manifest" : name.endsWith(".parquet") ? "data file" : "other";
  }

  /** The requests since the last call, as {@code open manifest}, with their number. */
  static Map<String, Integer> take() {
    synchronized (REQUESTS) {
      Map<String, Integer> counts = new TreeMap<>();
      REQUESTS.forEach(request -> counts.merge(request, 1, Integer::sum));
      REQUESTS.clear();
      return counts;
    }
  }

  @Override
  public FSDataInputStream open(Path path, int bufferSize) throws IOException {
    note("open", path);
    return own(() -> super.open(path, bufferSize));
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
    note("create", path);
    return own(() -> super.create(path, overwrite, bufferSize, replication, blockSize, progress));
  }

  @Override
  public FileStatus getFileStatus(Path path) throws IOException {
    note("status", path);
    return own(() -> super.getFileStatus(path));
  }

  @Override
  public FileStatus[] listStatus(Path path) throws IOException {
    note("list", path);
    return own(() -> super.listStatus(path));
  }

  @Override
  public boolean delete(Path path, boolean recursive) throws IOException {
    note("delete", path);
    return own(() -> super.delete(path, recursive));
  }

  @Override
  public boolean rename(Path from, Path to) throws IOException {
    note("rename", from);
    return own(() -> super.rename(from, to));
  }
}
