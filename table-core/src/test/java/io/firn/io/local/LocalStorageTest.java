package io.firn.io.local;

import io.firn.io.Storage;
import io.firn.io.StorageContract;
import java.nio.file.Path;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.io.TempDir;

final class LocalStorageTest {

  @Nested
  final class WithPlainPaths extends StorageContract {
    @TempDir Path directory;
    private final LocalStorage storage = new LocalStorage();

    @Override
    protected Storage storage() {
      return storage;
    }

    @Override
    protected String root() {
      return directory.toString();
    }
  }

  @Nested
  final class WithUris extends StorageContract {
    @TempDir Path directory;
    private final LocalStorage storage = new LocalStorage();

    @Override
    protected Storage storage() {
      return storage;
    }

    @Override
    protected String root() {
      return "file://" + directory;
    }
  }
}
