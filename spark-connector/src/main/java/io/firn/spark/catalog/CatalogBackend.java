package io.firn.spark.catalog;

import io.firn.catalog.Catalog;
import io.firn.catalog.hadoop.HadoopCatalog;
import io.firn.catalog.jdbc.JdbcCatalog;
import io.firn.io.Storage;
import io.firn.io.hadoop.HadoopStorage;
import io.firn.spark.wire.SparkStorage;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.SparkSession;

/** The catalog and the storage that the settings describe. */
public record CatalogBackend(CatalogSettings settings, Catalog catalog, Storage storage) {

  /**
   * Opens them, with Hadoop's configuration from the session.
   *
   * @throws io.firn.error.InvalidInputException if a setting is missing or wrong
   * @throws io.firn.error.StorageException if the catalog cannot be reached
   */
  public static CatalogBackend open(CatalogSettings settings, SparkSession session) {
    Configuration configuration = session.sessionState().newHadoopConf();
    settings.hadoop().forEach(configuration::set);
    Storage storage = new SparkStorage(new HadoopStorage(configuration));
    Catalog catalog =
        switch (settings.type()) {
          case HADOOP -> HadoopCatalog.of(settings.name(), settings.backend(), storage);
          case JDBC -> JdbcCatalog.of(settings.name(), settings.backend(), storage);
          case PATH -> new NoNames(settings.name(), storage);
        };
    return new CatalogBackend(settings, catalog, storage);
  }
}
