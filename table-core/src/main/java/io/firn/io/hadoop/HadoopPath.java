package io.firn.io.hadoop;

import io.firn.error.InvalidInputException;
import io.firn.error.StorageException;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;

/** A location as its caller spelled it, and what Hadoop makes of it. */
record HadoopPath(String location, Path path, FileSystem fileSystem) {

  static HadoopPath resolve(String location, Configuration configuration) {
    try {
      Path path = new Path(location);
      return new HadoopPath(location, path, path.getFileSystem(configuration));
    } catch (IllegalArgumentException e) {
      throw new InvalidInputException(
          "Not a Hadoop path: '" + location + "' (" + e.getMessage() + ")", e);
    } catch (IOException e) {
      throw new StorageException("Cannot reach the file system of " + location + ": " + e, e);
    }
  }

  /** Whether it is on the local disk behind nothing but Hadoop's own classes. */
  boolean isLocal() {
    Class<?> type = fileSystem.getClass();
    return type == LocalFileSystem.class || type == RawLocalFileSystem.class;
  }

  String scheme() {
    return fileSystem.getUri().getScheme();
  }
}
