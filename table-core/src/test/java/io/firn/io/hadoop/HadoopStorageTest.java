package io.firn.io.hadoop;

import io.firn.io.Storage;
import io.firn.io.StorageContract;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.io.TempDir;

/** On the local disk; {@code HdfsStorageTest} has the other file system. */
final class HadoopStorageTest extends StorageContract {
  @TempDir Path directory;
  private final HadoopStorage storage = new HadoopStorage(new Configuration());

  @Override
  protected Storage storage() {
    return storage;
  }

  @Override
  protected String root() {
    return "file:" + directory;
  }
}
