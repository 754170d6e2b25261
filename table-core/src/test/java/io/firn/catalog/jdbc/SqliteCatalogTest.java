package io.firn.catalog.jdbc;

import io.firn.catalog.Catalog;
import io.firn.catalog.CatalogContract;
import io.firn.io.Storage;
import io.firn.io.local.LocalStorage;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.io.TempDir;

final class SqliteCatalogTest {

  private static Catalog open(Path directory, String schemaVersion, Storage storage) {
    return JdbcCatalog.of(
        "lake",
        Map.of(
            "uri",
            "jdbc:sqlite:" + directory.resolve("catalog.db"),
            "warehouse",
            directory.resolve("warehouse").toString(),
            "jdbc.schema-version",
            schemaVersion),
        storage);
  }

  @Nested
  final class SchemaV0 extends CatalogContract {
    @TempDir Path directory;

    @Override
    protected Catalog openOn(Storage storage) {
      return open(directory, "V0", storage);
    }

    @Override
    protected Storage storage() {
      return new LocalStorage();
    }

    @Override
    protected boolean keepsNames() {
      return true;
    }
  }

  @Nested
  final class SchemaV1 extends CatalogContract {
    @TempDir Path directory;

    @Override
    protected Catalog openOn(Storage storage) {
      return open(directory, "V1", storage);
    }

    @Override
    protected Storage storage() {
      return new LocalStorage();
    }

    @Override
    protected boolean keepsNames() {
      return true;
    }
  }
}
