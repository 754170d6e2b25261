package io.firn.spark.read;

import io.firn.expr.Predicate;
import io.firn.model.ManifestContent;
import io.firn.model.ManifestFile;
import io.firn.model.TableMetadata;
import io.firn.partition.PartitionSpec;
import io.firn.scan.FileTask;
import io.firn.scan.PlannedScan;
import io.firn.scan.ScanMetrics;
import io.firn.scan.ScanRequest;
import io.firn.scan.StatsMode;
import io.firn.spark.conf.ReadConf;
import io.firn.spark.conf.ReadPoint;
import io.firn.spark.conf.SessionSettings;
import io.firn.spark.convert.SparkSchemas;
import io.firn.table.Table;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.expressions.aggregate.Aggregation;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.connector.read.SupportsPushDownAggregates;
import org.apache.spark.sql.connector.read.SupportsPushDownLimit;
import org.apache.spark.sql.connector.read.SupportsPushDownRequiredColumns;
import org.apache.spark.sql.connector.read.SupportsPushDownV2Filters;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/** Takes what Spark pushes to a scan of a table, and makes the scan. */
public final class FirnScanBuilder
    implements SupportsPushDownV2Filters,
        SupportsPushDownRequiredColumns,
        SupportsPushDownAggregates,
        SupportsPushDownLimit {
  private final SparkSession session;
  private final Table table;
  private final ReadPoint point;
  private final Optional<AppendedSnapshots> appended;
  private final ReadConf conf;
  private final ScanPurpose purpose;
  private final PushedFilters filters;
  private StructType result;
  private OptionalLong limit = OptionalLong.empty();
  private Optional<Scan> local = Optional.empty();
  private boolean aggregated;
  private Optional<List<ManifestFile>> manifests = Optional.empty();

  /** A scan for a query. */
  public FirnScanBuilder(
      SparkSession session, Table table, ReadPoint point, CaseInsensitiveStringMap options) {
    this(session, table, point, options, ScanPurpose.QUERY);
  }

  public FirnScanBuilder(
      SparkSession session,
      Table table,
      ReadPoint point,
      CaseInsensitiveStringMap options,
      ScanPurpose purpose) {
    this.session = session;
    this.table = table;
    this.conf =
        ReadConf.resolve(options, SessionSettings.of(session), table.metadata().properties());
    this.appended = conf.appends().map(range -> AppendedSnapshots.of(table, point, range));
    this.point = appended.map(AppendedSnapshots::end).orElse(point);
    this.purpose = purpose;
    this.filters = new PushedFilters(this.point.schema(), conf.caseSensitivity());
    this.result = SparkSchemas.toSpark(this.point.schema());
  }

  @Override
  public org.apache.spark.sql.connector.expressions.filter.Predicate[] pushPredicates(
      org.apache.spark.sql.connector.expressions.filter.Predicate[] predicates) {
    filters.push(predicates, this::specsInUse);
    return filters.untested();
  }

  @Override
  public org.apache.spark.sql.connector.expressions.filter.Predicate[] pushedPredicates() {
    return filters
        .pushed()
        .toArray(new org.apache.spark.sql.connector.expressions.filter.Predicate[0]);
  }

  @Override
  public void pruneColumns(StructType required) {
    result = required;
  }

  /** Spark asks twice; metadata is looked at once. */
  @Override
  public boolean supportCompletePushDown(Aggregation aggregation) {
    if (!aggregated) {
      aggregated = true;
      local = aggregate(aggregation);
    }
    return local.isPresent();
  }

  @Override
  public boolean pushAggregation(Aggregation aggregation) {
    return supportCompletePushDown(aggregation);
  }

  private Optional<Scan> aggregate(Aggregation aggregation) {
    if (!conf.aggregatePushDown() || !filters.isExact() || purpose != ScanPurpose.QUERY) {
      return Optional.empty();
    }
    PartitionValues partitions = new PartitionValues(specsInUse());
    Optional<AggregatePushDown> pushDown =
        AggregatePushDown.of(aggregation, point.schema(), partitions);
    boolean whole = appended.isEmpty();
    if (pushDown.isEmpty() || (whole && hasDeletes() && !pushDown.get().countsRowsOnly())) {
      return Optional.empty();
    }
    OptionalLong count =
        whole && pushDown.get().isRowCount() && filters.filter().equals(Predicate.ALWAYS_TRUE)
            ? rowCountByManifests()
            : OptionalLong.empty();
    Optional<List<InternalRow>> rows =
        count.isPresent()
            ? Optional.of(List.of(pushDown.get().rowOfCount(count.getAsLong())))
            : rows(pushDown.get(), plan(StatsMode.KEEP, filters.filter()).tasks());
    return rows.map(
        found ->
            new LocalRows(pushDown.get().resultSchema(), found, "metadata of " + table.name()));
  }

  private Optional<List<InternalRow>> rows(AggregatePushDown pushDown, List<FileTask> tasks) {
    boolean countable = tasks.stream().allMatch(task -> task.equalityDeletes().isEmpty());
    return countable ? pushDown.rows(tasks, table.liveRows(tasks)::of) : Optional.empty();
  }

  private boolean hasDeletes() {
    return manifests().stream()
        .anyMatch(m -> m.content() == ManifestContent.DELETES && m.mayHaveLiveFiles());
  }

  /**
   * Rows of all live files, unless there are deletes or an old manifest does not count its rows.
   */
  private OptionalLong rowCountByManifests() {
    long count = 0;
    for (ManifestFile manifest : manifests()) {
      if (manifest.mayHaveLiveFiles()) {
        boolean counted =
            manifest.content() == ManifestContent.DATA
                && manifest.addedRowsCount().isPresent()
                && manifest.existingRowsCount().isPresent();
        if (!counted) {
          return OptionalLong.empty();
        }
        count += manifest.addedRowsCount().getAsLong() + manifest.existingRowsCount().getAsLong();
      }
    }
    return OptionalLong.of(count);
  }

  @Override
  public boolean pushLimit(int rows) {
    limit = OptionalLong.of(rows);
    return true;
  }

  @Override
  public boolean isPartiallyPushed() {
    return true;
  }

  @Override
  public Scan build() {
    return local.isPresent() ? local.get() : buildScan();
  }

  /** The scan itself, whatever was pushed: row-level operations need to know its files. */
  public FirnScan buildScan() {
    ScanFiles files =
        new ScanFiles(
            this::planToRead,
            filter -> plan(StatsMode.DROP, Predicate.and(filters.filter(), filter)));
    return buildScan(files);
  }

  /** A scan of files that were planned before, on the same snapshot. */
  public FirnScan buildScanOf(List<FileTask> files) {
    return buildScan(ScanFiles.of(() -> new PlannedScan(files, ScanMetrics.none())));
  }

  private FirnScan buildScan(ScanFiles files) {
    return new FirnScan(session, table, point, conf, purpose, result, filters, limit, files);
  }

  /** Spark pushes a limit only if no filter is left for it to test. */
  private PlannedScan planToRead() {
    return limit.isPresent() && appended.isEmpty() && point.snapshot().isPresent()
        ? table.planFirst(request(StatsMode.DROP, filters.filter()), limit.getAsLong())
        : plan(StatsMode.DROP, filters.filter());
  }

  private PlannedScan plan(StatsMode statsMode, Predicate filter) {
    if (point.snapshot().isEmpty()) {
      return PlannedScan.empty();
    }
    ScanRequest request = request(statsMode, filter);
    return appended.isPresent()
        ? table.planAppends(request, appended.get().snapshots())
        : table.plan(request);
  }

  private ScanRequest request(StatsMode statsMode, Predicate filter) {
    return new ScanRequest(
        metadata(),
        point.snapshot().orElseThrow(),
        point.schema(),
        filter,
        conf.caseSensitivity(),
        statsMode);
  }

  /** The specs that data files of the scan can have been written with. */
  private Collection<PartitionSpec> specsInUse() {
    if (metadata().partitionSpecs().size() == 1 || appended.isPresent()) {
      return metadata().partitionSpecs();
    }
    Set<Integer> ids = new LinkedHashSet<>();
    for (ManifestFile manifest : manifests()) {
      if (manifest.content() == ManifestContent.DATA && manifest.mayHaveLiveFiles()) {
        ids.add(manifest.partitionSpecId());
      }
    }
    List<PartitionSpec> specs = new ArrayList<>();
    ids.forEach(id -> specs.add(metadata().spec(id).orElseThrow()));
    return specs;
  }

  private List<ManifestFile> manifests() {
    if (manifests.isEmpty()) {
      manifests = Optional.of(point.snapshot().map(table::manifests).orElse(List.of()));
    }
    return manifests.get();
  }

  private TableMetadata metadata() {
    return table.metadata();
  }
}
