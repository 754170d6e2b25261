package io.firn.spark.metadata;

import io.firn.error.InvalidInputException;
import io.firn.spark.conf.ReadConf;
import io.firn.spark.conf.ReadPoint;
import io.firn.spark.conf.Selector;
import io.firn.spark.conf.SelectorText;
import io.firn.spark.conf.SessionSettings;
import io.firn.table.Table;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.connector.catalog.Column;
import org.apache.spark.sql.connector.catalog.SupportsRead;
import org.apache.spark.sql.connector.catalog.TableCapability;
import org.apache.spark.sql.connector.read.ScanBuilder;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import org.jspecify.annotations.Nullable;

/** A metadata table of a table, as of the state in which the table was loaded. */
public final class MetadataTable
    implements org.apache.spark.sql.connector.catalog.Table, SupportsRead {
  private final SparkSession session;
  private final Table table;
  private final MetadataTableKind kind;
  private final ReadPoint point;
  private final StructType schema;

  /**
   * @throws InvalidInputException if the point is not the current state and the metadata table is
   *     not about one snapshot
   */
  public MetadataTable(SparkSession session, Table table, MetadataTableKind kind, ReadPoint point) {
    this.session = session;
    this.table = table;
    this.kind = kind;
    this.point = requireReadable(table, kind, point);
    this.schema = schema(table, kind, point);
  }

  private static ReadPoint requireReadable(Table table, MetadataTableKind kind, ReadPoint point) {
    boolean current = point.selector() instanceof Selector.Current;
    if (!current && !kind.canTimeTravel()) {
      throw new InvalidInputException(
          "Cannot read "
              + table.name()
              + "."
              + kind.text()
              + " as of "
              + point.selector()
              + ": it is about all snapshots of the table");
    }
    return point;
  }

  private static StructType schema(Table table, MetadataTableKind kind, ReadPoint point) {
    TableFacts facts = TableFacts.of(table.metadata(), point.schema());
    return switch (kind) {
      case SNAPSHOTS -> SnapshotTables.snapshots(table.metadata()).columns().sparkStruct();
      case HISTORY -> SnapshotTables.history(table.metadata()).columns().sparkStruct();
      case REFS -> SnapshotTables.refs(table.metadata()).columns().sparkStruct();
      case METADATA_LOG_ENTRIES -> SnapshotTables.metadataLogEntries(table).columns().sparkStruct();
      case MANIFESTS -> ManifestColumns.ofTable(facts).sparkStruct();
      case ALL_MANIFESTS -> ManifestColumns.ofAllTable(facts).sparkStruct();
      case PARTITIONS -> PartitionRows.columns(facts).sparkStruct();
      case POSITION_DELETES -> PositionDeleteColumns.of(facts).sparkStruct();
      case ROW_MAPS -> RowMapRun.columns().sparkStruct();
      case ENTRIES, ALL_ENTRIES -> EntryColumns.of(facts).sparkStruct();
      case FILES, DATA_FILES, DELETE_FILES, ALL_FILES, ALL_DATA_FILES, ALL_DELETE_FILES ->
          FileColumns.ofTable(facts).sparkStruct();
    };
  }

  @Override
  public String name() {
    return table.name() + "." + kind.text();
  }

  @Override
  public Column[] columns() {
    return Arrays.stream(schema.fields())
        .map(field -> Column.create(field.name(), field.dataType(), field.nullable()))
        .toArray(Column[]::new);
  }

  @Override
  public Set<TableCapability> capabilities() {
    return Set.of(TableCapability.BATCH_READ);
  }

  /** Options may select a snapshot, as they do for the table itself. */
  @Override
  public ScanBuilder newScanBuilder(CaseInsensitiveStringMap options) {
    ReadConf.checkMetadataTable(options, SessionSettings.of(session));
    Optional<ReadPoint> selected =
        SelectorText.ofOptions(options)
            .map(selector -> selector.resolve(table.metadata(), table.name()));
    ReadPoint read = requireReadable(table, kind, selected.orElse(point));
    return new MetadataScanBuilder(session, table, kind, read, schema);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof MetadataTable that
        && kind == that.kind
        && table.name().equals(that.table.name())
        && table.state().metadataLocation().equals(that.table.state().metadataLocation())
        && point.readsTheSameAs(that.point);
  }

  @Override
  public int hashCode() {
    return Objects.hash(kind, table.name());
  }
}
