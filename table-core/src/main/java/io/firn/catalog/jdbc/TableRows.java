package io.firn.catalog.jdbc;

import io.firn.catalog.Namespace;
import io.firn.catalog.TableName;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/** The rows of {@code iceberg_tables} that are tables. */
final class TableRows {
  private static final String ONE =
      " WHERE catalog_name = ? AND table_namespace = ? AND table_name = ?";

  private final String catalog;
  private final Database database;
  private final SchemaVersion version;

  TableRows(String catalog, Database database, SchemaVersion version) {
    this.catalog = catalog;
    this.database = database;
    this.version = version;
  }

  SqlErrors errors() {
    return database.errors();
  }

  List<TableName> list(Namespace namespace) {
    return database.query(
        row -> new TableName(namespace, row.getString(1)),
        "SELECT table_name FROM iceberg_tables WHERE catalog_name = ? AND table_namespace = ?"
            + version.andIsTable()
            + " ORDER BY table_name",
        catalog,
        Namespaces.text(namespace));
  }

  /** Empty if there is no such table. */
  Optional<String> metadataLocation(TableName name) {
    List<String> found =
        database.query(
            row -> Optional.ofNullable(row.getString(1)).orElse(""),
            "SELECT metadata_location FROM iceberg_tables" + ONE + version.andIsTable(),
            catalog,
            Namespaces.text(name.namespace()),
            name.name());
    return found.stream().findFirst();
  }

  boolean exists(TableName name) {
    return metadataLocation(name).isPresent();
  }

  /** Fails with a duplicate if any row has the name, be it a view's. */
  void insert(TableName name, String metadataLocation) throws SQLException {
    String namespace = Namespaces.text(name.namespace());
    if (version == SchemaVersion.V0) {
      database.update(
          "INSERT INTO iceberg_tables (catalog_name, table_namespace, table_name,"
              + " metadata_location, previous_metadata_location) VALUES (?, ?, ?, ?, NULL)",
          catalog,
          namespace,
          name.name(),
          metadataLocation);
    } else {
      database.update(
          "INSERT INTO iceberg_tables (catalog_name, table_namespace, table_name,"
              + " metadata_location, previous_metadata_location, iceberg_type)"
              + " VALUES (?, ?, ?, ?, NULL, 'TABLE')",
          catalog,
          namespace,
          name.name(),
          metadataLocation);
    }
  }

  /** The compare-and-swap: true if the row pointed to {@code expected} and now points to next. */
  boolean swap(TableName name, String expected, String next) throws SQLException {
    return database.update(
            "UPDATE iceberg_tables SET metadata_location = ?, previous_metadata_location = ?"
                + ONE
                + " AND metadata_location = ?"
                + version.andIsTable(),
            next,
            expected,
            catalog,
            Namespaces.text(name.namespace()),
            name.name(),
            expected)
        == 1;
  }

  /** False if there is no such table. */
  boolean delete(TableName name) throws SQLException {
    return database.update(
            "DELETE FROM iceberg_tables" + ONE + version.andIsTable(),
            catalog,
            Namespaces.text(name.namespace()),
            name.name())
        > 0;
  }

  /** False if there is no such table; fails with a duplicate if the new name is taken. */
  boolean rename(TableName from, TableName to) throws SQLException {
    return database.update(
            "UPDATE iceberg_tables SET table_namespace = ?, table_name = ?"
                + ONE
                + version.andIsTable(),
            Namespaces.text(to.namespace()),
            to.name(),
            catalog,
            Namespaces.text(from.namespace()),
            from.name())
        > 0;
  }
}
