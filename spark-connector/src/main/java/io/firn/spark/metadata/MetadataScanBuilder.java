package io.firn.spark.metadata;

import io.firn.codec.avro.ManifestProjection;
import io.firn.codec.avro.ManifestReader;
import io.firn.error.FirnException;
import io.firn.model.FileContent;
import io.firn.model.ManifestContent;
import io.firn.model.ManifestEntry;
import io.firn.model.ManifestFile;
import io.firn.model.Snapshot;
import io.firn.model.TableMetadata;
import io.firn.operation.RowMapSummary;
import io.firn.scan.SnapshotManifests;
import io.firn.spark.conf.ReadPoint;
import io.firn.spark.read.LocalRows;
import io.firn.spark.wire.WireConf;
import io.firn.table.Table;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.connector.read.InputPartition;
import org.apache.spark.sql.connector.read.PartitionReaderFactory;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.connector.read.SupportsPushDownRequiredColumns;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/** Makes the scan of a metadata table. Columns are pruned as a whole: structs stay complete. */
final class MetadataScanBuilder implements SupportsPushDownRequiredColumns {
  private final SparkSession session;
  private final Table table;
  private final MetadataTableKind kind;
  private final ReadPoint point;
  private final StructType schema;
  private StructType result;

  MetadataScanBuilder(
      SparkSession session,
      Table table,
      MetadataTableKind kind,
      ReadPoint point,
      StructType schema) {
    this.session = session;
    this.table = table;
    this.kind = kind;
    this.point = point;
    this.schema = schema;
    this.result = schema;
  }

  @Override
  public void pruneColumns(StructType required) {
    List<String> names = Arrays.asList(required.fieldNames());
    List<StructField> kept =
        Arrays.stream(schema.fields()).filter(field -> names.contains(field.name())).toList();
    result = DataTypes.createStructType(kept);
  }

  @Override
  public Scan build() {
    try {
      return scan();
    } catch (FirnException e) {
      throw e.during("Cannot read", table.name());
    }
  }

  private Scan scan() {
    TableMetadata metadata = table.metadata();
    return switch (kind) {
      case SNAPSHOTS -> local(SnapshotTables.snapshots(metadata));
      case HISTORY -> local(SnapshotTables.history(metadata));
      case REFS -> local(SnapshotTables.refs(metadata));
      case METADATA_LOG_ENTRIES -> local(SnapshotTables.metadataLogEntries(table));
      case MANIFESTS -> local(new MetadataRows<>(ManifestColumns.ofTable(facts()), listed()));
      case PARTITIONS ->
          local(PartitionRows.of(metadata, facts(), table.storage(), point.snapshot()));
      case ALL_MANIFESTS -> partitioned(this::snapshotPartitions, this::allManifestsFactory);
      case POSITION_DELETES -> partitioned(this::deletePartitions, this::positionDeletesFactory);
      case ROW_MAPS -> partitioned(this::rowMapPartitions, this::rowMapFactory);
      case FILES, DATA_FILES, DELETE_FILES, ENTRIES ->
          partitioned(this::manifestPartitions, this::entriesFactory);
      case ALL_FILES, ALL_DATA_FILES, ALL_DELETE_FILES, ALL_ENTRIES ->
          partitioned(this::allManifestPartitions, this::entriesFactory);
    };
  }

  private Scan local(MetadataRows<?> rows) {
    return new LocalRows(result, rows.rows(result), description());
  }

  private Scan partitioned(
      java.util.function.Supplier<List<? extends InputPartition>> planner,
      java.util.function.Supplier<PartitionReaderFactory> factory) {
    return new PartitionedScan(table.name(), description(), result, planner, factory);
  }

  private String description() {
    return table.name() + "." + kind.text();
  }

  private List<ManifestFile> manifests() {
    return point.snapshot().stream()
        .flatMap(snapshot -> SnapshotManifests.read(table.storage(), snapshot).stream())
        .toList();
  }

  private List<ManifestColumns.Listed> listed() {
    long snapshotId = point.snapshot().map(Snapshot::snapshotId).orElse(-1L);
    return manifests().stream().map(m -> new ManifestColumns.Listed(m, snapshotId)).toList();
  }

  private List<ManifestPartition> manifestPartitions() {
    return wanted(manifests());
  }

  private List<ManifestPartition> allManifestPartitions() {
    Map<String, ManifestFile> byPath = new LinkedHashMap<>();
    for (Snapshot snapshot : table.metadata().snapshots()) {
      SnapshotManifests.read(table.storage(), snapshot)
          .forEach(manifest -> byPath.putIfAbsent(manifest.manifestPath(), manifest));
    }
    return wanted(byPath.values());
  }

  private List<ManifestPartition> wanted(Collection<ManifestFile> manifests) {
    return manifests.stream().filter(this::canHaveRows).map(ManifestPartition::new).toList();
  }

  private boolean canHaveRows(ManifestFile manifest) {
    return switch (kind) {
      case DATA_FILES, ALL_DATA_FILES -> manifest.content() == ManifestContent.DATA;
      case DELETE_FILES, ALL_DELETE_FILES -> manifest.content() == ManifestContent.DELETES;
      default -> true;
    };
  }

  private List<AllManifestsPartition> snapshotPartitions() {
    return table.metadata().snapshots().stream().map(AllManifestsPartition::new).toList();
  }

  private List<PositionDeletesPartition> deletePartitions() {
    TableFacts facts = facts();
    List<PositionDeletesPartition> partitions = new ArrayList<>();
    for (ManifestFile manifest : manifests()) {
      if (manifest.content() == ManifestContent.DELETES && manifest.mayHaveLiveFiles()) {
        try (ManifestReader entries =
            ManifestReader.open(
                table.storage().newInputFile(manifest.manifestPath(), manifest.manifestLength()),
                manifest,
                ManifestProjection.noStats())) {
          for (ManifestEntry entry : entries) {
            if (entry.isLive() && entry.file().content() == FileContent.POSITION_DELETES) {
              partitions.add(new PositionDeletesPartition(entry.file(), facts));
            }
          }
        }
      }
    }
    return partitions;
  }

  /** Summaries of snapshots with a row map say so, which spares looking into all lists. */
  private List<RowMapPartition> rowMapPartitions() {
    return table.metadata().snapshots().stream()
        .filter(snapshot -> RowMapSummary.tellsOfMap(snapshot.summary()))
        .flatMap(
            snapshot ->
                snapshot.manifestList().stream()
                    .map(list -> new RowMapPartition(snapshot.snapshotId(), list)))
        .toList();
  }

  private PartitionReaderFactory rowMapFactory() {
    return new RowMapReaderFactory(wireConf(), result.fieldNames());
  }

  private PartitionReaderFactory entriesFactory() {
    return new EntryReaderFactory(wireConf(), new WireTable(facts()), kind, result.fieldNames());
  }

  private PartitionReaderFactory allManifestsFactory() {
    return new AllManifestsReaderFactory(wireConf(), new WireTable(facts()), result.fieldNames());
  }

  private PartitionReaderFactory positionDeletesFactory() {
    return new PositionDeletesReaderFactory(
        wireConf(), new WireTable(facts()), result.fieldNames());
  }

  private WireConf wireConf() {
    return WireConf.broadcast(session.sparkContext(), table.storage());
  }

  private TableFacts facts() {
    return TableFacts.of(table.metadata(), point.schema());
  }
}
