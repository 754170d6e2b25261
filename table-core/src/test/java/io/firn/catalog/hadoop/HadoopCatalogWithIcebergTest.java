package io.firn.catalog.hadoop;

import io.firn.catalog.Catalog;
import io.firn.catalog.IcebergCatalogContract;
import io.firn.io.hadoop.HadoopStorage;
import java.nio.file.Path;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.io.TempDir;

final class HadoopCatalogWithIcebergTest extends IcebergCatalogContract {
  @TempDir Path warehouse;

  @Override
  protected Catalog firn() {
    return HadoopCatalog.of(
        "lake", Map.of("warehouse", warehouse.toString()), new HadoopStorage(new Configuration()));
  }

  @Override
  protected org.apache.iceberg.catalog.Catalog iceberg() {
    return new org.apache.iceberg.hadoop.HadoopCatalog(new Configuration(), warehouse.toString());
  }
}
