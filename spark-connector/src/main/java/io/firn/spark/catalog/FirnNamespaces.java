package io.firn.spark.catalog;

import io.firn.catalog.Catalog;
import io.firn.catalog.Namespace;
import io.firn.catalog.TableName;
import io.firn.error.AlreadyExistsException;
import io.firn.error.FirnException;
import io.firn.error.NamespaceNotEmptyException;
import io.firn.error.NotFoundException;
import io.firn.error.UnsupportedFeatureException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.apache.spark.sql.catalyst.analysis.NamespaceAlreadyExistsException;
import org.apache.spark.sql.catalyst.analysis.NoSuchNamespaceException;
import org.apache.spark.sql.catalyst.analysis.NonEmptyNamespaceException;
import org.apache.spark.sql.connector.catalog.NamespaceChange;
import org.apache.spark.sql.connector.catalog.SupportsNamespaces;

/** Namespaces, with the exceptions that Spark wants. */
public final class FirnNamespaces {
  private final Catalog catalog;
  private final CatalogType type;

  public FirnNamespaces(Catalog catalog, CatalogType type) {
    this.catalog = catalog;
    this.type = type;
  }

  public String[][] list(String[] parent) throws NoSuchNamespaceException {
    try {
      return catalog.listNamespaces(Namespace.of(parent)).stream()
          .map(namespace -> namespace.levels().toArray(String[]::new))
          .toArray(String[][]::new);
    } catch (NotFoundException e) {
      throw missing(parent, e);
    }
  }

  public boolean exists(String[] namespace) {
    return catalog.namespaceExists(Namespace.of(namespace));
  }

  public Map<String, String> properties(String[] namespace) throws NoSuchNamespaceException {
    try {
      return catalog.namespaceProperties(Namespace.of(namespace));
    } catch (NotFoundException e) {
      throw missing(namespace, e);
    }
  }

  /** Spark always adds the current user as owner, which a hadoop catalog cannot keep. */
  public void create(String[] namespace, Map<String, String> properties)
      throws NamespaceAlreadyExistsException {
    Map<String, String> stored = new HashMap<>(properties);
    if (type != CatalogType.JDBC) {
      stored.remove(SupportsNamespaces.PROP_OWNER);
    }
    try {
      catalog.createNamespace(Namespace.of(namespace), stored);
    } catch (AlreadyExistsException e) {
      throw because(new NamespaceAlreadyExistsException(namespace), e);
    }
  }

  public void alter(String[] namespace, NamespaceChange... changes)
      throws NoSuchNamespaceException {
    Map<String, String> set = new HashMap<>();
    Set<String> removed = new HashSet<>();
    for (NamespaceChange change : changes) {
      if (change instanceof NamespaceChange.SetProperty property) {
        set.put(property.property(), property.value());
        removed.remove(property.property());
      } else if (change instanceof NamespaceChange.RemoveProperty property) {
        removed.add(property.property());
        set.remove(property.property());
      } else {
        throw new UnsupportedFeatureException(
            "Cannot change the namespace " + String.join(".", namespace) + ": " + change);
      }
    }
    try {
      catalog.updateNamespaceProperties(Namespace.of(namespace), set, removed);
    } catch (NotFoundException e) {
      throw missing(namespace, e);
    }
  }

  /** With {@code cascade}, drops the tables and namespaces in it first. */
  public boolean drop(String[] namespace, boolean cascade)
      throws NoSuchNamespaceException, NonEmptyNamespaceException {
    Namespace name = Namespace.of(namespace);
    try {
      if (cascade && catalog.namespaceExists(name)) {
        empty(name);
      }
      return catalog.dropNamespace(name);
    } catch (NamespaceNotEmptyException e) {
      throw because(new NonEmptyNamespaceException(namespace), e);
    } catch (NotFoundException e) {
      throw missing(namespace, e);
    }
  }

  private void empty(Namespace namespace) {
    for (TableName table : catalog.listTables(namespace)) {
      catalog.dropTable(table);
    }
    for (Namespace child : catalog.listNamespaces(namespace)) {
      empty(child);
      catalog.dropNamespace(child);
    }
  }

  static NoSuchNamespaceException missing(String[] namespace, NotFoundException cause) {
    return because(new NoSuchNamespaceException(namespace), cause);
  }

  /** Spark's exceptions take no cause. */
  static <E extends Exception> E because(E exception, FirnException reason) {
    exception.addSuppressed(reason);
    return exception;
  }
}
