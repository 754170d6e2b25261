package io.firn.catalog.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.firn.catalog.Catalog;
import io.firn.catalog.CatalogContract;
import io.firn.catalog.Changes;
import io.firn.catalog.Namespace;
import io.firn.catalog.SwapResult;
import io.firn.catalog.TableName;
import io.firn.io.Storage;
import io.firn.io.local.LocalStorage;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** On a real PostgreSQL server, with an own database for each test. */
final class PostgresCatalogTest {
  private static final AtomicInteger DATABASES = new AtomicInteger();
  private static EmbeddedPostgres server;

  @BeforeAll
  static void startServer() throws IOException {
    server = EmbeddedPostgres.builder().start();
  }

  @AfterAll
  static void stopServer() throws IOException {
    server.close();
  }

  @Nested
  final class SchemaV0 extends OnServer {
    @Override
    String schemaVersion() {
      return "V0";
    }
  }

  @Nested
  final class SchemaV1 extends OnServer {
    @Override
    String schemaVersion() {
      return "V1";
    }
  }

  @Nested
  final class WithIcebergSchemaV0 extends WithIceberg {
    @Override
    String schemaVersion() {
      return "V0";
    }
  }

  @Nested
  final class WithIcebergSchemaV1 extends WithIceberg {
    @Override
    String schemaVersion() {
      return "V1";
    }
  }

  private static void run(String sql) throws SQLException {
    try (Connection connection = server.getPostgresDatabase().getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static String newDatabase() throws SQLException {
    String database = "lake" + DATABASES.incrementAndGet();
    run("CREATE DATABASE " + database);
    return database;
  }

  private static Map<String, String> connection(String database) {
    return Map.of(
        "uri",
        "jdbc:postgresql://localhost:" + server.getPort() + "/" + database,
        "jdbc.user",
        "postgres",
        "jdbc.password",
        "postgres");
  }

  abstract static class OnServer extends CatalogContract {
    @TempDir Path warehouse;
    private String database = "";

    abstract String schemaVersion();

    @BeforeEach
    void createDatabase() throws SQLException {
      database = newDatabase();
    }

    @Override
    protected Catalog openOn(Storage storage) {
      Map<String, String> properties = new HashMap<>(connection(database));
      properties.put("jdbc.schema-version", schemaVersion());
      properties.put("warehouse", warehouse.toString());
      return JdbcCatalog.of("lake", properties, storage);
    }

    @Override
    protected Storage storage() {
      return new LocalStorage();
    }

    @Override
    protected boolean keepsNames() {
      return true;
    }

    @Test
    void connectionsThatTheServerCutWhileIdleAreReplaced() throws SQLException {
      try (Catalog catalog = openOn(storage())) {
        TableName table = new TableName(Namespace.of("db"), "t");
        String location = catalog.newTableLocation(table, Optional.empty());
        SwapResult created =
            catalog.store(table).create(Changes.create(location, UUID.randomUUID(), Map.of()));
        assertInstanceOf(SwapResult.Swapped.class, created);
        run(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '"
                + database
                + "'");
        SwapResult swapped =
            catalog.store(table).swap(catalog.store(table).load(), Changes.set("a", "1"));
        assertInstanceOf(SwapResult.Swapped.class, swapped);
        assertEquals("1", catalog.store(table).load().metadata().properties().get("a"));
      }
    }
  }

  abstract static class WithIceberg extends JdbcWithIcebergContract {
    @Override
    Map<String, String> connection() throws SQLException {
      return PostgresCatalogTest.connection(newDatabase());
    }
  }
}
