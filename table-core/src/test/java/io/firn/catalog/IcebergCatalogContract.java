package io.firn.catalog;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.firn.model.MetadataLogEntry;
import io.firn.model.TableMetadata;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.DataFiles;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.SupportsNamespaces;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.NoSuchTableException;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Firn's catalog and Apache Iceberg's of the same type take turns on the same warehouse. */
@Tag("iceberg-oracle")
public abstract class IcebergCatalogContract {
  private static final TableName NAME = new TableName(Namespace.of("a", "b"), "t");
  private static final TableIdentifier ICEBERG_NAME = TableIdentifier.of("a", "b", "t");
  private static final org.apache.iceberg.catalog.Namespace ICEBERG_DB =
      org.apache.iceberg.catalog.Namespace.of("a", "b");

  /** Firn's catalog. */
  protected abstract Catalog firn();

  /** Iceberg's catalog of the same warehouse; it has namespaces too. */
  protected abstract org.apache.iceberg.catalog.Catalog iceberg();

  private SupportsNamespaces icebergNamespaces() {
    return (SupportsNamespaces) iceberg();
  }

  private static Schema icebergSchema() {
    return new Schema(
        Types.NestedField.required(1, "id", Types.LongType.get()),
        Types.NestedField.optional(2, "name", Types.StringType.get()));
  }

  private void createWithFirn(Map<String, String> properties) {
    Catalog catalog = firn();
    String location = catalog.newTableLocation(NAME, Optional.empty());
    SwapResult result =
        catalog.store(NAME).create(Changes.create(location, UUID.randomUUID(), properties));
    assertInstanceOf(SwapResult.Swapped.class, result, result::toString);
  }

  private Table createWithIceberg(Map<String, String> properties) {
    return iceberg().buildTable(ICEBERG_NAME, icebergSchema()).withProperties(properties).create();
  }

  private TableMetadata changeWithFirn(String key, String value) {
    TableStore store = firn().store(NAME);
    SwapResult result = store.swap(store.load(), Changes.set(key, value));
    return assertInstanceOf(SwapResult.Swapped.class, result, result::toString)
        .current()
        .metadata();
  }

  private void changeWithIceberg(String key, String value) {
    iceberg().loadTable(ICEBERG_NAME).updateProperties().set(key, value).commit();
  }

  private void takeTurns() {
    for (int turn = 0; turn < 4; turn++) {
      changeWithIceberg("iceberg", Integer.toString(turn));
      assertEquals(
          Integer.toString(turn), firn().store(NAME).load().metadata().properties().get("iceberg"));
      changeWithFirn("firn", Integer.toString(turn));
      assertEquals(
          Integer.toString(turn), iceberg().loadTable(ICEBERG_NAME).properties().get("firn"));
    }
    Table table = iceberg().loadTable(ICEBERG_NAME);
    assertEquals("3", table.properties().get("iceberg"));
    TableState firn = firn().store(NAME).load();
    assertEquals(
        ((BaseTable) table)
            .operations()
            .current()
            .metadataFileLocation()
            .replaceFirst("^file:/+", "/"),
        firn.metadataLocation().orElseThrow().replaceFirst("^file:/+", "/"));
    assertEquals(
        ((BaseTable) table)
            .operations().current().previousFiles().stream().map(f -> f.file()).toList(),
        firn.metadata().metadataLog().stream().map(MetadataLogEntry::metadataFile).toList());
  }

  @Test
  void icebergContinuesATableOfFirn() {
    createWithFirn(Map.of("owner", "me"));
    Table table = iceberg().loadTable(ICEBERG_NAME);
    assertEquals("me", table.properties().get("owner"));
    assertTrue(table.schema().sameSchema(icebergSchema()), table.schema().toString());
    assertEquals(
        firn().store(NAME).load().metadata().tableUuid().toString(), table.uuid().toString());
    takeTurns();
  }

  @Test
  void firnContinuesATableOfIceberg() {
    createWithIceberg(Map.of("owner", "me"));
    TableMetadata metadata = firn().store(NAME).load().metadata();
    assertEquals("me", metadata.properties().get("owner"));
    assertEquals(
        List.of("id", "name"), metadata.schema().fields().stream().map(f -> f.name()).toList());
    takeTurns();
  }

  @Test
  void snapshotsOfIcebergSurviveChangesOfFirn() {
    Table table = createWithIceberg(Map.of());
    for (int i = 0; i < 2; i++) {
      table
          .newAppend()
          .appendFile(
              DataFiles.builder(PartitionSpec.unpartitioned())
                  .withPath(table.location() + "/data/f" + i + ".parquet")
                  .withFileSizeInBytes(10)
                  .withRecordCount(1)
                  .build())
          .commit();
      changeWithFirn("firn", Integer.toString(i));
      table.refresh();
    }
    assertEquals(2, iceberg().loadTable(ICEBERG_NAME).history().size());
    TableMetadata metadata = firn().store(NAME).load().metadata();
    assertEquals(2, metadata.snapshots().size());
    assertEquals(table.currentSnapshot().snapshotId(), metadata.currentSnapshotId().getAsLong());
  }

  @Test
  void compressedMetadataIsSharedInBothDirections() {
    createWithIceberg(Map.of("write.metadata.compression-codec", "gzip"));
    takeTurns();
    firn().dropTable(NAME);
    createWithFirn(Map.of("write.metadata.compression-codec", "gzip"));
    takeTurns();
  }

  @Test
  void oldMetadataFilesAreCleanedUpInTurns() {
    createWithFirn(
        Map.of(
            "write.metadata.previous-versions-max",
            "2",
            "write.metadata.delete-after-commit.enabled",
            "true"));
    takeTurns();
    assertEquals(2, firn().store(NAME).load().metadata().metadataLog().size());
  }

  @Test
  void staleIcebergWriterRetriesOnTopOfFirn() {
    createWithFirn(Map.of());
    Table stale = iceberg().loadTable(ICEBERG_NAME);
    changeWithFirn("firn", "1");
    stale.updateProperties().set("iceberg", "1").commit();
    assertEquals(
        Map.of("firn", "1", "iceberg", "1"), firn().store(NAME).load().metadata().properties());
  }

  @Test
  void staleFirnWriterSeesIcebergsCommit() {
    createWithIceberg(Map.of());
    TableStore store = firn().store(NAME);
    TableState stale = store.load();
    changeWithIceberg("iceberg", "1");
    SwapResult result = store.swap(stale, Changes.set("firn", "1"));
    assertInstanceOf(SwapResult.Stale.class, result, result::toString);
    assertFalse(iceberg().loadTable(ICEBERG_NAME).properties().containsKey("firn"));
  }

  @Test
  void bothListAndDropTheSameTables() {
    createWithFirn(Map.of());
    assertEquals(List.of(ICEBERG_NAME), iceberg().listTables(ICEBERG_DB));
    assertTrue(iceberg().dropTable(ICEBERG_NAME, false));
    assertFalse(firn().tableExists(NAME));

    createWithIceberg(Map.of());
    assertEquals(List.of(NAME), firn().listTables(NAME.namespace()));
    assertTrue(firn().dropTable(NAME));
    assertThrows(NoSuchTableException.class, () -> iceberg().loadTable(ICEBERG_NAME));
  }

  @Test
  void bothSeeTheSameNamespaces() {
    firn().createNamespace(Namespace.of("a"), Map.of());
    icebergNamespaces().createNamespace(ICEBERG_DB);
    firn().createNamespace(Namespace.of("a", "c"), Map.of());
    assertTrue(firn().namespaceExists(Namespace.of("a", "b")));
    assertTrue(
        icebergNamespaces().namespaceExists(org.apache.iceberg.catalog.Namespace.of("a", "c")));
    assertEquals(
        List.of(Namespace.of("a", "b"), Namespace.of("a", "c")),
        firn().listNamespaces(Namespace.of("a")));
    assertEquals(
        Set.of(ICEBERG_DB, org.apache.iceberg.catalog.Namespace.of("a", "c")),
        Set.copyOf(
            icebergNamespaces().listNamespaces(org.apache.iceberg.catalog.Namespace.of("a"))));
    assertTrue(
        icebergNamespaces().dropNamespace(org.apache.iceberg.catalog.Namespace.of("a", "c")));
    assertTrue(firn().dropNamespace(Namespace.of("a", "b")));
    assertEquals(List.of(), firn().listNamespaces(Namespace.of("a")));
    Map<String, String> properties =
        new HashMap<>(
            icebergNamespaces()
                .loadNamespaceMetadata(org.apache.iceberg.catalog.Namespace.of("a")));
    assertEquals(properties, firn().namespaceProperties(Namespace.of("a")));
  }
}
