package io.firn.spark.catalog;

import io.firn.model.TableProperties;
import io.firn.operation.TableDefinition;
import io.firn.types.Schema;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.connector.catalog.Column;
import org.apache.spark.sql.connector.catalog.TableCatalog;
import org.apache.spark.sql.connector.expressions.Transform;

/** What {@code CREATE TABLE} says, with the catalog's defaults and overrides. */
final class TableDefinitions {
  private final CatalogSettings settings;

  TableDefinitions(CatalogSettings settings) {
    this.settings = settings;
  }

  /** {@code table} is the full name for messages. */
  TableDefinition of(
      String table, Column[] columns, Transform[] partitions, Map<String, String> properties) {
    String provider = properties.getOrDefault(TableCatalog.PROP_PROVIDER, TableProviders.ICEBERG);
    TableProviders.require(table, provider);
    Schema schema = TableColumns.toFirn(SparkSession.active(), table, columns);
    Map<String, String> all = properties(table, properties);
    if (provider.equalsIgnoreCase(TableProperties.DEFAULT_FILE_FORMAT_DEFAULT)) {
      all.putIfAbsent(
          TableProperties.DEFAULT_FILE_FORMAT, provider.toLowerCase(java.util.Locale.ROOT));
    }
    NewTableLayout layout = new NewTableLayout(table, schema, properties);
    return new TableDefinition(
        layout.schema(),
        PartitionTransforms.toSpec(table, schema, partitions),
        layout.sortOrder(),
        all);
  }

  /** What a new table stores of the given properties, with the catalog's own. */
  Map<String, String> properties(String table, Map<String, String> given) {
    Map<String, String> all = new TreeMap<>(settings.tableDefaults());
    all.putAll(VisibleProperties.forNewTable(table, given));
    all.putAll(settings.tableOverrides());
    return all;
  }

  /** The location that the statement asks for. */
  static Optional<String> location(Map<String, String> properties) {
    return Optional.ofNullable(properties.get(TableCatalog.PROP_LOCATION));
  }
}
