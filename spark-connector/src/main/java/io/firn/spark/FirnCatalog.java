package io.firn.spark;

import io.firn.spark.catalog.CatalogBackend;
import io.firn.spark.catalog.CatalogProcedureTables;
import io.firn.spark.catalog.CatalogSettings;
import io.firn.spark.catalog.FirnNamespaces;
import io.firn.spark.catalog.FirnTable;
import io.firn.spark.catalog.FirnTables;
import io.firn.spark.conf.Selector;
import io.firn.spark.ddl.AlterTableProcedure;
import io.firn.spark.function.SystemFunctions;
import io.firn.spark.procedure.CatalogRole;
import io.firn.spark.procedure.ProcedureTables;
import io.firn.spark.procedure.SystemProcedures;
import io.firn.spark.procedure.UnknownProcedureException;
import io.firn.spark.sql.OptionConflicts;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.analysis.NamespaceAlreadyExistsException;
import org.apache.spark.sql.catalyst.analysis.NoSuchFunctionException;
import org.apache.spark.sql.catalyst.analysis.NoSuchNamespaceException;
import org.apache.spark.sql.catalyst.analysis.NoSuchTableException;
import org.apache.spark.sql.catalyst.analysis.NonEmptyNamespaceException;
import org.apache.spark.sql.catalyst.analysis.TableAlreadyExistsException;
import org.apache.spark.sql.connector.catalog.Column;
import org.apache.spark.sql.connector.catalog.FunctionCatalog;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.connector.catalog.NamespaceChange;
import org.apache.spark.sql.connector.catalog.ProcedureCatalog;
import org.apache.spark.sql.connector.catalog.StagedTable;
import org.apache.spark.sql.connector.catalog.StagingTableCatalog;
import org.apache.spark.sql.connector.catalog.SupportsNamespaces;
import org.apache.spark.sql.connector.catalog.Table;
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
 * A catalog of Iceberg tables for Spark:
 *
 * <pre>
 * spark.sql.catalog.lake           = io.firn.spark.FirnCatalog
 * spark.sql.catalog.lake.type      = hadoop | jdbc
 * spark.sql.catalog.lake.warehouse = /data/warehouse
 * </pre>
 *
 * The keys are those of Apache Iceberg's connector; unknown ones are refused. Creating, replacing
 * and filling a table in one statement is one commit.
 */
public final class FirnCatalog
    implements StagingTableCatalog, SupportsNamespaces, FunctionCatalog, ProcedureCatalog {

  private static final Set<TableCatalogCapability> CAPABILITIES =
      Set.of(TableCatalogCapability.SUPPORT_COLUMN_DEFAULT_VALUE);

  private @Nullable Parts initialized;

  /** What the catalog is made of, once Spark has given it its settings. */
  private record Parts(
      CatalogSettings settings,
      FirnTables tables,
      FirnNamespaces namespaces,
      SystemProcedures procedures) {}

  @Override
  public void initialize(String name, CaseInsensitiveStringMap options) {
    CatalogSettings settings = CatalogSettings.parse(name, options);
    CatalogBackend backend = CatalogBackend.open(settings, SparkSession.active());
    initialized =
        new Parts(
            settings,
            new FirnTables(backend),
            new FirnNamespaces(backend.catalog(), settings.type()),
            SystemProcedures.discover());
  }

  private Parts parts() {
    Parts parts = initialized;
    if (parts == null) {
      throw new IllegalStateException("FirnCatalog is used before it was initialized");
    }
    return parts;
  }

  @Override
  public String name() {
    return parts().settings().name();
  }

  @Override
  public String[] defaultNamespace() {
    return parts().settings().defaultNamespace().toArray(String[]::new);
  }

  @Override
  public Set<TableCatalogCapability> capabilities() {
    return CAPABILITIES;
  }

  @Override
  public boolean useNullableQuerySchema() {
    return parts().settings().nullableQuerySchema();
  }

  @Override
  public Identifier[] listTables(String[] namespace) throws NoSuchNamespaceException {
    return parts().tables().list(namespace);
  }

  /** Without loading any table: all of them are external in Spark's sense. */
  @Override
  public TableSummary[] listTableSummaries(String[] namespace) throws NoSuchNamespaceException {
    return Arrays.stream(listTables(namespace))
        .map(identifier -> TableSummary.of(identifier, TableSummary.EXTERNAL_TABLE_TYPE))
        .toArray(TableSummary[]::new);
  }

  @Override
  public Table loadTable(Identifier identifier) throws NoSuchTableException {
    OptionConflicts.checkCurrentStatement(
        SparkSession.active(), FirnSparkSessionExtensions.class.getName());
    return parts().tables().load(identifier);
  }

  /** The target of a statement that does all that. */
  @Override
  public Table loadTable(Identifier identifier, Set<TableWritePrivilege> privileges)
      throws NoSuchTableException {
    Table table = loadTable(identifier);
    return table instanceof FirnTable target && privileges.contains(TableWritePrivilege.UPDATE)
        ? target.withColumnsMatchedBySpark()
        : table;
  }

  @Override
  public Table loadTable(Identifier identifier, String version) throws NoSuchTableException {
    return parts().tables().load(identifier, new Selector.Version(version));
  }

  /** {@code timestamp} in microseconds since the epoch. */
  @Override
  public Table loadTable(Identifier identifier, long timestamp) throws NoSuchTableException {
    return parts().tables().load(identifier, new Selector.AsOf(Math.floorDiv(timestamp, 1000L)));
  }

  @Override
  public void invalidateTable(Identifier identifier) {
    parts().tables().invalidate(identifier);
  }

  @Override
  public Table createTable(
      Identifier identifier,
      Column[] columns,
      Transform[] partitions,
      Map<String, String> properties)
      throws TableAlreadyExistsException {
    return parts().tables().create(identifier, columns, partitions, properties);
  }

  @Override
  public StagedTable stageCreate(
      Identifier identifier,
      Column[] columns,
      Transform[] partitions,
      Map<String, String> properties)
      throws TableAlreadyExistsException {
    return parts().tables().stageCreate(identifier, columns, partitions, properties);
  }

  @Override
  public StagedTable stageReplace(
      Identifier identifier,
      Column[] columns,
      Transform[] partitions,
      Map<String, String> properties)
      throws NoSuchTableException {
    return parts().tables().stageReplace(identifier, columns, partitions, properties);
  }

  @Override
  public StagedTable stageCreateOrReplace(
      Identifier identifier,
      Column[] columns,
      Transform[] partitions,
      Map<String, String> properties) {
    return parts().tables().stageCreateOrReplace(identifier, columns, partitions, properties);
  }

  @Override
  public Table alterTable(Identifier identifier, TableChange... changes)
      throws NoSuchTableException {
    return parts().tables().alter(identifier, changes);
  }

  @Override
  public boolean dropTable(Identifier identifier) {
    return parts().tables().drop(identifier);
  }

  @Override
  public boolean purgeTable(Identifier identifier) {
    return parts().tables().purge(identifier);
  }

  @Override
  public void renameTable(Identifier from, Identifier to)
      throws NoSuchTableException, TableAlreadyExistsException {
    parts().tables().rename(from, to);
  }

  @Override
  public String[][] listNamespaces() throws NoSuchNamespaceException {
    return listNamespaces(new String[0]);
  }

  @Override
  public String[][] listNamespaces(String[] namespace) throws NoSuchNamespaceException {
    return parts().namespaces().list(namespace);
  }

  @Override
  public boolean namespaceExists(String[] namespace) {
    return parts().namespaces().exists(namespace);
  }

  @Override
  public Map<String, String> loadNamespaceMetadata(String[] namespace)
      throws NoSuchNamespaceException {
    return parts().namespaces().properties(namespace);
  }

  @Override
  public void createNamespace(String[] namespace, Map<String, String> properties)
      throws NamespaceAlreadyExistsException {
    parts().namespaces().create(namespace, properties);
  }

  @Override
  public void alterNamespace(String[] namespace, NamespaceChange... changes)
      throws NoSuchNamespaceException {
    parts().namespaces().alter(namespace, changes);
  }

  @Override
  public boolean dropNamespace(String[] namespace, boolean cascade)
      throws NoSuchNamespaceException, NonEmptyNamespaceException {
    return parts().namespaces().drop(namespace, cascade);
  }

  @Override
  public Identifier[] listFunctions(String[] namespace) throws NoSuchNamespaceException {
    if (isFunctionNamespace(namespace)) {
      return SystemFunctions.names().stream()
          .map(name -> Identifier.of(namespace, name))
          .toArray(Identifier[]::new);
    }
    if (namespaceExists(namespace)) {
      return new Identifier[0];
    }
    throw new NoSuchNamespaceException(namespace);
  }

  /** Spark asks without a namespace for the functions of partition transforms. */
  @Override
  public UnboundFunction loadFunction(Identifier identifier) throws NoSuchFunctionException {
    if (!isFunctionNamespace(identifier.namespace())) {
      throw new NoSuchFunctionException(identifier);
    }
    return SystemFunctions.find(identifier.name())
        .orElseThrow(() -> new NoSuchFunctionException(identifier));
  }

  static boolean isFunctionNamespace(String[] namespace) {
    return namespace.length == 0 || isSystem(namespace);
  }

  private static boolean isSystem(String[] namespace) {
    return Arrays.asList(namespace).equals(List.of(SystemProcedures.NAMESPACE));
  }

  @Override
  public UnboundProcedure loadProcedure(Identifier identifier) {
    return loadProcedure(identifier, CatalogRole.APART);
  }

  UnboundProcedure loadProcedure(Identifier identifier, CatalogRole role) {
    Parts parts = parts();
    if (!isSystem(identifier.namespace())) {
      throw new UnknownProcedureException(
          identifier.toString(),
          "Cannot find procedure "
              + identifier
              + ": the procedures of "
              + name()
              + " are in the namespace system, as in CALL "
              + name()
              + ".system."
              + identifier.name()
              + "(...)");
    }
    ProcedureTables tables = new CatalogProcedureTables(parts.settings(), parts.tables(), role);
    return identifier.name().equals(AlterTableProcedure.NAME)
        ? new AlterTableProcedure(tables)
        : parts.procedures().load(identifier.name(), tables);
  }

  @Override
  public Identifier[] listProcedures(String[] namespace) {
    if (namespace.length > 0 && !isSystem(namespace)) {
      return new Identifier[0];
    }
    return parts().procedures().names().stream()
        .map(name -> Identifier.of(new String[] {SystemProcedures.NAMESPACE}, name))
        .toArray(Identifier[]::new);
  }
}
