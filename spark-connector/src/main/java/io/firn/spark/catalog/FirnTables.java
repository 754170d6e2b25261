package io.firn.spark.catalog;

import io.firn.catalog.Catalog;
import io.firn.catalog.Namespace;
import io.firn.catalog.TableStore;
import io.firn.commit.Committer;
import io.firn.error.AlreadyExistsException;
import io.firn.error.NotFoundException;
import io.firn.error.UnsupportedFeatureException;
import io.firn.operation.CreateTable;
import io.firn.operation.Operation;
import io.firn.operation.OperationSequence;
import io.firn.operation.ReplaceTable;
import io.firn.operation.TableDefinition;
import io.firn.spark.conf.Selector;
import io.firn.spark.procedure.NewTable;
import io.firn.spark.procedure.TablePlace;
import io.firn.table.Table;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.analysis.NoSuchNamespaceException;
import org.apache.spark.sql.catalyst.analysis.NoSuchTableException;
import org.apache.spark.sql.catalyst.analysis.TableAlreadyExistsException;
import org.apache.spark.sql.connector.catalog.Column;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.connector.catalog.StagedTable;
import org.apache.spark.sql.connector.catalog.TableChange;
import org.apache.spark.sql.connector.expressions.Transform;

/** The tables of a catalog, with the exceptions that Spark wants. */
public final class FirnTables {
  private final CatalogBackend backend;
  private final Catalog catalog;
  private final TableLookup lookup;
  private final TableDefinitions definitions;
  private final Committer committer = Committer.system();

  public FirnTables(CatalogBackend backend) {
    this.backend = backend;
    this.catalog = backend.catalog();
    this.lookup = new TableLookup(backend);
    this.definitions = new TableDefinitions(backend.settings());
  }

  public Identifier[] list(String[] namespace) throws NoSuchNamespaceException {
    try {
      return catalog.listTables(Namespace.of(namespace)).stream()
          .map(TableNames::toSpark)
          .toArray(Identifier[]::new);
    } catch (NotFoundException e) {
      throw FirnNamespaces.missing(namespace, e);
    }
  }

  /** A table, a metadata table, or one of them at a selector in the name. */
  public org.apache.spark.sql.connector.catalog.Table load(Identifier identifier)
      throws NoSuchTableException {
    return lookup.load(identifier).orElseThrow(() -> new NoSuchTableException(identifier));
  }

  /** The same with {@code AS OF}. */
  public org.apache.spark.sql.connector.catalog.Table load(Identifier identifier, Selector asOf)
      throws NoSuchTableException {
    return lookup.load(identifier, asOf).orElseThrow(() -> new NoSuchTableException(identifier));
  }

  /** The table itself, for a name without selector. */
  public Optional<Table> find(Identifier identifier) {
    return lookup.find(identifier);
  }

  public org.apache.spark.sql.connector.catalog.Table create(
      Identifier identifier,
      Column[] columns,
      Transform[] partitions,
      Map<String, String> properties)
      throws TableAlreadyExistsException {
    TableStore store = lookup.store(identifier);
    Table created;
    try {
      CreateTable create = creation(identifier, columns, partitions, properties);
      created = Table.reload(store, committer.create(store, create).state());
    } catch (AlreadyExistsException e) {
      throw exists(identifier, e);
    }
    return new FirnTable(created, Selector.CURRENT.resolve(created.metadata(), created.name()));
  }

  private CreateTable creation(
      Identifier identifier,
      Column[] columns,
      Transform[] partitions,
      Map<String, String> properties) {
    TableDefinition definition =
        definitions.of(lookup.store(identifier).name(), columns, partitions, properties);
    return new CreateTable(UUID.randomUUID(), location(identifier, properties), definition);
  }

  private String location(Identifier identifier, Map<String, String> properties) {
    return TableNames.isPath(identifier)
        ? identifier.name()
        : catalog.newTableLocation(
            TableNames.of(identifier), TableDefinitions.location(properties));
  }

  public StagedTable stageCreate(
      Identifier identifier,
      Column[] columns,
      Transform[] partitions,
      Map<String, String> properties)
      throws TableAlreadyExistsException {
    if (lookup.find(identifier).isPresent()) {
      throw new TableAlreadyExistsException(identifier);
    }
    return StagedFirnTable.create(
        identifier,
        lookup.store(identifier),
        committer,
        creation(identifier, columns, partitions, properties));
  }

  public StagedTable stageReplace(
      Identifier identifier,
      Column[] columns,
      Transform[] partitions,
      Map<String, String> properties)
      throws NoSuchTableException {
    Table table = lookup.find(identifier).orElseThrow(() -> new NoSuchTableException(identifier));
    return replacement(table, identifier, columns, partitions, properties);
  }

  public StagedTable stageCreateOrReplace(
      Identifier identifier,
      Column[] columns,
      Transform[] partitions,
      Map<String, String> properties) {
    Optional<Table> table = lookup.find(identifier);
    return table.isPresent()
        ? replacement(table.get(), identifier, columns, partitions, properties)
        : StagedFirnTable.create(
            identifier,
            lookup.store(identifier),
            committer,
            creation(identifier, columns, partitions, properties));
  }

  private StagedTable replacement(
      Table table,
      Identifier identifier,
      Column[] columns,
      Transform[] partitions,
      Map<String, String> properties) {
    Optional<String> location =
        TableDefinitions.location(properties).map(asked -> location(identifier, properties));
    ReplaceTable replace =
        new ReplaceTable(
            location,
            definitions.of(table.name(), columns, partitions, properties),
            Optional.empty());
    return StagedFirnTable.replace(identifier, table.store(), committer, table.state(), replace);
  }

  public org.apache.spark.sql.connector.catalog.Table alter(
      Identifier identifier, TableChange... changes) throws NoSuchTableException {
    Table table = lookup.findToAlter(identifier, changes);
    FirnTable current =
        new FirnTable(table, Selector.CURRENT.resolve(table.metadata(), table.name()));
    List<Operation> operations = TableChanges.operations(SparkSession.active(), current, changes);
    if (operations.isEmpty()) {
      return current;
    }
    Table altered =
        table.at(
            table.commit(
                operations.size() == 1 ? operations.get(0) : new OperationSequence(operations)));
    return new FirnTable(altered, Selector.CURRENT.resolve(altered.metadata(), altered.name()));
  }

  /**
   * Prepares a table for a procedure.
   *
   * @throws AlreadyExistsException if it exists
   */
  NewTable stage(
      Identifier identifier,
      Column[] columns,
      Transform[] partitions,
      Map<String, String> properties) {
    if (lookup.find(identifier).isPresent()) {
      throw new AlreadyExistsException(
          "Cannot create table " + lookup.store(identifier).name() + ": it exists already");
    }
    return StagedFirnTable.create(
            identifier,
            lookup.store(identifier),
            committer,
            creation(identifier, columns, partitions, properties))
        .forProcedure();
  }

  /**
   * Where a table would be created, and with which properties.
   *
   * @throws AlreadyExistsException if it exists
   */
  TablePlace place(
      Identifier identifier, Optional<String> location, Map<String, String> properties) {
    requireName(identifier, "create");
    String name = lookup.store(identifier).name();
    if (lookup.find(identifier).isPresent()) {
      throw new AlreadyExistsException("Table already exists: " + name);
    }
    return new TablePlace(
        name,
        catalog.newTableLocation(TableNames.of(identifier), location),
        definitions.properties(name, properties),
        backend.storage());
  }

  /** Adds the table that a metadata file describes. */
  public Table register(Identifier identifier, String metadataFile) {
    requireName(identifier, "register");
    lookup.forget(identifier);
    catalog.registerTable(TableNames.of(identifier), metadataFile);
    return Table.load(lookup.store(identifier));
  }

  /** Forgets what is known of the table, so that the next load reads it anew. */
  public void invalidate(Identifier identifier) {
    lookup.forget(identifier);
  }

  public boolean drop(Identifier identifier) {
    requireName(identifier, "drop");
    lookup.forget(identifier);
    return catalog.dropTable(TableNames.of(identifier));
  }

  /** Drops the table and deletes its files. */
  public boolean purge(Identifier identifier) {
    requireName(identifier, "drop");
    lookup.forget(identifier);
    return new TablePurge(backend).purge(TableNames.of(identifier));
  }

  public void rename(Identifier from, Identifier to)
      throws NoSuchTableException, TableAlreadyExistsException {
    requireName(from, "rename");
    requireName(to, "rename");
    lookup.forget(from);
    if (!catalog.tableExists(TableNames.of(from))) {
      throw new NoSuchTableException(from);
    }
    try {
      catalog.renameTable(TableNames.of(from), TableNames.of(to));
    } catch (AlreadyExistsException e) {
      throw exists(to, e);
    }
  }

  private static void requireName(Identifier identifier, String action) {
    if (TableNames.isPath(identifier)) {
      throw new UnsupportedFeatureException(
          "Cannot " + action + " the table at " + identifier.name() + ": it has no name");
    }
  }

  static TableAlreadyExistsException exists(Identifier identifier, AlreadyExistsException cause) {
    return FirnNamespaces.because(new TableAlreadyExistsException(identifier), cause);
  }
}
