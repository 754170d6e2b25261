package io.firn.catalog.hadoop;

import io.firn.catalog.Catalog;
import io.firn.catalog.CatalogContract;
import io.firn.io.Storage;
import io.firn.io.hadoop.HadoopStorage;
import io.firn.io.local.LocalStorage;
import io.firn.io.memory.MemoryStorage;
import java.nio.file.Path;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.io.TempDir;

final class HadoopCatalogTest {

  @Nested
  final class OnLocalStorage extends CatalogContract {
    @TempDir Path warehouse;

    @Override
    protected Catalog openOn(Storage storage) {
      return HadoopCatalog.of("lake", Map.of("warehouse", warehouse.toString()), storage);
    }

    @Override
    protected Storage storage() {
      return new LocalStorage();
    }

    @Override
    protected boolean keepsNames() {
      return false;
    }
  }

  @Nested
  final class OnHadoopStorage extends CatalogContract {
    @TempDir Path warehouse;

    @Override
    protected Catalog openOn(Storage storage) {
      return HadoopCatalog.of("lake", Map.of("warehouse", "file://" + warehouse + "/"), storage);
    }

    @Override
    protected Storage storage() {
      return new HadoopStorage(new Configuration());
    }

    @Override
    protected boolean keepsNames() {
      return false;
    }
  }

  @Nested
  final class InMemory extends CatalogContract {
    private final MemoryStorage storage = new MemoryStorage();

    @Override
    protected Catalog openOn(Storage storage) {
      return HadoopCatalog.of("lake", Map.of("warehouse", "memory://warehouse"), storage);
    }

    @Override
    protected Storage storage() {
      return storage;
    }

    @Override
    protected boolean keepsNames() {
      return false;
    }
  }
}
