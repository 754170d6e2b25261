package io.firn.spark.session;

import java.util.Map;
import java.util.Set;
import org.apache.spark.sql.catalyst.analysis.NoSuchTableException;
import org.apache.spark.sql.connector.catalog.Column;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.connector.catalog.StagedTable;
import org.apache.spark.sql.connector.catalog.SupportsWrite;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.catalog.TableCapability;
import org.apache.spark.sql.connector.catalog.TableCatalog;
import org.apache.spark.sql.connector.expressions.Transform;
import org.apache.spark.sql.connector.write.LogicalWriteInfo;
import org.apache.spark.sql.connector.write.WriteBuilder;

/**
 * A table that a catalog without staging has created already: committing it does nothing, and
 * giving it up drops it.
 */
final class RollbackTable implements StagedTable, SupportsWrite {
  private final TableCatalog catalog;
  private final Identifier identifier;
  private final Table table;

  private RollbackTable(TableCatalog catalog, Identifier identifier, Table table) {
    this.catalog = catalog;
    this.identifier = identifier;
    this.table = table;
  }

  /** The table of that name, which was just created. */
  static StagedTable of(TableCatalog catalog, Identifier identifier) {
    try {
      return new RollbackTable(catalog, identifier, catalog.loadTable(identifier));
    } catch (NoSuchTableException e) {
      throw new IllegalStateException(
          identifier + " is gone from " + catalog.name() + " right after it was created", e);
    }
  }

  @Override
  public void commitStagedChanges() {}

  @Override
  public void abortStagedChanges() {
    catalog.dropTable(identifier);
  }

  @Override
  public WriteBuilder newWriteBuilder(LogicalWriteInfo info) {
    if (table instanceof SupportsWrite target) {
      return target.newWriteBuilder(info);
    }
    throw new UnsupportedOperationException("Cannot write to " + table.name());
  }

  @Override
  public String name() {
    return table.name();
  }

  @Override
  public Column[] columns() {
    return table.columns();
  }

  @Override
  public Transform[] partitioning() {
    return table.partitioning();
  }

  @Override
  public Map<String, String> properties() {
    return table.properties();
  }

  @Override
  public Set<TableCapability> capabilities() {
    return table.capabilities();
  }
}
