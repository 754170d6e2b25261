package io.firn.catalog.jdbc;

/**
 * Shape of the table {@code iceberg_tables}: V1 has a column {@code iceberg_type}, because views
 * share the table.
 */
enum SchemaVersion {
  V0,
  V1;

  /** What a WHERE clause needs to mean tables only. */
  String andIsTable() {
    return this == V0 ? "" : " AND (iceberg_type = 'TABLE' OR iceberg_type IS NULL)";
  }
}
