package io.firn.catalog.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.firn.catalog.Catalog;
import io.firn.catalog.Changes;
import io.firn.catalog.IcebergCatalogContract;
import io.firn.catalog.Namespace;
import io.firn.catalog.SwapResult;
import io.firn.catalog.TableName;
import io.firn.catalog.TableStore;
import io.firn.io.hadoop.HadoopStorage;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.hadoop.conf.Configuration;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.TableIdentifier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Firn's JDBC catalog and Iceberg's take turns in one database. */
abstract class JdbcWithIcebergContract extends IcebergCatalogContract {
  @TempDir Path directory;
  private Optional<Catalog> firn = Optional.empty();
  private Optional<org.apache.iceberg.jdbc.JdbcCatalog> iceberg = Optional.empty();

  /** The database: {@code uri}, and who connects. */
  abstract Map<String, String> connection() throws Exception;

  abstract String schemaVersion();

  private Map<String, String> properties() throws Exception {
    Map<String, String> properties = new HashMap<>(connection());
    properties.put("warehouse", directory.resolve("warehouse").toString());
    properties.put("jdbc.schema-version", schemaVersion());
    return properties;
  }

  @BeforeEach
  void open() throws Exception {
    Map<String, String> properties = properties();
    firn = Optional.of(JdbcCatalog.of("lake", properties, new HadoopStorage(new Configuration())));
    org.apache.iceberg.jdbc.JdbcCatalog opened = new org.apache.iceberg.jdbc.JdbcCatalog();
    opened.setConf(new Configuration());
    opened.initialize("lake", properties);
    iceberg = Optional.of(opened);
  }

  @AfterEach
  void close() {
    firn.orElseThrow().close();
    iceberg.orElseThrow().close();
  }

  @Override
  protected Catalog firn() {
    return firn.orElseThrow();
  }

  @Override
  protected org.apache.iceberg.catalog.Catalog iceberg() {
    return iceberg.orElseThrow();
  }

  @Test
  void namespacePropertiesAreShared() {
    Namespace db = Namespace.of("db");
    var icebergDb = org.apache.iceberg.catalog.Namespace.of("db");
    var iceberg = (org.apache.iceberg.jdbc.JdbcCatalog) iceberg();
    iceberg.createNamespace(icebergDb, Map.of("owner", "iceberg", "a", "1"));
    firn().updateNamespaceProperties(db, Map.of("owner", "firn", "b", "2"), Set.of("a"));
    Map<String, String> seen = iceberg.loadNamespaceMetadata(icebergDb);
    assertEquals(firn().namespaceProperties(db), seen);
    assertEquals("firn", seen.get("owner"));
    assertEquals(Set.of("owner", "b", "location"), seen.keySet());
    iceberg.setProperties(icebergDb, Map.of("b", "3"));
    assertEquals("3", firn().namespaceProperties(db).get("b"));
  }

  @Test
  void renamedTableIsFoundByTheOther() {
    Catalog firn = firn();
    firn.createNamespace(Namespace.of("db"), Map.of());
    TableName t = new TableName(Namespace.of("db"), "t");
    assertInstanceOf(
        SwapResult.Swapped.class,
        firn.store(t)
            .create(Changes.create(directory + "/warehouse/db/t", UUID.randomUUID(), Map.of())));
    iceberg().renameTable(TableIdentifier.of("db", "t"), TableIdentifier.of("db", "u"));
    TableName u = new TableName(Namespace.of("db"), "u");
    assertTrue(firn.tableExists(u));
    firn.renameTable(u, t);
    assertTrue(iceberg().tableExists(TableIdentifier.of("db", "t")));
    assertFalse(iceberg().tableExists(TableIdentifier.of("db", "u")));
  }

  @Test
  void firnAndIcebergWritersRaceAndLoseNoCommit() throws Exception {
    int commits = 10;
    TableStore store = firn().store(new TableName(Namespace.of("db"), "mixed"));
    Map<String, String> retries =
        Map.of(
            "commit.retry.num-retries", "200",
            "commit.retry.min-wait-ms", "1",
            "commit.retry.max-wait-ms", "20");
    assertInstanceOf(
        SwapResult.Swapped.class,
        store.create(
            Changes.create(directory + "/warehouse/db/mixed", UUID.randomUUID(), retries)));
    Table table = iceberg().loadTable(TableIdentifier.of("db", "mixed"));
    ExecutorService executor = Executors.newSingleThreadExecutor();
    Future<?> iceberg =
        executor.submit(
            () -> {
              for (int i = 0; i < commits; i++) {
                table.updateProperties().set("iceberg" + i, "x").commit();
              }
            });
    for (int i = 0; i < commits; ) {
      SwapResult result = store.swap(store.load(), Changes.set("firn" + i, "x"));
      i += result instanceof SwapResult.Swapped ? 1 : 0;
    }
    iceberg.get();
    executor.shutdown();
    Map<String, String> expected = new TreeMap<>(retries);
    for (int i = 0; i < commits; i++) {
      expected.put("iceberg" + i, "x");
      expected.put("firn" + i, "x");
    }
    assertEquals(expected, new TreeMap<>(store.load().metadata().properties()));
  }
}
