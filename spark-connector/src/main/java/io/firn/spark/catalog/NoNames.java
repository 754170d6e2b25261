package io.firn.spark.catalog;

import io.firn.catalog.Catalog;
import io.firn.catalog.Namespace;
import io.firn.catalog.TableName;
import io.firn.catalog.TableStore;
import io.firn.error.NotFoundException;
import io.firn.error.UnsupportedFeatureException;
import io.firn.io.Storage;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A catalog without names, for tables that are known by their paths only. */
record NoNames(String name, Storage storage) implements Catalog {

  @Override
  public List<Namespace> listNamespaces(Namespace parent) {
    return List.of();
  }

  @Override
  public boolean namespaceExists(Namespace namespace) {
    return namespace.isRoot();
  }

  @Override
  public Map<String, String> namespaceProperties(Namespace namespace) {
    throw new NotFoundException("The catalog " + name + " has no namespaces");
  }

  @Override
  public void createNamespace(Namespace namespace, Map<String, String> properties) {
    throw unsupported("have namespace " + namespace);
  }

  @Override
  public void updateNamespaceProperties(
      Namespace namespace, Map<String, String> set, Set<String> removed) {
    throw unsupported("have namespace " + namespace);
  }

  @Override
  public boolean dropNamespace(Namespace namespace) {
    return false;
  }

  @Override
  public List<TableName> listTables(Namespace namespace) {
    return List.of();
  }

  @Override
  public boolean tableExists(TableName table) {
    return false;
  }

  @Override
  public TableStore store(TableName table) {
    throw unsupported("have table " + table + ": give the table's path, which contains a slash");
  }

  @Override
  public String newTableLocation(TableName table, Optional<String> requested) {
    throw unsupported("have table " + table);
  }

  @Override
  public boolean dropTable(TableName table) {
    return false;
  }

  @Override
  public void renameTable(TableName from, TableName to) {
    throw unsupported("rename tables");
  }

  @Override
  public void registerTable(TableName table, String metadataLocation) {
    throw unsupported("register tables");
  }

  @Override
  public void close() {
    storage.close();
  }

  private UnsupportedFeatureException unsupported(String what) {
    return new UnsupportedFeatureException(
        "The catalog " + name + " holds tables by path only; it cannot " + what);
  }
}
