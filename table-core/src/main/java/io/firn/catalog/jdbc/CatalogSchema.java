package io.firn.catalog.jdbc;

import java.sql.SQLException;

/** The catalog's two database tables: creates and upgrades them. */
final class CatalogSchema {
  private static final String CREATE_TABLES =
      "CREATE TABLE iceberg_tables ("
          + "catalog_name VARCHAR(255) NOT NULL, "
          + "table_namespace VARCHAR(255) NOT NULL, "
          + "table_name VARCHAR(255) NOT NULL, "
          + "metadata_location VARCHAR(1000), "
          + "previous_metadata_location VARCHAR(1000), "
          + "PRIMARY KEY (catalog_name, table_namespace, table_name))";
  private static final String CREATE_NAMESPACE_PROPERTIES =
      "CREATE TABLE iceberg_namespace_properties ("
          + "catalog_name VARCHAR(255) NOT NULL, "
          + "namespace VARCHAR(255) NOT NULL, "
          + "property_key VARCHAR(255), "
          + "property_value VARCHAR(1000), "
          + "PRIMARY KEY (catalog_name, namespace, property_key))";
  private static final String ADD_TYPE =
      "ALTER TABLE iceberg_tables ADD COLUMN iceberg_type VARCHAR(5)";
  private static final String PROBE_TABLES = "SELECT table_name FROM iceberg_tables WHERE 1 = 0";
  private static final String PROBE_NAMESPACE_PROPERTIES =
      "SELECT namespace FROM iceberg_namespace_properties WHERE 1 = 0";
  private static final String PROBE_TYPE = "SELECT iceberg_type FROM iceberg_tables WHERE 1 = 0";

  private final Database database;

  CatalogSchema(Database database) {
    this.database = database;
  }

  /** Creates what is missing, if the settings want that, and says which version is there. */
  SchemaVersion prepare(JdbcSettings settings) {
    if (settings.initializesTables()) {
      unlessWorks(PROBE_TABLES, CREATE_TABLES);
      unlessWorks(PROBE_NAMESPACE_PROPERTIES, CREATE_NAMESPACE_PROPERTIES);
    }
    if (settings.wantedSchemaVersion() == SchemaVersion.V1) {
      unlessWorks(PROBE_TYPE, ADD_TYPE);
      return SchemaVersion.V1;
    }
    return works(PROBE_TYPE) ? SchemaVersion.V1 : SchemaVersion.V0;
  }

  private void unlessWorks(String probe, String statement) {
    if (works(probe)) {
      return;
    }
    try {
      database.update(statement);
    } catch (SQLException e) {
      // Another process may have done it at the same moment.
      if (!works(probe)) {
        throw database.failed(statement, e);
      }
    }
  }

  /**
   * Whether the name resolves in this session; the database's own answer respects search paths and
   * case rules, which its catalog views do not.
   */
  private boolean works(String probe) {
    try {
      database.probe(probe);
      return true;
    } catch (SQLException e) {
      if (database.errors().isConnectionLost(e)) {
        throw database.failed(probe, e);
      }
      return false;
    }
  }
}
