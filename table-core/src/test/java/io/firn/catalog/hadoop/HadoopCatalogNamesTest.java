package io.firn.catalog.hadoop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.firn.catalog.Changes;
import io.firn.catalog.Namespace;
import io.firn.catalog.SwapResult;
import io.firn.catalog.TableName;
import io.firn.error.AlreadyExistsException;
import io.firn.error.CorruptFileException;
import io.firn.error.InvalidInputException;
import io.firn.error.MissingFileException;
import io.firn.error.UnsupportedFeatureException;
import io.firn.io.FileEntry;
import io.firn.io.memory.MemoryStorage;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What only a hadoop catalog does: its properties and its directories. */
final class HadoopCatalogNamesTest {
  private static final Namespace DB = Namespace.of("db");
  private static final TableName TABLE = new TableName(DB, "t");

  private final MemoryStorage storage = new MemoryStorage();
  private final HadoopCatalog catalog =
      HadoopCatalog.of("lake", Map.of("warehouse", "/w/"), storage);

  private void create(TableName table) {
    String location = catalog.newTableLocation(table, Optional.empty());
    assertInstanceOf(
        SwapResult.Swapped.class,
        catalog.store(table).create(Changes.create(location, UUID.randomUUID(), Map.of())));
  }

  @Test
  void missingWarehouseIsNamedWithItsFullKey() {
    InvalidInputException e =
        assertThrows(
            InvalidInputException.class, () -> HadoopCatalog.of("lake", Map.of(), storage));
    assertTrue(e.getMessage().contains("spark.sql.catalog.lake.warehouse"), e.getMessage());
  }

  @Test
  void lockManagerIsRefused() {
    UnsupportedFeatureException e =
        assertThrows(
            UnsupportedFeatureException.class,
            () -> HadoopCatalog.of("lake", Map.of("warehouse", "/w", "lock-impl", "x.Y"), storage));
    assertTrue(e.getMessage().contains("spark.sql.catalog.lake.lock-impl"), e.getMessage());
  }

  @Test
  void namesThatLeaveTheWarehouseAreRefused() {
    for (String name : List.of("..", ".", "", "a/b", "../x")) {
      assertThrows(
          InvalidInputException.class, () -> catalog.createNamespace(Namespace.of(name), Map.of()));
      assertThrows(InvalidInputException.class, () -> catalog.store(new TableName(DB, name)));
      assertFalse(catalog.namespaceExists(Namespace.of(name)));
      assertFalse(catalog.tableExists(new TableName(DB, name)));
      assertFalse(catalog.dropTable(new TableName(DB, name)));
    }
    assertEquals(List.of(), storage.list("/").toList());
  }

  @Test
  void tableIsNoNamespaceAndNamespaceNoTable() {
    create(TABLE);
    assertFalse(catalog.namespaceExists(Namespace.of("db", "t")));
    assertEquals(List.of(), catalog.listNamespaces(DB));
    assertFalse(catalog.dropNamespace(Namespace.of("db", "t")));
    assertThrows(
        AlreadyExistsException.class,
        () -> catalog.createNamespace(Namespace.of("db", "t"), Map.of()));
    TableName db = new TableName(Namespace.root(), "db");
    assertFalse(catalog.tableExists(db));
    assertFalse(catalog.dropTable(db), "dropping a namespace as a table deletes nothing");
    assertTrue(catalog.tableExists(TABLE));
  }

  @Test
  void dropDeletesTheWholeDirectoryAndNothingElse() {
    create(TABLE);
    create(new TableName(DB, "tt"));
    storage.newOutputFile("/w/db/t/data/a.parquet").createExclusive(new byte[] {1});
    assertTrue(catalog.dropTable(TABLE));
    assertEquals(
        List.of("/w/db/tt/metadata/v1.metadata.json", "/w/db/tt/metadata/version-hint.text"),
        storage.list("/w").map(FileEntry::location).toList());
  }

  @Test
  void registeredMetadataIsTheFirstVersion() {
    create(TABLE);
    String file = "/w/db/t/metadata/v1.metadata.json";
    TableName copy = new TableName(DB, "copy");
    catalog.registerTable(copy, file);
    assertEquals(catalog.store(TABLE).load().metadata(), catalog.store(copy).load().metadata());
    assertEquals(
        Optional.of("/w/db/copy/metadata/v1.metadata.json"),
        catalog.store(copy).load().metadataLocation());
    AlreadyExistsException e =
        assertThrows(AlreadyExistsException.class, () -> catalog.registerTable(copy, file));
    assertEquals("Table already exists: lake.db.copy", e.getMessage());
  }

  @Test
  void whatIsNoMetadataFileIsNotRegistered() {
    MissingFileException missing =
        assertThrows(
            MissingFileException.class, () -> catalog.registerTable(TABLE, "/x/v1.metadata.json"));
    assertEquals(
        "Cannot register lake.db.t: the metadata file /x/v1.metadata.json does not exist."
            + " Give the location of a file that ends with .metadata.json.",
        missing.getMessage());
    storage.newOutputFile("/x/bad.metadata.json").createExclusive(new byte[] {'{'});
    CorruptFileException bad =
        assertThrows(
            CorruptFileException.class, () -> catalog.registerTable(TABLE, "/x/bad.metadata.json"));
    assertTrue(bad.getMessage().contains("/x/bad.metadata.json"), bad.getMessage());
    assertFalse(catalog.tableExists(TABLE));
  }
}
