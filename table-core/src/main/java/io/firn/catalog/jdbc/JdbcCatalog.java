package io.firn.catalog.jdbc;

import io.firn.catalog.Catalog;
import io.firn.catalog.Namespace;
import io.firn.catalog.StoredMetadata;
import io.firn.catalog.TableName;
import io.firn.catalog.TableStore;
import io.firn.error.AlreadyExistsException;
import io.firn.error.InvalidInputException;
import io.firn.error.NotFoundException;
import io.firn.io.Storage;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;

/**
 * The catalog in a SQL database: a table is a row with the location of its metadata file, a commit
 * is one conditional UPDATE. Interchangeable, also at the same time, with Apache Iceberg's catalog
 * of type {@code jdbc} of the same name, in its schema versions V0 and V1. Views in the same
 * database table are left alone.
 */
public final class JdbcCatalog implements Catalog {
  private final String name;
  private final Storage storage;
  private final JdbcSettings settings;
  private final Database database;
  private final Namespaces namespaces;
  private final TableRows tables;
  private final InstantSource clock;
  private final Supplier<UUID> ids;

  private JdbcCatalog(
      String name,
      Storage storage,
      JdbcSettings settings,
      InstantSource clock,
      Supplier<UUID> ids) {
    this.name = name;
    this.storage = storage;
    this.settings = settings;
    this.clock = clock;
    this.ids = ids;
    this.database = new Database(name, settings);
    this.namespaces = new Namespaces(name, settings.warehouse(), database);
    this.tables = new TableRows(name, database, new CatalogSchema(database).prepare(settings));
  }

  /**
   * The catalog that the properties describe ({@code uri}, {@code warehouse}, {@code jdbc.*}, ...);
   * connects, and creates the database tables unless {@code jdbc.init-catalog-tables} is false.
   *
   * @throws InvalidInputException if a property is missing or wrong, or there is no JDBC driver
   * @throws io.firn.error.StorageException if the database cannot be reached
   */
  public static JdbcCatalog of(String name, Map<String, String> properties, Storage storage) {
    return of(name, properties, storage, InstantSource.system(), UUID::randomUUID);
  }

  /** As the other one, with a clock for metadata and ids for the names of metadata files. */
  public static JdbcCatalog of(
      String name,
      Map<String, String> properties,
      Storage storage,
      InstantSource clock,
      Supplier<UUID> ids) {
    return new JdbcCatalog(name, storage, JdbcSettings.of(name, properties), clock, ids);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public List<Namespace> listNamespaces(Namespace parent) {
    return namespaces.children(parent);
  }

  @Override
  public boolean namespaceExists(Namespace namespace) {
    return namespaces.exists(namespace);
  }

  @Override
  public Map<String, String> namespaceProperties(Namespace namespace) {
    return namespaces.properties(namespace);
  }

  @Override
  public void createNamespace(Namespace namespace, Map<String, String> properties) {
    namespaces.create(namespace, properties);
  }

  @Override
  public void updateNamespaceProperties(
      Namespace namespace, Map<String, String> set, Set<String> removed) {
    namespaces.update(namespace, set, removed);
  }

  @Override
  public boolean dropNamespace(Namespace namespace) {
    return namespaces.drop(namespace);
  }

  @Override
  public List<TableName> listTables(Namespace namespace) {
    namespaces.requireExists(namespace);
    return tables.list(namespace);
  }

  @Override
  public boolean tableExists(TableName table) {
    return tables.exists(table);
  }

  @Override
  public TableStore store(TableName table) {
    return new JdbcTableStore(
        fullName(table), table, storage, tables, () -> requireCreatable(table), clock, ids);
  }

  private void requireCreatable(TableName table) {
    Namespaces.requireStorable(table.namespace());
    if (settings.strict()) {
      namespaces.requireExists(table.namespace());
    }
  }

  @Override
  public String newTableLocation(TableName table, Optional<String> requested) {
    if (requested.isPresent()) {
      return withoutSlash(requested.get());
    }
    String ownName =
        settings.uniqueTableLocation()
            ? table.name() + "-" + ids.get().toString().replace("-", "")
            : table.name();
    return withoutSlash(namespaces.location(table.namespace())) + "/" + ownName;
  }

  private static String withoutSlash(String location) {
    return location.length() > 1 && location.endsWith("/")
        ? location.substring(0, location.length() - 1)
        : location;
  }

  @Override
  public boolean dropTable(TableName table) {
    try {
      return tables.delete(table);
    } catch (SQLException e) {
      throw database.failed("dropping the table " + fullName(table), e);
    }
  }

  @Override
  public void renameTable(TableName from, TableName to) {
    Namespaces.requireStorable(to.namespace());
    namespaces.requireExists(to.namespace());
    try {
      if (!tables.rename(from, to)) {
        throw new NotFoundException("Table does not exist: " + fullName(from));
      }
    } catch (SQLException e) {
      if (database.errors().isDuplicate(e)) {
        throw new AlreadyExistsException("Table or view already exists: " + fullName(to), e);
      }
      throw database.failed("renaming the table " + fullName(from), e);
    }
  }

  @Override
  public void registerTable(TableName table, String metadataLocation) {
    requireCreatable(table);
    if (tables.exists(table)) {
      throw new AlreadyExistsException("Table already exists: " + fullName(table));
    }
    StoredMetadata.readToRegister(storage, fullName(table), metadataLocation);
    try {
      tables.insert(table, metadataLocation);
    } catch (SQLException e) {
      if (database.errors().isDuplicate(e)) {
        throw new AlreadyExistsException("Table or view already exists: " + fullName(table), e);
      }
      throw database.failed("registering the table " + fullName(table), e);
    }
  }

  @Override
  public void close() {
    database.close();
    storage.close();
  }

  private String fullName(TableName table) {
    return name + "." + table;
  }
}
