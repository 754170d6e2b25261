package io.firn.catalog.jdbc;

import io.firn.catalog.Namespace;
import io.firn.error.AlreadyExistsException;
import io.firn.error.InvalidInputException;
import io.firn.error.NamespaceNotEmptyException;
import io.firn.error.NotFoundException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The rows of {@code iceberg_namespace_properties}. A namespace exists when it has a row here, or
 * when a table or view sits in it or below it; one without properties has the row {@code exists =
 * true}.
 */
final class Namespaces {
  private static final String EXISTS_KEY = "exists";
  private static final String LOCATION_KEY = "location";

  private static final String OF_OBJECTS =
      "SELECT DISTINCT table_namespace FROM iceberg_tables WHERE catalog_name = ?";
  private static final String OF_PROPERTIES =
      "SELECT DISTINCT namespace FROM iceberg_namespace_properties WHERE catalog_name = ?";
  private static final String PROPERTIES =
      "SELECT property_key, property_value FROM iceberg_namespace_properties"
          + " WHERE catalog_name = ? AND namespace = ?";
  private static final String INSERT =
      "INSERT INTO iceberg_namespace_properties"
          + " (catalog_name, namespace, property_key, property_value) VALUES (?, ?, ?, ?)";
  private static final String DELETE_ALL =
      "DELETE FROM iceberg_namespace_properties WHERE catalog_name = ? AND namespace = ?";
  private static final String DELETE_ONE = DELETE_ALL + " AND property_key = ?";

  private final String catalog;
  private final String warehouse;
  private final Database database;

  Namespaces(String catalog, String warehouse, Database database) {
    this.catalog = catalog;
    this.warehouse = warehouse;
    this.database = database;
  }

  /** As it is stored: levels joined by dots. */
  static String text(Namespace namespace) {
    return String.join(".", namespace.levels());
  }

  /** A level with a dot would come back as two. */
  static void requireStorable(Namespace namespace) {
    for (String level : namespace.levels()) {
      if (level.isEmpty() || level.contains(".")) {
        throw new InvalidInputException(
            "A jdbc catalog cannot store the namespace level '"
                + level
                + "' of "
                + namespace
                + ": levels are not empty and have no dots");
      }
    }
  }

  boolean exists(Namespace namespace) {
    if (namespace.isRoot()) {
      return true;
    }
    String name = text(namespace);
    return database.anyRow(OF_OBJECTS + " AND table_namespace = ?", catalog, name)
        || database.anyRow(OF_PROPERTIES + " AND namespace = ?", catalog, name)
        || !below(namespace).isEmpty();
  }

  void requireExists(Namespace namespace) {
    if (!exists(namespace)) {
      throw new NotFoundException("Namespace does not exist: " + fullName(namespace));
    }
  }

  List<Namespace> children(Namespace parent) {
    requireExists(parent);
    int depth = parent.levels().size() + 1;
    Set<String> names = new TreeSet<>();
    for (String name : below(parent)) {
      List<String> levels = List.of(name.split("\\.", -1));
      names.add(String.join(".", levels.subList(0, depth)));
    }
    return names.stream().map(name -> new Namespace(List.of(name.split("\\.", -1)))).toList();
  }

  /** Stored names of all namespaces below the parent, at any depth. */
  private Set<String> below(Namespace parent) {
    Set<String> names = new TreeSet<>();
    if (parent.isRoot()) {
      names.addAll(database.query(row -> row.getString(1), OF_OBJECTS, catalog));
      names.addAll(database.query(row -> row.getString(1), OF_PROPERTIES, catalog));
      names.remove("");
      return names;
    }
    String prefix = text(parent) + ".";
    String pattern = prefix.replace("!", "!!").replace("%", "!%").replace("_", "!_") + "%";
    names.addAll(
        database.query(
            row -> row.getString(1),
            OF_OBJECTS + " AND table_namespace LIKE ? ESCAPE '!'",
            catalog,
            pattern));
    names.addAll(
        database.query(
            row -> row.getString(1),
            OF_PROPERTIES + " AND namespace LIKE ? ESCAPE '!'",
            catalog,
            pattern));
    // LIKE ignores the case in some databases.
    names.removeIf(name -> !name.startsWith(prefix));
    return names;
  }

  Map<String, String> properties(Namespace namespace) {
    requireExists(namespace);
    Map<String, String> result = new TreeMap<>(stored(namespace));
    result.remove(EXISTS_KEY);
    result.putIfAbsent(LOCATION_KEY, defaultLocation(namespace));
    return Map.copyOf(result);
  }

  private Map<String, String> stored(Namespace namespace) {
    Map<String, String> result = new TreeMap<>();
    database
        .query(
            row -> Map.entry(row.getString(1), Optional.ofNullable(row.getString(2)).orElse("")),
            PROPERTIES,
            catalog,
            text(namespace))
        .forEach(entry -> result.put(entry.getKey(), entry.getValue()));
    return result;
  }

  /** Where tables of the namespace are put: its own location, or its place in the warehouse. */
  String location(Namespace namespace) {
    return Optional.ofNullable(stored(namespace).get(LOCATION_KEY))
        .orElseGet(() -> defaultLocation(namespace));
  }

  private String defaultLocation(Namespace namespace) {
    return namespace.isRoot() ? warehouse : warehouse + "/" + String.join("/", namespace.levels());
  }

  void create(Namespace namespace, Map<String, String> properties) {
    requireStorable(namespace);
    requireNotReserved(properties.keySet());
    if (exists(namespace)) {
      throw alreadyExists(namespace);
    }
    try {
      database.transaction(
          connection -> {
            insert(connection, namespace, properties);
            insert(connection, namespace, Map.of(EXISTS_KEY, "true"));
            return true;
          });
    } catch (SQLException e) {
      if (database.errors().isDuplicate(e)) {
        throw alreadyExists(namespace);
      }
      throw database.failed("creating the namespace " + namespace, e);
    }
  }

  void update(Namespace namespace, Map<String, String> set, Set<String> removed) {
    requireNotReserved(set.keySet());
    requireNotReserved(removed);
    requireExists(namespace);
    String name = text(namespace);
    Set<String> replaced = new TreeSet<>(removed);
    replaced.addAll(set.keySet());
    // Without a row of any kind the namespace would be gone.
    replaced.add(EXISTS_KEY);
    try {
      database.transaction(
          connection -> {
            for (String key : replaced) {
              Database.update(connection, DELETE_ONE, catalog, name, key);
            }
            insert(connection, namespace, set);
            insert(connection, namespace, Map.of(EXISTS_KEY, "true"));
            return true;
          });
    } catch (SQLException e) {
      throw database.failed("changing properties of the namespace " + namespace, e);
    }
  }

  private void insert(Connection connection, Namespace namespace, Map<String, String> properties)
      throws SQLException {
    for (Map.Entry<String, String> entry : properties.entrySet()) {
      Database.update(
          connection, INSERT, catalog, text(namespace), entry.getKey(), entry.getValue());
    }
  }

  boolean drop(Namespace namespace) {
    if (namespace.isRoot() || !exists(namespace)) {
      return false;
    }
    if (database.anyRow(OF_OBJECTS + " AND table_namespace = ?", catalog, text(namespace))) {
      throw new NamespaceNotEmptyException(
          "The namespace " + fullName(namespace) + " still holds tables or views");
    }
    Set<String> below = below(namespace);
    if (!below.isEmpty()) {
      throw new NamespaceNotEmptyException(
          "The namespace " + fullName(namespace) + " still holds namespaces: " + below);
    }
    try {
      return database.update(DELETE_ALL, catalog, text(namespace)) > 0;
    } catch (SQLException e) {
      throw database.failed("dropping the namespace " + namespace, e);
    }
  }

  private static void requireNotReserved(Set<String> keys) {
    if (keys.contains(EXISTS_KEY)) {
      throw new InvalidInputException(
          "The namespace property '" + EXISTS_KEY + "' is reserved by the jdbc catalog");
    }
  }

  private AlreadyExistsException alreadyExists(Namespace namespace) {
    return new AlreadyExistsException("Namespace already exists: " + fullName(namespace));
  }

  private String fullName(Namespace namespace) {
    return namespace.isRoot() ? catalog : catalog + "." + namespace;
  }
}
