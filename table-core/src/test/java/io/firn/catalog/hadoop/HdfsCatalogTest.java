package io.firn.catalog.hadoop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.firn.catalog.Catalog;
import io.firn.catalog.CatalogContract;
import io.firn.catalog.Changes;
import io.firn.catalog.Namespace;
import io.firn.catalog.SwapResult;
import io.firn.catalog.TableName;
import io.firn.catalog.TableStore;
import io.firn.io.Storage;
import io.firn.io.hadoop.HadoopStorage;
import io.firn.io.hadoop.HdfsCluster;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.TableIdentifier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

final class HdfsCatalogTest extends CatalogContract {
  private final String warehouse = HdfsCluster.newDirectory();

  @Override
  protected Catalog openOn(Storage storage) {
    return HadoopCatalog.of("lake", Map.of("warehouse", warehouse), storage);
  }

  @Override
  protected Storage storage() {
    return new HadoopStorage(HdfsCluster.configuration());
  }

  @Override
  protected boolean keepsNames() {
    return false;
  }

  /** On HDFS a rename never overwrites, so that Iceberg's way to commit and Firn's may mix. */
  @Test
  @Tag("iceberg-oracle")
  void firnAndIcebergWritersRaceAndLoseNoCommit() throws Exception {
    int commits = 10;
    TableName name = new TableName(Namespace.of("db"), "mixed");
    TableStore store = openOn(storage()).store(name);
    Map<String, String> retries =
        Map.of(
            "commit.retry.num-retries",
            "200",
            "commit.retry.min-wait-ms",
            "1",
            "commit.retry.max-wait-ms",
            "20");
    assertInstanceOf(
        SwapResult.Swapped.class,
        store.create(Changes.create(warehouse + "/db/mixed", UUID.randomUUID(), retries)));
    ExecutorService executor = Executors.newSingleThreadExecutor();
    Future<?> iceberg =
        executor.submit(
            () -> {
              Table table =
                  new org.apache.iceberg.hadoop.HadoopCatalog(
                          HdfsCluster.configuration(), warehouse)
                      .loadTable(TableIdentifier.of("db", "mixed"));
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
