package io.firn.spark;

import io.firn.error.InvalidInputException;
import io.firn.error.UnsupportedFeatureException;
import io.firn.spark.procedure.CatalogRole;
import io.firn.spark.session.SessionCatalogSettings;
import io.firn.spark.session.SessionDelegate;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.spark.sql.catalyst.analysis.NamespaceAlreadyExistsException;
import org.apache.spark.sql.catalyst.analysis.NoSuchFunctionException;
import org.apache.spark.sql.catalyst.analysis.NoSuchNamespaceException;
import org.apache.spark.sql.catalyst.analysis.NoSuchTableException;
import org.apache.spark.sql.catalyst.analysis.NonEmptyNamespaceException;
import org.apache.spark.sql.catalyst.analysis.TableAlreadyExistsException;
import org.apache.spark.sql.connector.catalog.CatalogExtension;
import org.apache.spark.sql.connector.catalog.CatalogPlugin;
import org.apache.spark.sql.connector.catalog.Column;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.connector.catalog.NamespaceChange;
import org.apache.spark.sql.connector.catalog.ProcedureCatalog;
import org.apache.spark.sql.connector.catalog.StagedTable;
import org.apache.spark.sql.connector.catalog.StagingTableCatalog;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.catalog.TableCatalog;
import org.apache.spark.sql.connector.catalog.TableCatalogCapability;
import org.apache.spark.sql.connector.catalog.TableChange;
import org.apache.spark.sql.connector.catalog.TableSummary;
import org.apache.spark.sql.connector.catalog.TableWritePrivilege;
import org.apache.spark.sql.connector.catalog.functions.UnboundFunction;
import org.apache.spark.sql.connector.catalog.procedures.UnboundProcedure;
import org.apache.spark.sql.connector.expressions.Transform;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import org.jspecify.annotations.Nullable;

/**
 * Iceberg tables beside the other tables of Spark's session catalog, under the names that they have
 * there:
 *
 * <pre>
 * spark.sql.catalog.spark_catalog           = io.firn.spark.FirnSessionCatalog
 * spark.sql.catalog.spark_catalog.type      = hadoop | jdbc
 * spark.sql.catalog.spark_catalog.warehouse = /data/warehouse
 * </pre>
 *
 * A name is looked up among the Iceberg tables first, then in Spark's own catalog. Namespaces and
 * views are Spark's own. The keys are those of {@link FirnCatalog}, besides {@code
 * parquet-enabled}, {@code avro-enabled} and {@code orc-enabled}.
 */
public final class FirnSessionCatalog
    implements CatalogExtension, StagingTableCatalog, ProcedureCatalog {
  private final FirnCatalog own = new FirnCatalog();
  private @Nullable SessionCatalogSettings settings;
  private @Nullable SessionDelegate delegate;

  @Override
  public void initialize(String name, CaseInsensitiveStringMap options) {
    settings = SessionCatalogSettings.parse(name, options);
    own.initialize(name, settings.catalog());
  }

  @Override
  public void setDelegateCatalog(CatalogPlugin sessionCatalog) {
    delegate = SessionDelegate.of(sessionCatalog);
  }

  private SessionDelegate delegate() {
    if (delegate == null) {
      throw new IllegalStateException(
          "FirnSessionCatalog has no catalog of Spark behind it: it can only be the value of"
              + " spark.sql.catalog.spark_catalog. For a catalog of another name, take "
              + FirnCatalog.class.getName());
    }
    return delegate;
  }

  private boolean isOwn(Map<String, String> properties) {
    if (settings == null) {
      throw new IllegalStateException("FirnSessionCatalog is used before it was initialized");
    }
    return settings.takes(Optional.ofNullable(properties.get(TableCatalog.PROP_PROVIDER)));
  }

  @Override
  public String name() {
    return own.name();
  }

  @Override
  public String[] defaultNamespace() {
    return own.defaultNamespace();
  }

  @Override
  public Set<TableCatalogCapability> capabilities() {
    return own.capabilities();
  }

  @Override
  public boolean useNullableQuerySchema() {
    return own.useNullableQuerySchema();
  }

  @Override
  public Identifier[] listTables(String[] namespace) throws NoSuchNamespaceException {
    Set<Identifier> all = new LinkedHashSet<>(ownTables(namespace));
    all.addAll(List.of(delegate().tables().listTables(namespace)));
    return all.toArray(Identifier[]::new);
  }

  /** Namespaces are Spark's own: one that is unknown here has no Iceberg table yet. */
  private List<Identifier> ownTables(String[] namespace) {
    try {
      return List.of(own.listTables(namespace));
    } catch (NoSuchNamespaceException e) {
      return List.of();
    }
  }

  @Override
  public TableSummary[] listTableSummaries(String[] namespace)
      throws NoSuchNamespaceException, NoSuchTableException {
    List<Identifier> ours = ownTables(namespace);
    return Stream.concat(
            ours.stream().map(table -> TableSummary.of(table, TableSummary.EXTERNAL_TABLE_TYPE)),
            Arrays.stream(delegate().tables().listTableSummaries(namespace))
                .filter(summary -> !ours.contains(summary.identifier())))
        .toArray(TableSummary[]::new);
  }

  @Override
  public Table loadTable(Identifier identifier) throws NoSuchTableException {
    try {
      return own.loadTable(identifier);
    } catch (NoSuchTableException e) {
      return delegate().load(identifier);
    }
  }

  @Override
  public Table loadTable(Identifier identifier, Set<TableWritePrivilege> privileges)
      throws NoSuchTableException {
    try {
      return own.loadTable(identifier, privileges);
    } catch (NoSuchTableException e) {
      return delegate().load(identifier, privileges);
    }
  }

  @Override
  public Table loadTable(Identifier identifier, String version) throws NoSuchTableException {
    try {
      return own.loadTable(identifier, version);
    } catch (NoSuchTableException e) {
      return delegate().load(identifier, version);
    }
  }

  /** {@code timestamp} in microseconds since the epoch. */
  @Override
  public Table loadTable(Identifier identifier, long timestamp) throws NoSuchTableException {
    try {
      return own.loadTable(identifier, timestamp);
    } catch (NoSuchTableException e) {
      return delegate().load(identifier, timestamp);
    }
  }

  @Override
  public boolean tableExists(Identifier identifier) {
    return own.tableExists(identifier) || delegate().holds(identifier);
  }

  @Override
  public void invalidateTable(Identifier identifier) {
    own.invalidateTable(identifier);
    delegate().invalidate(identifier);
  }

  @Override
  public Table createTable(
      Identifier identifier,
      Column[] columns,
      Transform[] partitions,
      Map<String, String> properties)
      throws TableAlreadyExistsException, NoSuchNamespaceException {
    requireFree(identifier);
    if (!isOwn(properties)) {
      return delegate().tables().createTable(identifier, columns, partitions, properties);
    }
    requireNamespace(identifier);
    return own.createTable(identifier, columns, partitions, properties);
  }

  @Override
  public StagedTable stageCreate(
      Identifier identifier,
      Column[] columns,
      Transform[] partitions,
      Map<String, String> properties)
      throws TableAlreadyExistsException, NoSuchNamespaceException {
    requireFree(identifier);
    if (!isOwn(properties)) {
      return delegate().stageCreate(identifier, columns, partitions, properties);
    }
    requireNamespace(identifier);
    return own.stageCreate(identifier, columns, partitions, properties);
  }

  @Override
  public StagedTable stageReplace(
      Identifier identifier,
      Column[] columns,
      Transform[] partitions,
      Map<String, String> properties)
      throws NoSuchTableException, NoSuchNamespaceException {
    requireSameKind(identifier, properties);
    return isOwn(properties)
        ? own.stageReplace(identifier, columns, partitions, properties)
        : delegate().stageReplace(identifier, columns, partitions, properties);
  }

  @Override
  public StagedTable stageCreateOrReplace(
      Identifier identifier,
      Column[] columns,
      Transform[] partitions,
      Map<String, String> properties)
      throws NoSuchNamespaceException {
    requireSameKind(identifier, properties);
    if (!isOwn(properties)) {
      return delegate().stageCreateOrReplace(identifier, columns, partitions, properties);
    }
    requireNamespace(identifier);
    return own.stageCreateOrReplace(identifier, columns, partitions, properties);
  }

  /** Otherwise one of the tables would hide the other. */
  private void requireFree(Identifier identifier) throws TableAlreadyExistsException {
    if (tableExists(identifier)) {
      throw new TableAlreadyExistsException(identifier);
    }
  }

  /** The same for a statement that may replace one. */
  private void requireSameKind(Identifier identifier, Map<String, String> properties) {
    boolean isOwn = isOwn(properties);
    if (isOwn ? delegate().holds(identifier) : own.tableExists(identifier)) {
      throw new UnsupportedFeatureException(
          "Cannot replace "
              + name()
              + "."
              + identifier
              + ": it is "
              + (isOwn
                  ? "a table or view of Spark's own catalog, and the new one would be an Iceberg"
                      + " table"
                  : "an Iceberg table, and the new one would be a table of Spark's own catalog")
              + ". DROP it first");
    }
  }

  /** Where namespaces have to be known before they can hold a table, Spark's own become so. */
  private void requireNamespace(Identifier identifier) throws NoSuchNamespaceException {
    String[] namespace = identifier.namespace();
    if (namespace.length == 0) {
      return;
    }
    delegate().requireNamespace(namespace);
    if (!own.namespaceExists(namespace)) {
      try {
        own.createNamespace(namespace, Map.of());
      } catch (NamespaceAlreadyExistsException e) {
        return;
      }
    }
  }

  @Override
  public Table alterTable(Identifier identifier, TableChange... changes)
      throws NoSuchTableException {
    try {
      return own.alterTable(identifier, changes);
    } catch (NoSuchTableException e) {
      return delegate().alter(identifier, changes);
    }
  }

  @Override
  public boolean dropTable(Identifier identifier) {
    return own.dropTable(identifier) || delegate().drop(identifier);
  }

  @Override
  public boolean purgeTable(Identifier identifier) {
    return own.purgeTable(identifier) || delegate().purge(identifier);
  }

  @Override
  public void renameTable(Identifier from, Identifier to)
      throws NoSuchTableException, TableAlreadyExistsException {
    requireFree(to);
    if (!own.tableExists(from)) {
      delegate().rename(from, to);
      return;
    }
    try {
      requireNamespace(to);
    } catch (NoSuchNamespaceException e) {
      throw new InvalidInputException("Cannot rename " + name() + "." + from + " to " + to, e);
    }
    own.renameTable(from, to);
  }

  @Override
  public String[][] listNamespaces() throws NoSuchNamespaceException {
    return delegate().namespaces().listNamespaces();
  }

  @Override
  public String[][] listNamespaces(String[] namespace) throws NoSuchNamespaceException {
    return delegate().namespaces().listNamespaces(namespace);
  }

  @Override
  public boolean namespaceExists(String[] namespace) {
    return delegate().namespaces().namespaceExists(namespace);
  }

  @Override
  public Map<String, String> loadNamespaceMetadata(String[] namespace)
      throws NoSuchNamespaceException {
    return delegate().namespaces().loadNamespaceMetadata(namespace);
  }

  @Override
  public void createNamespace(String[] namespace, Map<String, String> properties)
      throws NamespaceAlreadyExistsException {
    delegate().namespaces().createNamespace(namespace, properties);
  }

  @Override
  public void alterNamespace(String[] namespace, NamespaceChange... changes)
      throws NoSuchNamespaceException {
    delegate().namespaces().alterNamespace(namespace, changes);
  }

  /** Spark's own catalog does not know of the Iceberg tables in it: they are looked after here. */
  @Override
  public boolean dropNamespace(String[] namespace, boolean cascade)
      throws NoSuchNamespaceException, NonEmptyNamespaceException {
    List<Identifier> ours = ownTables(namespace);
    if (!cascade && !ours.isEmpty()) {
      throw new NonEmptyNamespaceException(namespace);
    }
    boolean dropped = delegate().namespaces().dropNamespace(namespace, cascade);
    ours.forEach(own::dropTable);
    return dropped;
  }

  @Override
  public Identifier[] listFunctions(String[] namespace) throws NoSuchNamespaceException {
    return FirnCatalog.isFunctionNamespace(namespace)
        ? own.listFunctions(namespace)
        : delegate().functions().listFunctions(namespace);
  }

  @Override
  public boolean functionExists(Identifier identifier) {
    return own.functionExists(identifier) || delegate().functions().functionExists(identifier);
  }

  @Override
  public UnboundFunction loadFunction(Identifier identifier) throws NoSuchFunctionException {
    try {
      return own.loadFunction(identifier);
    } catch (NoSuchFunctionException e) {
      return delegate().functions().loadFunction(identifier);
    }
  }

  @Override
  public UnboundProcedure loadProcedure(Identifier identifier) {
    return own.loadProcedure(identifier, CatalogRole.SESSION);
  }

  @Override
  public Identifier[] listProcedures(String[] namespace) {
    return own.listProcedures(namespace);
  }
}
