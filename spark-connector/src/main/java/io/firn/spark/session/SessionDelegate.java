package io.firn.spark.session;

import io.firn.error.InvalidInputException;
import java.util.Map;
import java.util.Set;
import org.apache.spark.sql.catalyst.analysis.NoSuchNamespaceException;
import org.apache.spark.sql.catalyst.analysis.NoSuchTableException;
import org.apache.spark.sql.catalyst.analysis.TableAlreadyExistsException;
import org.apache.spark.sql.connector.catalog.CatalogPlugin;
import org.apache.spark.sql.connector.catalog.Column;
import org.apache.spark.sql.connector.catalog.FunctionCatalog;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.connector.catalog.StagedTable;
import org.apache.spark.sql.connector.catalog.SupportsNamespaces;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.catalog.TableCatalog;
import org.apache.spark.sql.connector.catalog.TableChange;
import org.apache.spark.sql.connector.catalog.TableWritePrivilege;
import org.apache.spark.sql.connector.expressions.Transform;

/**
 * Spark's own session catalog, behind a session catalog of this connector. It knows names of one
 * level of namespace only and fails at others, which are none of its tables here: {@code
 * db.t.branch_b} is asked for as the table {@code branch_b} of {@code db.t}.
 */
public final class SessionDelegate {
  private final TableCatalog tables;
  private final SupportsNamespaces namespaces;
  private final FunctionCatalog functions;

  private SessionDelegate(
      TableCatalog tables, SupportsNamespaces namespaces, FunctionCatalog functions) {
    this.tables = tables;
    this.namespaces = namespaces;
    this.functions = functions;
  }

  /**
   * @throws InvalidInputException if it lacks tables, namespaces or functions
   */
  public static SessionDelegate of(CatalogPlugin catalog) {
    if (catalog instanceof TableCatalog tables
        && catalog instanceof SupportsNamespaces namespaces
        && catalog instanceof FunctionCatalog functions) {
      return new SessionDelegate(tables, namespaces, functions);
    }
    throw new InvalidInputException(
        "Cannot put a catalog before "
            + catalog.getClass().getName()
            + ": it is no session catalog with tables, namespaces and functions");
  }

  public TableCatalog tables() {
    return tables;
  }

  public SupportsNamespaces namespaces() {
    return namespaces;
  }

  public FunctionCatalog functions() {
    return functions;
  }

  /** Whether it has a table or view of that name. */
  public boolean holds(Identifier identifier) {
    return isName(identifier) && tables.tableExists(identifier);
  }

  public Table load(Identifier identifier) throws NoSuchTableException {
    requireName(identifier);
    return tables.loadTable(identifier);
  }

  public Table load(Identifier identifier, Set<TableWritePrivilege> privileges)
      throws NoSuchTableException {
    requireName(identifier);
    return tables.loadTable(identifier, privileges);
  }

  public Table load(Identifier identifier, String version) throws NoSuchTableException {
    requireName(identifier);
    return tables.loadTable(identifier, version);
  }

  /** {@code timestamp} in microseconds since the epoch. */
  public Table load(Identifier identifier, long timestamp) throws NoSuchTableException {
    requireName(identifier);
    return tables.loadTable(identifier, timestamp);
  }

  public Table alter(Identifier identifier, TableChange... changes) throws NoSuchTableException {
    requireName(identifier);
    return tables.alterTable(identifier, changes);
  }

  public boolean drop(Identifier identifier) {
    return isName(identifier) && tables.dropTable(identifier);
  }

  public boolean purge(Identifier identifier) {
    return isName(identifier) && tables.purgeTable(identifier);
  }

  public void rename(Identifier from, Identifier to)
      throws NoSuchTableException, TableAlreadyExistsException {
    requireName(from);
    tables.renameTable(from, to);
  }

  public void invalidate(Identifier identifier) {
    if (isName(identifier)) {
      tables.invalidateTable(identifier);
    }
  }

  /** The table is there before its rows are written; if the statement fails, it is dropped. */
  public StagedTable stageCreate(
      Identifier identifier,
      Column[] columns,
      Transform[] partitions,
      Map<String, String> properties)
      throws TableAlreadyExistsException, NoSuchNamespaceException {
    tables.createTable(identifier, columns, partitions, properties);
    return RollbackTable.of(tables, identifier);
  }

  /** The same after the old table was dropped, which nothing brings back. */
  public StagedTable stageReplace(
      Identifier identifier,
      Column[] columns,
      Transform[] partitions,
      Map<String, String> properties)
      throws NoSuchTableException, NoSuchNamespaceException {
    if (!drop(identifier)) {
      throw new NoSuchTableException(identifier);
    }
    return stageCreateOrReplace(identifier, columns, partitions, properties);
  }

  /** The same, whether there is an old table or not. */
  public StagedTable stageCreateOrReplace(
      Identifier identifier,
      Column[] columns,
      Transform[] partitions,
      Map<String, String> properties)
      throws NoSuchNamespaceException {
    drop(identifier);
    try {
      return stageCreate(identifier, columns, partitions, properties);
    } catch (TableAlreadyExistsException e) {
      throw new InvalidInputException(
          "Cannot replace " + identifier + ": somebody created it again meanwhile. Run it again",
          e);
    }
  }

  /**
   * @throws NoSuchNamespaceException if there is no such namespace
   */
  public void requireNamespace(String[] namespace) throws NoSuchNamespaceException {
    if (!namespaces.namespaceExists(namespace)) {
      throw new NoSuchNamespaceException(namespace);
    }
  }

  private static void requireName(Identifier identifier) throws NoSuchTableException {
    if (!isName(identifier)) {
      throw new NoSuchTableException(identifier);
    }
  }

  private static boolean isName(Identifier identifier) {
    return identifier.namespace().length == 1;
  }
}
