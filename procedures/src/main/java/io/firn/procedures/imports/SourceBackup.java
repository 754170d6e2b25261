package io.firn.procedures.imports;

import io.firn.error.AlreadyExistsException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.TableIdentifier;
import org.apache.spark.sql.catalyst.catalog.CatalogTable;
import org.apache.spark.sql.catalyst.catalog.CatalogTableType;
import org.apache.spark.sql.catalyst.catalog.SessionCatalog;
import scala.jdk.javaapi.CollectionConverters;

/**
 * A table of Spark's own catalog under another name, while a table takes its place. Its files stay
 * where they are: Spark moves the directory of a managed table when it is renamed, and deletes it
 * when it is dropped, so that a managed table becomes an external one before.
 */
public final class SourceBackup {
  private final SessionCatalog catalog;
  private final CatalogTable source;
  private final TableIdentifier backup;

  private SourceBackup(SessionCatalog catalog, CatalogTable source, TableIdentifier backup) {
    this.catalog = catalog;
    this.source = source;
    this.backup = backup;
  }

  /**
   * Gives the table the other name in its namespace. If that fails, it is as it was.
   *
   * @throws AlreadyExistsException if there is a table or view of that name
   */
  public static SourceBackup rename(SparkSession session, CatalogTable source, String backupName) {
    SessionCatalog catalog = session.sessionState().catalog();
    TableIdentifier backup = new TableIdentifier(backupName, source.identifier().database());
    if (catalog.tableExists(backup)) {
      throw new AlreadyExistsException(
          "Cannot rename %s as %s for backup. The backup table already exists."
              .formatted(source.identifier().unquotedString(), backup.unquotedString()));
    }
    SourceBackup moved = new SourceBackup(catalog, source, backup);
    moved.moveAway();
    return moved;
  }

  private void moveAway() {
    boolean renamed = false;
    try {
      if (isManaged()) {
        catalog.alterTable(withType(source, CatalogTableType.EXTERNAL()));
      }
      catalog.renameTable(source.identifier(), backup);
      renamed = true;
    } finally {
      if (!renamed && isManaged()) {
        catalog.alterTable(source);
      }
    }
    forgetFiles();
  }

  private boolean isManaged() {
    return source.tableType().equals(CatalogTableType.MANAGED());
  }

  /** Spark keeps lists of a table's files under its name. */
  private void forgetFiles() {
    catalog.refreshTable(backup);
    catalog.invalidateCachedTable(source.identifier());
  }

  /** For messages. */
  public String name() {
    return backup.unquotedString();
  }

  /** Puts the table back as it was. */
  public void restore() {
    catalog.renameTable(backup, source.identifier());
    if (isManaged()) {
      catalog.alterTable(source);
    }
    catalog.invalidateCachedTable(backup);
  }

  /** Removes the table from Spark's catalog; its files stay. */
  public void drop() {
    catalog.dropTable(backup, true, false);
    catalog.invalidateCachedTable(backup);
  }

  /**
   * A copy of another type. The other components are what they are: Spark 4.2 has more of them than
   * Spark 4.1, so that this cannot name them.
   */
  private static CatalogTable withType(CatalogTable table, CatalogTableType type) {
    List<Object> all = new ArrayList<>();
    CollectionConverters.asJava(table.productIterator()).forEachRemaining(all::add);
    all.replaceAll(component -> component instanceof CatalogTableType ? type : component);
    Object[] components = all.toArray();
    Method copy =
        Arrays.stream(CatalogTable.class.getMethods())
            .filter(method -> method.getName().equals("copy"))
            .filter(method -> method.getParameterCount() == components.length)
            .findFirst()
            .orElseThrow(() -> new IllegalStateException("This version of Spark is not known"));
    try {
      return (CatalogTable) copy.invoke(table, components);
    } catch (IllegalAccessException | InvocationTargetException e) {
      throw new IllegalStateException(
          "Cannot copy the description of " + table.identifier().unquotedString(), e);
    }
  }
}
