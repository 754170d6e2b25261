package io.firn.catalog.jdbc;

import java.util.Map;
import org.junit.jupiter.api.Nested;

final class JdbcCatalogWithIcebergTest {

  @Nested
  final class SchemaV0 extends OnSqlite {
    @Override
    String schemaVersion() {
      return "V0";
    }
  }

  @Nested
  final class SchemaV1 extends OnSqlite {
    @Override
    String schemaVersion() {
      return "V1";
    }
  }

  abstract static class OnSqlite extends JdbcWithIcebergContract {
    @Override
    Map<String, String> connection() {
      return Map.of("uri", "jdbc:sqlite:" + directory.resolve("catalog.db"));
    }
  }
}
