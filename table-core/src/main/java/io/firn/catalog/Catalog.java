package io.firn.catalog;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Names and namespaces of tables. Thread-safe. Failures are {@code io.firn.error} exceptions that
 * name the catalog and the object.
 */
public interface Catalog extends AutoCloseable {

  String name();

  /** Direct children of the namespace. */
  List<Namespace> listNamespaces(Namespace parent);

  boolean namespaceExists(Namespace namespace);

  /** Properties of an existing namespace, {@code location} among them where known. */
  Map<String, String> namespaceProperties(Namespace namespace);

  void createNamespace(Namespace namespace, Map<String, String> properties);

  void updateNamespaceProperties(Namespace namespace, Map<String, String> set, Set<String> removed);

  /**
   * Returns false if it did not exist; fails with {@code NamespaceNotEmptyException} if it holds
   * anything.
   */
  boolean dropNamespace(Namespace namespace);

  List<TableName> listTables(Namespace namespace);

  boolean tableExists(TableName name);

  /** The pointer of a table that may or may not exist; touches nothing. */
  TableStore store(TableName name);

  /**
   * Where a new table is put: the requested location if there is one and the catalog permits it.
   *
   * @throws io.firn.error.InvalidInputException if the catalog does not let tables choose their
   *     location
   */
  String newTableLocation(TableName name, Optional<String> requested);

  /**
   * Removes the table from the catalog, and its files only where the catalog's own layout demands
   * it; false if it did not exist.
   */
  boolean dropTable(TableName name);

  /** Fails with {@code UnsupportedFeatureException} where tables cannot be renamed. */
  void renameTable(TableName from, TableName to);

  /**
   * Adds an existing metadata file as a table; its files stay where they are.
   *
   * @throws io.firn.error.AlreadyExistsException if there is a table of that name
   * @throws io.firn.error.MissingFileException if there is no such file
   */
  void registerTable(TableName name, String metadataLocation);

  @Override
  void close();
}
