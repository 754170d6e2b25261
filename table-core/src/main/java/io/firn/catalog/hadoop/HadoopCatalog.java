package io.firn.catalog.hadoop;

import io.firn.catalog.Catalog;
import io.firn.catalog.Namespace;
import io.firn.catalog.TableName;
import io.firn.catalog.TableStore;
import io.firn.error.AlreadyExistsException;
import io.firn.error.InvalidInputException;
import io.firn.error.NamespaceNotEmptyException;
import io.firn.error.NotFoundException;
import io.firn.error.UnsupportedFeatureException;
import io.firn.io.Storage;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The catalog that is a directory tree: {@code <warehouse>/<namespace levels>/<table>/metadata}. A
 * directory with metadata files is a table, every other one a namespace. Interchangeable with
 * Apache Iceberg's catalog of type {@code hadoop}; see {@link PathTableStore} for what both may do
 * at the same time.
 *
 * <p>Tables cannot be renamed, and new ones cannot choose their location; namespaces have no
 * properties but {@code location}.
 */
public final class HadoopCatalog implements Catalog {
  private final String name;
  private final Storage storage;
  private final String warehouse;
  private final InstantSource clock;

  public HadoopCatalog(String name, Storage storage, String warehouse, InstantSource clock) {
    this.name = name;
    this.storage = storage;
    this.warehouse =
        warehouse.length() > 1 && warehouse.endsWith("/")
            ? warehouse.substring(0, warehouse.length() - 1)
            : warehouse;
    this.clock = clock;
  }

  /**
   * The catalog that the properties describe.
   *
   * @throws InvalidInputException if {@code warehouse} is missing
   * @throws UnsupportedFeatureException if {@code lock-impl} is set: this catalog takes no locks
   */
  public static HadoopCatalog of(String name, Map<String, String> properties, Storage storage) {
    String prefix = "spark.sql.catalog." + name + ".";
    String warehouse = Optional.ofNullable(properties.get("warehouse")).orElse("").trim();
    if (warehouse.isEmpty()) {
      throw new InvalidInputException(
          "The hadoop catalog "
              + name
              + " needs "
              + prefix
              + "warehouse: the directory that holds its namespaces and tables");
    }
    if (properties.containsKey("lock-impl")) {
      throw new UnsupportedFeatureException(
          "Remove "
              + prefix
              + "lock-impl: the hadoop catalog commits by creating a file exclusively and takes no"
              + " locks");
    }
    return new HadoopCatalog(name, storage, warehouse, InstantSource.system());
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public List<Namespace> listNamespaces(Namespace parent) {
    requireNamespace(parent);
    String directory = directory(parent);
    return storage.listDirectories(directory).stream()
        .filter(child -> !isTable(directory + "/" + child))
        .map(child -> child(parent, child))
        .toList();
  }

  private static Namespace child(Namespace parent, String level) {
    return new Namespace(Stream.concat(parent.levels().stream(), Stream.of(level)).toList());
  }

  @Override
  public boolean namespaceExists(Namespace namespace) {
    if (namespace.isRoot()) {
      return true;
    }
    if (!namespace.levels().stream().allMatch(HadoopCatalog::isDirectoryName)) {
      return false;
    }
    String directory = directory(namespace);
    return storage.directoryExists(directory) && !isTable(directory);
  }

  @Override
  public Map<String, String> namespaceProperties(Namespace namespace) {
    requireNamespace(namespace);
    return Map.of("location", directory(namespace));
  }

  @Override
  public void createNamespace(Namespace namespace, Map<String, String> properties) {
    namespace.levels().forEach(this::requireDirectoryName);
    if (!properties.isEmpty()) {
      throw noNamespaceProperties(namespace, properties.keySet());
    }
    if (namespaceExists(namespace)) {
      throw new AlreadyExistsException("Namespace already exists: " + fullName(namespace));
    }
    if (isTable(directory(namespace))) {
      throw new AlreadyExistsException(
          "Cannot create the namespace " + fullName(namespace) + ": a table has this name");
    }
    storage.createDirectory(directory(namespace));
  }

  @Override
  public void updateNamespaceProperties(
      Namespace namespace, Map<String, String> set, Set<String> removed) {
    requireNamespace(namespace);
    Set<String> keys = new TreeSet<>(set.keySet());
    keys.addAll(removed);
    throw noNamespaceProperties(namespace, keys);
  }

  private UnsupportedFeatureException noNamespaceProperties(Namespace namespace, Set<String> keys) {
    return new UnsupportedFeatureException(
        "A hadoop catalog keeps no namespace properties; "
            + fullName(namespace)
            + " cannot have "
            + String.join(", ", new TreeSet<>(keys)));
  }

  @Override
  public boolean dropNamespace(Namespace namespace) {
    if (namespace.isRoot() || !namespaceExists(namespace)) {
      return false;
    }
    if (!storage.deleteEmptyDirectory(directory(namespace))) {
      throw new NamespaceNotEmptyException(
          "The namespace " + fullName(namespace) + " is not empty: " + directory(namespace));
    }
    return true;
  }

  @Override
  public List<TableName> listTables(Namespace namespace) {
    requireNamespace(namespace);
    String directory = directory(namespace);
    return storage.listDirectories(directory).stream()
        .filter(child -> isTable(directory + "/" + child))
        .map(child -> new TableName(namespace, child))
        .toList();
  }

  private boolean isTable(String directory) {
    return new MetadataVersions(storage, directory).anyMetadata();
  }

  @Override
  public boolean tableExists(TableName table) {
    return isValid(table) && pathStore(table).exists();
  }

  @Override
  public TableStore store(TableName table) {
    table.namespace().levels().forEach(this::requireDirectoryName);
    requireDirectoryName(table.name());
    return pathStore(table);
  }

  private PathTableStore pathStore(TableName table) {
    return new PathTableStore(fullName(table), storage, location(table), clock);
  }

  @Override
  public String newTableLocation(TableName table, Optional<String> requested) {
    String only = location(table);
    if (requested.isPresent() && !withoutSlash(requested.get()).equals(only)) {
      throw new InvalidInputException(
          "Cannot put the table "
              + fullName(table)
              + " at "
              + requested.get()
              + ": in a hadoop catalog it can only be at "
              + only);
    }
    return only;
  }

  /** Deletes the table's directory: in this catalog, the directory is the table. */
  @Override
  public boolean dropTable(TableName table) {
    if (!isValid(table)) {
      return false;
    }
    String location = location(table);
    if (!isTable(location)) {
      return false;
    }
    // First what makes it a table: an interrupted drop must not leave one without data.
    storage.deleteTree(location + "/metadata");
    storage.deleteTree(location);
    return true;
  }

  @Override
  public void renameTable(TableName from, TableName to) {
    throw new UnsupportedFeatureException(
        "Cannot rename "
            + fullName(from)
            + " to "
            + fullName(to)
            + ": tables of a hadoop catalog are their directories");
  }

  /**
   * Copies the metadata file into the table's directory as its first version. The table's other
   * files stay at its old location, and new ones are put there.
   */
  @Override
  public void registerTable(TableName table, String metadataLocation) {
    table.namespace().levels().forEach(this::requireDirectoryName);
    requireDirectoryName(table.name());
    pathStore(table).register(metadataLocation);
  }

  @Override
  public void close() {
    storage.close();
  }

  private String directory(Namespace namespace) {
    return namespace.isRoot() ? warehouse : warehouse + "/" + String.join("/", namespace.levels());
  }

  private String location(TableName table) {
    return directory(table.namespace()) + "/" + table.name();
  }

  private void requireNamespace(Namespace namespace) {
    if (!namespaceExists(namespace)) {
      throw new NotFoundException("Namespace does not exist: " + fullName(namespace));
    }
  }

  private static boolean isValid(TableName table) {
    return isDirectoryName(table.name())
        && table.namespace().levels().stream().allMatch(HadoopCatalog::isDirectoryName);
  }

  private static boolean isDirectoryName(String text) {
    return !text.isEmpty() && !text.contains("/") && !text.equals(".") && !text.equals("..");
  }

  private void requireDirectoryName(String text) {
    if (!isDirectoryName(text)) {
      throw new InvalidInputException(
          "The hadoop catalog " + name + " cannot have a directory of the name '" + text + "'");
    }
  }

  private static String withoutSlash(String location) {
    return location.endsWith("/") ? location.substring(0, location.length() - 1) : location;
  }

  private String fullName(Namespace namespace) {
    return namespace.isRoot() ? name : name + "." + namespace;
  }

  private String fullName(TableName table) {
    return name + "." + table;
  }
}
