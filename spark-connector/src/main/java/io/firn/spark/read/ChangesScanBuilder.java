package io.firn.spark.read;

import io.firn.model.Snapshot;
import io.firn.scan.PlannedScan;
import io.firn.scan.ScanRequest;
import io.firn.scan.StatsMode;
import io.firn.spark.conf.ChangeRange;
import io.firn.spark.conf.ReadConf;
import io.firn.spark.conf.ReadPoint;
import io.firn.spark.conf.Selector;
import io.firn.table.Table;
import io.firn.types.Schema;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.connector.expressions.filter.Predicate;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.connector.read.SupportsPushDownRequiredColumns;
import org.apache.spark.sql.connector.read.SupportsPushDownV2Filters;
import org.apache.spark.sql.types.StructType;

/** Takes what Spark pushes to a scan of a table's changes, and makes the scan. */
final class ChangesScanBuilder
    implements SupportsPushDownV2Filters, SupportsPushDownRequiredColumns {
  private final SparkSession session;
  private final Table table;
  private final ReadConf conf;
  private final List<Snapshot> snapshots;
  private final ReadPoint point;
  private final PushedFilters filters;
  private StructType result;

  ChangesScanBuilder(SparkSession session, Table table, ReadConf conf, StructType columns) {
    ChangeRange range = conf.changes().orElseThrow();
    Schema schema = table.metadata().schema();
    this.session = session;
    this.table = table;
    this.conf = conf;
    this.snapshots = ChangedSnapshots.of(table, range);
    this.point = new ReadPoint(ChangedSnapshots.end(table, range), schema, Selector.CURRENT);
    this.filters = new PushedFilters(schema, ChangeFilter.COLUMNS, conf.caseSensitivity());
    this.result = columns;
  }

  @Override
  public Predicate[] pushPredicates(Predicate[] predicates) {
    filters.push(predicates, table.metadata()::partitionSpecs);
    return filters.untested();
  }

  @Override
  public Predicate[] pushedPredicates() {
    return filters.pushed().toArray(new Predicate[0]);
  }

  @Override
  public void pruneColumns(StructType required) {
    result = required;
  }

  @Override
  public Scan build() {
    return new FirnScan(
        session,
        table,
        point,
        conf,
        ScanPurpose.CHANGES,
        result,
        filters,
        OptionalLong.empty(),
        ScanFiles.of(this::plan));
  }

  private PlannedScan plan() {
    Optional<Snapshot> end = point.snapshot();
    if (end.isEmpty() || snapshots.isEmpty()) {
      return PlannedScan.empty();
    }
    PlannedScan planned =
        table.planChanges(
            new ScanRequest(
                table.metadata(),
                end.get(),
                point.schema(),
                filters.filter(),
                conf.caseSensitivity(),
                StatsMode.DROP),
            snapshots);
    ChangeFilter ofChanges = new ChangeFilter(filters.constantFilter(), conf.caseSensitivity());
    return new PlannedScan(
        planned.tasks().stream().filter(ofChanges::mayMatch).toList(), planned.metrics());
  }
}
