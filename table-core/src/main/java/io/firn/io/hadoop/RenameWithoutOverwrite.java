package io.firn.io.hadoop;

import java.io.IOException;
import org.apache.hadoop.fs.Path;

/** The one atomic step of an exclusive create, apart so that a test can lose its answer. */
@FunctionalInterface
interface RenameWithoutOverwrite {
  /** Fails with Hadoop's {@code FileAlreadyExistsException} if the target exists. */
  void rename(Path source, Path target) throws IOException;
}
