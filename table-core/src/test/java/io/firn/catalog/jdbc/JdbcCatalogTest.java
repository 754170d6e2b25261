package io.firn.catalog.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.firn.catalog.Changes;
import io.firn.catalog.Namespace;
import io.firn.catalog.SwapResult;
import io.firn.catalog.TableName;
import io.firn.catalog.TableState;
import io.firn.error.AlreadyExistsException;
import io.firn.error.InvalidInputException;
import io.firn.error.MissingFileException;
import io.firn.error.NamespaceNotEmptyException;
import io.firn.error.NotFoundException;
import io.firn.error.StorageException;
import io.firn.io.local.LocalStorage;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What only a jdbc catalog does: its properties and its rows. */
final class JdbcCatalogTest {
  private static final Namespace DB = Namespace.of("db");
  private static final TableName TABLE = new TableName(DB, "t");

  @TempDir Path directory;

  private JdbcCatalog open(String... keysAndValues) {
    Map<String, String> properties = new HashMap<>();
    properties.put("uri", uri());
    properties.put("warehouse", directory.resolve("w") + "/");
    for (int i = 0; i < keysAndValues.length; i += 2) {
      properties.put(keysAndValues[i], keysAndValues[i + 1]);
    }
    return JdbcCatalog.of("lake", properties, new LocalStorage());
  }

  private String uri() {
    return "jdbc:sqlite:" + directory.resolve("catalog.db");
  }

  private static TableState create(JdbcCatalog catalog, TableName table) {
    String location = catalog.newTableLocation(table, Optional.empty());
    SwapResult result =
        catalog.store(table).create(Changes.create(location, UUID.randomUUID(), Map.of()));
    return assertInstanceOf(SwapResult.Swapped.class, result, result::toString).current();
  }

  private List<String> rows(String sql) throws SQLException {
    try (Connection connection = DriverManager.getConnection(uri());
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      List<String> result = new ArrayList<>();
      while (rows.next()) {
        List<String> row = new ArrayList<>();
        for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
          row.add(rows.getString(i));
        }
        result.add(row.toString());
      }
      return result;
    }
  }

  private void run(String sql) throws SQLException {
    try (Connection connection = DriverManager.getConnection(uri());
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static void assertInvalid(String message, Map<String, String> properties) {
    InvalidInputException e =
        assertThrows(
            InvalidInputException.class,
            () -> JdbcCatalog.of("lake", properties, new LocalStorage()));
    assertTrue(e.getMessage().contains(message), e.getMessage());
  }

  @Test
  void missingAndWrongPropertiesAreNamedWithTheirFullKey() {
    assertInvalid("spark.sql.catalog.lake.uri", Map.of("warehouse", "/w"));
    assertInvalid("spark.sql.catalog.lake.warehouse", Map.of("uri", uri()));
    assertInvalid("spark.sql.catalog.lake.warehouse", Map.of("uri", uri(), "warehouse", " "));
    for (String[] wrong :
        new String[][] {
          {"clients", "0", "a positive integer"},
          {"clients", "two", "a positive integer"},
          {"jdbc.schema-version", "V2", "V0 or V1"},
          {"jdbc.strict-mode", "yes", "true or false"},
          {"jdbc.init-catalog-tables", "1", "true or false"},
          {"unique-table-location", "x", "true or false"}
        }) {
      InvalidInputException e =
          assertThrows(InvalidInputException.class, () -> open(wrong[0], wrong[1]));
      assertTrue(
          e.getMessage().contains("'" + wrong[1].toUpperCase(Locale.ROOT) + "'")
              || e.getMessage().contains("'" + wrong[1] + "'"),
          e.getMessage());
      assertTrue(
          e.getMessage().contains("spark.sql.catalog.lake." + wrong[0] + ": expected " + wrong[2]),
          e.getMessage());
    }
  }

  @Test
  void missingDriverSaysWhichJarToAddAndNoPassword() {
    assertInvalid(
        "no JDBC driver for jdbc:mysql://host/db on the class path: add"
            + " com.mysql:mysql-connector-j (--packages or --jars)",
        Map.of("uri", "jdbc:mysql://user:secret@host/db?password=secret", "warehouse", "/w"));
    assertInvalid(
        "no JDBC driver for jdbc:exotic:x on the class path: add the jar",
        Map.of("uri", "jdbc:exotic:x;password=secret", "warehouse", "/w"));
    assertInvalid(
        "Not a JDBC address (jdbc:<database>:...): postgresql://host",
        Map.of("uri", "postgresql://host", "warehouse", "/w"));
    InvalidInputException e =
        assertThrows(
            InvalidInputException.class,
            () ->
                JdbcCatalog.of(
                    "lake",
                    Map.of("uri", "jdbc:mysql://u:secret@h/db?password=secret", "warehouse", "/w"),
                    new LocalStorage()));
    assertFalse(e.getMessage().contains("secret"), e.getMessage());
  }

  @Test
  void unreachableServerIsNamed() {
    StorageException e =
        assertThrows(
            StorageException.class,
            () -> open("uri", "jdbc:postgresql://localhost:1/db?password=secret"));
    assertTrue(
        e.getMessage().startsWith("Cannot connect to jdbc:postgresql://localhost:1/db: "),
        e.getMessage());
    assertFalse(e.getMessage().contains("secret"), e.getMessage());
  }

  @Test
  void rowsAreAsDocumented() throws SQLException {
    try (JdbcCatalog catalog = open()) {
      catalog.createNamespace(Namespace.of("db", "in"), Map.of("owner", "me"));
      TableName table = new TableName(Namespace.of("db", "in"), "t");
      TableState first = create(catalog, table);
      String file = first.metadataLocation().orElseThrow();
      assertTrue(
          file.matches(directory + "/w/db/in/t/metadata/00000-[0-9a-f-]{36}\\.metadata\\.json"),
          file);
      assertEquals(
          List.of("[lake, db.in, t, " + file + ", null]"), rows("SELECT * FROM iceberg_tables"));
      TableState second =
          assertInstanceOf(
                  SwapResult.Swapped.class, catalog.store(table).swap(first, Changes.set("a", "1")))
              .current();
      String next = second.metadataLocation().orElseThrow();
      assertTrue(next.contains("/00001-"), next);
      assertEquals(
          List.of("[lake, db.in, t, " + next + ", " + file + "]"),
          rows("SELECT * FROM iceberg_tables"));
      assertEquals(
          List.of("[lake, db.in, exists, true]", "[lake, db.in, owner, me]"),
          rows("SELECT * FROM iceberg_namespace_properties ORDER BY property_key"));
    }
  }

  @Test
  void schemaIsUpgradedWhenAskedAndUsedWhenFound() throws SQLException {
    TableState old;
    try (JdbcCatalog v0 = open()) {
      old = create(v0, TABLE);
    }
    try (JdbcCatalog v1 = open("jdbc.schema-version", "v1")) {
      assertEquals(old, v1.store(TABLE).load());
      create(v1, new TableName(DB, "new"));
    }
    try (JdbcCatalog again = open()) {
      create(again, new TableName(DB, "newer"));
    }
    assertEquals(
        List.of("[new, TABLE]", "[newer, TABLE]", "[t, null]"),
        rows("SELECT table_name, iceberg_type FROM iceberg_tables ORDER BY table_name"));
  }

  @Test
  void viewsAreNotTablesButTakeTheirName() throws SQLException {
    try (JdbcCatalog catalog = open("jdbc.schema-version", "V1")) {
      run(
          "INSERT INTO iceberg_tables VALUES"
              + " ('lake', 'db', 'v', '/w/db/v/metadata/1.json', null, 'VIEW')");
      TableName view = new TableName(DB, "v");
      assertFalse(catalog.tableExists(view));
      assertEquals(List.of(), catalog.listTables(DB));
      assertThrows(NotFoundException.class, () -> catalog.store(view).load());
      assertFalse(catalog.dropTable(view));
      assertThrows(NamespaceNotEmptyException.class, () -> catalog.dropNamespace(DB));
      SwapResult result =
          catalog
              .store(view)
              .create(Changes.create(directory + "/w/db/v", UUID.randomUUID(), Map.of()));
      assertInstanceOf(SwapResult.Stale.class, result);
      create(catalog, TABLE);
      assertThrows(AlreadyExistsException.class, () -> catalog.renameTable(TABLE, view));
      assertEquals(2, rows("SELECT * FROM iceberg_tables").size());
    }
  }

  @Test
  void otherCatalogsInTheSameDatabaseAreNotSeen() {
    try (JdbcCatalog lake = open();
        JdbcCatalog other =
            JdbcCatalog.of(
                "other", Map.of("uri", uri(), "warehouse", "/unused"), new LocalStorage())) {
      lake.createNamespace(DB, Map.of());
      create(lake, TABLE);
      assertFalse(other.namespaceExists(DB));
      assertFalse(other.tableExists(TABLE));
      assertEquals(List.of(), other.listNamespaces(Namespace.root()));
    }
  }

  @Test
  void namespaceExistsThroughItsTablesAndChildren() {
    try (JdbcCatalog catalog = open()) {
      create(catalog, new TableName(Namespace.of("a", "b"), "t"));
      assertTrue(catalog.namespaceExists(Namespace.of("a")));
      assertTrue(catalog.namespaceExists(Namespace.of("a", "b")));
      assertFalse(catalog.namespaceExists(Namespace.of("A")), "not by another case");
      assertFalse(catalog.namespaceExists(Namespace.of("_")), "not by a wildcard");
      assertFalse(catalog.namespaceExists(Namespace.of("%")));
      assertEquals(List.of(Namespace.of("a")), catalog.listNamespaces(Namespace.root()));
      assertThrows(
          NamespaceNotEmptyException.class, () -> catalog.dropNamespace(Namespace.of("a")));
      assertThrows(
          AlreadyExistsException.class, () -> catalog.createNamespace(Namespace.of("a"), Map.of()));
    }
  }

  @Test
  void namespaceLevelsWithDotsAreRefused() {
    try (JdbcCatalog catalog = open()) {
      InvalidInputException e =
          assertThrows(
              InvalidInputException.class,
              () -> catalog.createNamespace(Namespace.of("a.b"), Map.of()));
      assertTrue(e.getMessage().contains("'a.b'"), e.getMessage());
      assertThrows(
          InvalidInputException.class,
          () -> create(catalog, new TableName(Namespace.of("a.b"), "t")));
      create(catalog, new TableName(DB, "t.with.dots"));
      assertTrue(catalog.tableExists(new TableName(DB, "t.with.dots")));
    }
  }

  @Test
  void strictModeWantsTheNamespaceFirst() {
    try (JdbcCatalog catalog = open("jdbc.strict-mode", "true")) {
      NotFoundException e = assertThrows(NotFoundException.class, () -> create(catalog, TABLE));
      assertEquals("Namespace does not exist: lake.db", e.getMessage());
      catalog.createNamespace(DB, Map.of());
      create(catalog, TABLE);
    }
  }

  @Test
  void namespaceLocationDecidesWhereNewTablesGo() {
    try (JdbcCatalog catalog = open()) {
      assertEquals(directory + "/w/db/t", catalog.newTableLocation(TABLE, Optional.empty()));
      catalog.createNamespace(DB, Map.of("location", directory + "/elsewhere/"));
      assertEquals(directory + "/elsewhere/t", catalog.newTableLocation(TABLE, Optional.empty()));
      assertEquals(directory + "/elsewhere/", catalog.namespaceProperties(DB).get("location"));
      assertEquals("/own", catalog.newTableLocation(TABLE, Optional.of("/own/")));
      assertEquals(
          directory + "/w/t",
          catalog.newTableLocation(new TableName(Namespace.root(), "t"), Optional.empty()));
    }
    try (JdbcCatalog catalog = open("unique-table-location", "true")) {
      String location = catalog.newTableLocation(TABLE, Optional.empty());
      assertTrue(location.matches(directory + "/elsewhere/t-[0-9a-f]{32}"), location);
    }
  }

  @Test
  void metadataPathOfTheTableIsUsed() {
    try (JdbcCatalog catalog = open()) {
      String path = directory + "/meta/data/";
      SwapResult result =
          catalog
              .store(TABLE)
              .create(
                  Changes.create(
                      directory + "/w/db/t",
                      UUID.randomUUID(),
                      Map.of("write.metadata.path", path)));
      TableState state = assertInstanceOf(SwapResult.Swapped.class, result).current();
      assertTrue(state.metadataLocation().orElseThrow().startsWith(path + "00000-"));
    }
  }

  @Test
  void droppedTableKeepsItsFilesAndIsRegisteredAgain() {
    try (JdbcCatalog catalog = open()) {
      TableState state = create(catalog, TABLE);
      String file = state.metadataLocation().orElseThrow();
      assertTrue(catalog.dropTable(TABLE));
      assertTrue(new LocalStorage().newInputFile(file).exists());
      assertThrows(
          MissingFileException.class, () -> catalog.registerTable(TABLE, file + ".absent"));
      catalog.registerTable(TABLE, file);
      assertEquals(state, catalog.store(TABLE).load());
      assertThrows(AlreadyExistsException.class, () -> catalog.registerTable(TABLE, file));
    }
  }

  @Test
  void tablesAreNotInitializedWhenNotWanted() {
    StorageException e =
        assertThrows(
            StorageException.class,
            () -> {
              try (JdbcCatalog catalog = open("jdbc.init-catalog-tables", "false")) {
                catalog.tableExists(TABLE);
              }
            });
    assertTrue(e.getMessage().contains("the catalog lake"), e.getMessage());
    assertTrue(e.getMessage().contains("no such table: iceberg_tables"), e.getMessage());
  }

  @Test
  void closedCatalogSaysSo() {
    JdbcCatalog catalog = open();
    catalog.close();
    catalog.close();
    StorageException e = assertThrows(StorageException.class, () -> catalog.tableExists(TABLE));
    assertTrue(e.getMessage().endsWith(" is closed"), e.getMessage());
  }
}
