package io.firn.spark.catalog;

import static io.firn.model.TableProperties.SPARK_ACCEPT_ANY_SCHEMA;
import static io.firn.model.TableProperties.SPARK_ACCEPT_ANY_SCHEMA_DEFAULT;
import static io.firn.model.TableProperties.SPARK_AUTO_SCHEMA_EVOLUTION;
import static io.firn.model.TableProperties.SPARK_AUTO_SCHEMA_EVOLUTION_DEFAULT;

import io.firn.error.FirnException;
import io.firn.error.InvalidInputException;
import io.firn.model.Snapshot;
import io.firn.spark.conf.ReadPoint;
import io.firn.spark.conf.Selector;
import io.firn.spark.conf.SelectorText;
import io.firn.spark.conf.SessionSettings;
import io.firn.spark.convert.MetadataColumns;
import io.firn.spark.read.FirnScanBuilder;
import io.firn.spark.rowlevel.MergeInserts;
import io.firn.spark.rowlevel.RowLevelOperations;
import io.firn.spark.write.FirnWriteBuilder;
import io.firn.table.Table;
import java.util.EnumSet;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.connector.catalog.Column;
import org.apache.spark.sql.connector.catalog.MetadataColumn;
import org.apache.spark.sql.connector.catalog.SupportsDeleteV2;
import org.apache.spark.sql.connector.catalog.SupportsMetadataColumns;
import org.apache.spark.sql.connector.catalog.SupportsRead;
import org.apache.spark.sql.connector.catalog.SupportsRowLevelOperations;
import org.apache.spark.sql.connector.catalog.SupportsWrite;
import org.apache.spark.sql.connector.catalog.TableCapability;
import org.apache.spark.sql.connector.catalog.constraints.Constraint;
import org.apache.spark.sql.connector.expressions.Transform;
import org.apache.spark.sql.connector.expressions.filter.Predicate;
import org.apache.spark.sql.connector.read.ScanBuilder;
import org.apache.spark.sql.connector.write.LogicalWriteInfo;
import org.apache.spark.sql.connector.write.RowLevelOperationBuilder;
import org.apache.spark.sql.connector.write.RowLevelOperationInfo;
import org.apache.spark.sql.connector.write.WriteBuilder;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import org.jspecify.annotations.Nullable;

/**
 * A table for Spark, pinned: all scans of one instance read the same snapshot with the same schema,
 * whatever is committed meanwhile. Writes go to the table as it is when they commit. Two instances
 * are equal if they show the same snapshot of the same table.
 */
public final class FirnTable
    implements SupportsRead,
        SupportsWrite,
        SupportsMetadataColumns,
        SupportsDeleteV2,
        SupportsRowLevelOperations {

  private static final Set<TableCapability> BASE_CAPABILITIES =
      Set.of(
          TableCapability.BATCH_READ,
          TableCapability.BATCH_WRITE,
          TableCapability.TRUNCATE,
          TableCapability.OVERWRITE_BY_FILTER,
          TableCapability.OVERWRITE_DYNAMIC);

  private final Table table;
  private final ReadPoint point;
  private final Columns columns;
  private final AtomicBoolean changedByItsReader;
  private final Optional<MergeInserts> inserts;

  /** Who sees to it that written rows have the table's columns. */
  private enum Columns {
    AS_THE_TABLE_SAYS,
    MATCHED_BY_SPARK
  }

  public FirnTable(Table table, ReadPoint point) {
    this(table, point, Columns.AS_THE_TABLE_SAYS, new AtomicBoolean(), Optional.empty());
  }

  private FirnTable(
      Table table,
      ReadPoint point,
      Columns columns,
      AtomicBoolean changedByItsReader,
      Optional<MergeInserts> inserts) {
    this.table = table;
    this.point = point;
    this.columns = columns;
    this.changedByItsReader = changedByItsReader;
    this.inserts = inserts;
  }

  /**
   * The table as the target of an UPDATE or MERGE: Spark can only carry these out if it matches the
   * columns itself, also where INSERT may bring any.
   */
  public FirnTable withColumnsMatchedBySpark() {
    return new FirnTable(table, point, Columns.MATCHED_BY_SPARK, changedByItsReader, inserts);
  }

  /**
   * The table as the target of a MERGE that only inserts, and as what that reads to find out which
   * rows are missing. It stays at its snapshot, and no cached rows stand for it.
   */
  public FirnTable forInsertsOf(MergeInserts merge) {
    changedByItsReader.set(true);
    return new FirnTable(table, point, columns, changedByItsReader, Optional.of(merge));
  }

  /** The state of the table that this instance is pinned to. */
  public Table table() {
    return table;
  }

  /** The snapshot that is read. */
  public ReadPoint point() {
    return point;
  }

  /** The full name, with the branch, tag, snapshot or time if one was selected. */
  @Override
  public String name() {
    Selector selector = point.selector();
    if (selector instanceof Selector.Current) {
      return table.name();
    }
    return selector instanceof Selector.Version
        ? table.name() + " (" + selector + ")"
        : table.name() + "." + SelectorText.namePart(selector);
  }

  @Override
  public String id() {
    return table.metadata().tableUuid().toString();
  }

  /**
   * Changes with each commit to the table; Spark then takes the newer instance. There is none once
   * this instance is the target of a DELETE, UPDATE or MERGE: Spark never takes a newer target, but
   * would for the statement's other reads of the table, which then saw another snapshot.
   */
  @Override
  public @Nullable String version() {
    return changedByItsReader.get()
        ? null
        : table.state().metadataLocation().orElseGet(() -> String.valueOf(snapshotId()));
  }

  private long snapshotId() {
    return point.snapshot().map(Snapshot::snapshotId).orElse(-1L);
  }

  @Override
  public Column[] columns() {
    try {
      return TableColumns.toSpark(point.schema());
    } catch (FirnException e) {
      throw e.during("Cannot read", table.name());
    }
  }

  @Override
  public Transform[] partitioning() {
    return PartitionTransforms.toSpark(table.metadata().schema(), table.metadata().spec());
  }

  @Override
  public Map<String, String> properties() {
    return VisibleProperties.of(table.metadata());
  }

  /** How Spark treats columns that differ is up to two properties of the table. */
  @Override
  public Set<TableCapability> capabilities() {
    Map<String, String> properties = table.metadata().properties();
    Set<TableCapability> capabilities = EnumSet.copyOf(BASE_CAPABILITIES);
    if (columns == Columns.AS_THE_TABLE_SAYS
        && isTrue(properties, SPARK_ACCEPT_ANY_SCHEMA, SPARK_ACCEPT_ANY_SCHEMA_DEFAULT)) {
      capabilities.add(TableCapability.ACCEPT_ANY_SCHEMA);
    }
    if (isTrue(properties, SPARK_AUTO_SCHEMA_EVOLUTION, SPARK_AUTO_SCHEMA_EVOLUTION_DEFAULT)) {
      capabilities.add(TableCapability.AUTOMATIC_SCHEMA_EVOLUTION);
    }
    return capabilities;
  }

  /** Lenient, since a malformed value must not keep anybody from reading the table. */
  private static boolean isTrue(Map<String, String> properties, String key, boolean byDefault) {
    return Boolean.parseBoolean(properties.getOrDefault(key, String.valueOf(byDefault)).trim());
  }

  /** Identifier fields, as far as the user lets Spark rely on them: nobody checks them. */
  @Override
  public Constraint[] constraints() {
    return IdentifierKey.of(table.metadata(), point.schema(), SessionSettings.of(session()));
  }

  @Override
  public MetadataColumn[] metadataColumns() {
    return MetadataColumns.toSpark(table.metadata());
  }

  @Override
  public ScanBuilder newScanBuilder(CaseInsensitiveStringMap options) {
    return inserts.isPresent()
        ? inserts.get().newScanBuilder(options)
        : new FirnScanBuilder(session(), table, readPoint(options), options);
  }

  /**
   * The point that the options select, if the name selects none: Spark looks a table up by name
   * only, and its schema cannot change any more when the options come.
   */
  private ReadPoint readPoint(CaseInsensitiveStringMap options) {
    Optional<Selector> selector = SelectorText.ofOptions(options);
    if (selector.isEmpty()) {
      return point;
    }
    ReadPoint selected = selector.get().resolve(table.metadata(), table.name());
    if (!(point.selector() instanceof Selector.Current)) {
      if (!selected.readsTheSameAs(point)) {
        throw new InvalidInputException(
            "Cannot read "
                + name()
                + ": the name selects "
                + point.selector()
                + " and the options select "
                + selector.get());
      }
      return point;
    }
    if (!sameColumns(selected, point)) {
      throw new InvalidInputException(
          "Cannot read "
              + selector.get()
              + " of "
              + table.name()
              + " by an option here: its columns differ from the table's current ones ("
              + selected.schema().struct()
              + " and "
              + point.schema().struct()
              + "). Say VERSION AS OF, read "
              + table.name()
              + "."
              + SelectorText.namePart(selector.get())
              + ", or set spark.sql.extensions=io.firn.spark.FirnSparkSessionExtensions");
    }
    return selected;
  }

  /** Same ids, names, types and nullability; comments do not matter. */
  private static boolean sameColumns(ReadPoint a, ReadPoint b) {
    return a.schema().struct().toString().equals(b.schema().struct().toString());
  }

  @Override
  public WriteBuilder newWriteBuilder(LogicalWriteInfo info) {
    requireWritable();
    return inserts.isPresent()
        ? new FirnWriteBuilder(session(), table, point.namedBranch(), info, inserts.get())
        : new FirnWriteBuilder(session(), table, point.namedBranch(), info);
  }

  @Override
  public RowLevelOperationBuilder newRowLevelOperationBuilder(RowLevelOperationInfo info) {
    requireWritable();
    changedByItsReader.set(true);
    return () -> RowLevelOperations.of(session(), table, point, info);
  }

  @Override
  public boolean canDeleteWhere(Predicate[] predicates) {
    requireWritable();
    return new WholeFileDelete(session(), table, point).isPossible(predicates);
  }

  @Override
  public void deleteWhere(Predicate[] predicates) {
    requireWritable();
    new WholeFileDelete(session(), table, point).commit(predicates);
  }

  private void requireWritable() {
    if (point.isTimeTravel()) {
      throw new InvalidInputException(
          "Cannot write to "
              + table.name()
              + " at "
              + point.selector()
              + ": only branches can be written");
    }
  }

  private static SparkSession session() {
    return SparkSession.active();
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof FirnTable that
        && table.name().equals(that.table.name())
        && id().equals(that.id())
        && snapshotId() == that.snapshotId()
        && point.selector().equals(that.point.selector())
        && point.schema().equals(that.point.schema())
        && columns == that.columns
        && inserts.equals(that.inserts);
  }

  @Override
  public int hashCode() {
    return Objects.hash(table.name(), id(), snapshotId());
  }

  @Override
  public String toString() {
    return name();
  }
}
