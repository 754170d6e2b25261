package io.firn.spark.read;

import io.firn.expr.Predicate;
import io.firn.model.Snapshot;
import io.firn.model.TableMetadata;
import io.firn.partition.PartitionSpec;
import io.firn.scan.FileTask;
import io.firn.scan.SplitTask;
import io.firn.spark.conf.ReadConf;
import io.firn.spark.conf.ReadPoint;
import io.firn.spark.read.file.FilePartition;
import io.firn.spark.read.file.FileReaderFactory;
import io.firn.spark.read.file.KeyedFilePartition;
import io.firn.spark.read.file.ReaderSettings;
import io.firn.spark.read.file.SplitBytes;
import io.firn.spark.read.file.WireScan;
import io.firn.spark.wire.WireConf;
import io.firn.table.Table;
import io.firn.types.Field;
import io.firn.types.Schema;
import io.firn.types.SchemaUnion;
import io.firn.types.StructValue;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.connector.expressions.NamedReference;
import org.apache.spark.sql.connector.metric.CustomMetric;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;
import org.apache.spark.sql.connector.read.Batch;
import org.apache.spark.sql.connector.read.InputPartition;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.connector.read.Statistics;
import org.apache.spark.sql.connector.read.SupportsReportPartitioning;
import org.apache.spark.sql.connector.read.SupportsReportStatistics;
import org.apache.spark.sql.connector.read.SupportsRuntimeV2Filtering;
import org.apache.spark.sql.connector.read.partitioning.KeyGroupedPartitioning;
import org.apache.spark.sql.connector.read.partitioning.Partitioning;
import org.apache.spark.sql.connector.read.partitioning.UnknownPartitioning;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/**
 * A scan of one snapshot. Files are planned when Spark first asks for anything that depends on
 * them, and once; runtime filters make them fewer. Scans that would read the same are equal, so
 * that Spark can share their results.
 */
public final class FirnScan
    implements Scan,
        Batch,
        SupportsReportStatistics,
        SupportsRuntimeV2Filtering,
        SupportsReportPartitioning {
  private final SparkSession session;
  private final Table table;
  private final ReadPoint point;
  private final ReadConf conf;
  private final ScanPurpose purpose;
  private final StructType result;
  private final PushedFilters filters;
  private final OptionalLong limit;
  private final ScanFiles files;
  private final RuntimeFilters runtimeFilters;
  private InputPartition @Nullable [] partitions;
  private @Nullable Partitioning partitioning;
  private @Nullable Optional<KeyedFiles> keyedFiles;
  private boolean keysWanted;

  FirnScan(
      SparkSession session,
      Table table,
      ReadPoint point,
      ReadConf conf,
      ScanPurpose purpose,
      StructType result,
      PushedFilters filters,
      OptionalLong limit,
      ScanFiles files) {
    this.session = session;
    this.table = table;
    this.point = point;
    this.conf = conf;
    this.purpose = purpose;
    this.result = result;
    this.filters = filters;
    this.limit = limit;
    this.files = files;
    this.runtimeFilters =
        new RuntimeFilters(table.metadata(), point, purpose, result, conf.caseSensitivity());
  }

  @Override
  public StructType readSchema() {
    return result;
  }

  @Override
  public String description() {
    String filter =
        filters.pushed().stream().map(Object::toString).collect(Collectors.joining(", "));
    return table.name() + " (" + snapshotText() + ") [filters=" + filter + "]";
  }

  private String snapshotText() {
    String after =
        conf.appends().map(range -> "appends after " + range.afterSnapshotId() + " to ").orElse("");
    if (purpose == ScanPurpose.CHANGES) {
      after = "changes up to ";
    }
    return after + point.snapshot().map(s -> "snapshot " + s.snapshotId()).orElse("no snapshot");
  }

  /** The table, as it was when the scan was planned. */
  public Table table() {
    return table;
  }

  /** The snapshot and schema that this scan reads. */
  public ReadPoint point() {
    return point;
  }

  /** What is pushed: every row that the statement needs matches it. */
  public Predicate filter() {
    return filters.filter();
  }

  /** The files that are left after planning and runtime filters. */
  public List<FileTask> files() {
    return files.tasks();
  }

  @Override
  public Batch toBatch() {
    return this;
  }

  @Override
  public ColumnarSupportMode columnarSupportMode() {
    return conf.vectorized() ? ColumnarSupportMode.SUPPORTED : ColumnarSupportMode.UNSUPPORTED;
  }

  @Override
  public synchronized InputPartition[] planInputPartitions() {
    InputPartition[] known = partitions;
    if (known == null) {
      known = partition();
      partitions = known;
    }
    return known;
  }

  private InputPartition[] partition() {
    Schema allColumns = SchemaUnion.of(metadata().schemas());
    SplitBytes bytes = new SplitBytes(allColumns, metadata().partitionSpecs());
    SplitPlanner planner = new SplitPlanner(conf, session, purpose, result);
    List<InputPartition> result = new ArrayList<>();
    Optional<Grouping> grouping = grouping();
    if (grouping.isEmpty()) {
      List<FileTask> tasks = ScanFiles.enoughFor(limit, files.tasks());
      List<List<SplitTask>> parts =
          limit.isPresent() ? planner.splitCoarsely(tasks) : planner.split(tasks);
      for (List<SplitTask> splits : parts) {
        result.add(new FilePartition(splits, bytes));
      }
      return result.toArray(new InputPartition[0]);
    }
    Map<StructValue, List<FileTask>> groups = grouping.get().group(files.tasks());
    planner
        .splitEach(groups)
        .forEach(
            (key, tasks) -> {
              for (List<SplitTask> splits : tasks) {
                FilePartition part = new FilePartition(splits, bytes);
                result.add(new KeyedFilePartition(grouping.get().row(key), part));
              }
            });
    return result.toArray(new InputPartition[0]);
  }

  @Override
  public FileReaderFactory createReaderFactory() {
    ReaderSettings.Memory memory =
        Boolean.parseBoolean(session.conf().get("spark.sql.columnVector.offheap.enabled", "false"))
            ? ReaderSettings.Memory.OFF_HEAP
            : ReaderSettings.Memory.ON_HEAP;
    WireScan scan =
        new WireScan(
            table.name(),
            metadata(),
            point.schema(),
            result,
            skippingFilters(),
            conf.caseSensitivity(),
            new ReaderSettings(conf.batchSize(), memory, deletedRows(), conf.deleteCache()));
    return new FileReaderFactory(
        session.sparkContext(),
        WireConf.broadcast(session.sparkContext(), table.storage()),
        scan,
        conf.vectorized() ? FileReaderFactory.Form.BATCHES : FileReaderFactory.Form.ROWS);
  }

  /** Runtime filters come before Spark asks for a reader. */
  private synchronized List<org.apache.spark.sql.connector.expressions.filter.Predicate>
      skippingFilters() {
    if (purpose.carriesRows()) {
      return List.of();
    }
    List<org.apache.spark.sql.connector.expressions.filter.Predicate> all =
        new ArrayList<>(filters.pushed());
    all.addAll(runtimeFilters.skipping());
    return all;
  }

  /** Rewritten files must not get deleted rows back, nor has a change anything to do with them. */
  private ReaderSettings.DeletedRows deletedRows() {
    return purpose == ScanPurpose.QUERY
        ? ReaderSettings.DeletedRows.FLAGGED_WHEN_ASKED
        : ReaderSettings.DeletedRows.ALWAYS_LEFT_OUT;
  }

  @Override
  public Statistics estimateStatistics() {
    if (point.snapshot().isEmpty()) {
      return ScanStatistics.of(0, result, Map.of());
    }
    Snapshot snapshot = point.snapshot().get();
    boolean distinct =
        conf.reportColumnStats()
            && purpose != ScanPurpose.CHANGES
            && Boolean.parseBoolean(session.conf().get("spark.sql.cbo.enabled", "false"));
    var columnStats =
        distinct
            ? ScanStatistics.distinctCounts(metadata(), snapshot, point.schema())
            : Map
                .<NamedReference, org.apache.spark.sql.connector.read.colstats.ColumnStatistics>
                    of();
    boolean all =
        filters.filter().equals(Predicate.ALWAYS_TRUE)
            && !files.isPlanned()
            && purpose != ScanPurpose.CHANGES
            && conf.appends().isEmpty();
    OptionalLong total = all ? ScanStatistics.totalRecords(snapshot) : OptionalLong.empty();
    long rows =
        total.isPresent()
            ? total.getAsLong()
            : files.tasks().stream().mapToLong(FileTask::maxRows).sum();
    return ScanStatistics.of(rows, result, columnStats);
  }

  @Override
  public NamedReference[] filterAttributes() {
    return runtimeFilters.attributes();
  }

  @Override
  public synchronized void filter(
      org.apache.spark.sql.connector.expressions.filter.Predicate[] predicates) {
    for (var predicate : predicates) {
      runtimeFilters.apply(predicate, files);
    }
    keyedFiles = null;
    partitions = null;
  }

  @Override
  public synchronized Partitioning outputPartitioning() {
    Partitioning known = partitioning;
    if (known == null) {
      known = partitioningOf(grouping());
      partitioning = known;
    }
    return known;
  }

  private Partitioning partitioningOf(Optional<Grouping> grouping) {
    return grouping.isEmpty()
        ? new UnknownPartitioning(0)
        : new KeyGroupedPartitioning(grouping.get().expressions(), planInputPartitions().length);
  }

  private synchronized Optional<Grouping> grouping() {
    return conf.preserveDataGrouping().orElse(keysWanted)
        ? Optional.of(possibleGrouping()).filter(found -> !found.isEmpty())
        : Optional.empty();
  }

  /**
   * The files by the keys that they can be grouped by; nothing if there are none, or if it is not
   * for a join to decide whether they are grouped.
   */
  public synchronized Optional<KeyedFiles> keyedFiles() {
    Optional<KeyedFiles> known = keyedFiles;
    if (known == null) {
      known = findKeyedFiles();
      keyedFiles = known;
    }
    return known;
  }

  private Optional<KeyedFiles> findKeyedFiles() {
    boolean mayBeGrouped =
        conf.preserveDataGrouping().isEmpty()
            && purpose == ScanPurpose.QUERY
            && limit.isEmpty()
            && metadata().partitionSpecs().stream().anyMatch(spec -> !spec.fields().isEmpty());
    if (!mayBeGrouped) {
      return Optional.empty();
    }
    Grouping found = possibleGrouping();
    return found.isEmpty() || !found.isJoinable()
        ? Optional.empty()
        : Optional.of(
            KeyedFiles.of(
                found.keys(),
                found.group(files.tasks()),
                new SplitPlanner(conf, session, purpose, result).split(files.tasks()),
                conf.splitSizeBytes()));
  }

  /** From now on reports the keys, and reads the files of one key in one task. */
  public synchronized void groupByKeys() {
    keysWanted = true;
    partitions = null;
    partitioning = null;
  }

  /** Whether {@link #groupByKeys} was called. */
  public synchronized boolean isGroupedForJoin() {
    return keysWanted;
  }

  private Grouping possibleGrouping() {
    Set<Integer> specIds = new LinkedHashSet<>();
    files.planned().tasks().forEach(task -> specIds.add(task.file().specId()));
    List<PartitionSpec> specs =
        specIds.stream().map(id -> metadata().spec(id).orElseThrow()).toList();
    Set<String> names = Set.of(result.fieldNames());
    List<Integer> ids =
        point.schema().fields().stream()
            .filter(field -> names.contains(field.name()))
            .map(Field::id)
            .toList();
    return Grouping.of(point.schema(), ids, specs);
  }

  @Override
  public CustomMetric[] supportedCustomMetrics() {
    return PlanningMetrics.supported();
  }

  @Override
  public CustomTaskMetric[] reportDriverMetrics() {
    return files.isPlanned()
        ? PlanningMetrics.of(files.planned().metrics())
        : new CustomTaskMetric[0];
  }

  private TableMetadata metadata() {
    return table.metadata();
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof FirnScan that
        && table.name().equals(that.table.name())
        && metadata().tableUuid().equals(that.metadata().tableUuid())
        && point.readsTheSameAs(that.point)
        && purpose == that.purpose
        && conf.equals(that.conf)
        && keysWanted == that.keysWanted
        && result.equals(that.result)
        && limit.equals(that.limit)
        && filters.filter().equals(that.filters.filter())
        && filters.constantFilter().equals(that.filters.constantFilter())
        && files.sameRuntimeFilter(that.files)
        && runtimeFilters.skipping().equals(that.runtimeFilters.skipping());
  }

  @Override
  public int hashCode() {
    return Objects.hash(table.name(), point.schema().schemaId(), purpose, result, filters.filter());
  }

  @Override
  public String toString() {
    return description();
  }
}
