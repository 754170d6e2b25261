package io.firn.spark.rowlevel;

import io.firn.conflict.ReadRows;
import io.firn.expr.Predicate;
import io.firn.model.DataFile;
import io.firn.model.Snapshot;
import io.firn.operation.Append;
import io.firn.operation.MergeInsert;
import io.firn.operation.Operation;
import io.firn.operation.RowLevelCommand;
import io.firn.operation.SnapshotOptions;
import io.firn.operation.Statement;
import io.firn.spark.conf.ReadPoint;
import io.firn.spark.conf.RowLevelConf;
import io.firn.spark.conf.SessionSettings;
import io.firn.spark.conf.WriteConf;
import io.firn.spark.read.FirnScan;
import io.firn.spark.read.FirnScanBuilder;
import io.firn.spark.write.AppendOperation;
import io.firn.table.Table;
import io.firn.types.Schema;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.connector.read.ScanBuilder;
import org.apache.spark.sql.connector.write.RowLevelOperation.Command;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import org.jspecify.annotations.Nullable;

/**
 * A MERGE with only NOT MATCHED clauses, which Spark carries out as an append of what an anti-join
 * with the target leaves: what it reads of the target counts at its commit.
 */
public final class MergeInserts implements AppendOperation, MergeTarget {
  private final SparkSession session;
  private final Table table;
  private final ReadPoint point;
  private final RowLevelConf conf;
  private @Nullable TargetScanBuilder scanBuilder;
  private MergeLookup lookup = MergeLookup.unseen();

  public MergeInserts(SparkSession session, Table table, ReadPoint point) {
    this.session = session;
    this.table = table;
    this.point = point;
    this.conf =
        RowLevelConf.resolve(
            Command.MERGE, SessionSettings.of(session), table.metadata().properties());
  }

  @Override
  public Schema schema() {
    return point.schema();
  }

  @Override
  public void lookedUpBy(MergeLookup newLookup) {
    lookup = newLookup;
  }

  /** The anti-join's read of the target. */
  public ScanBuilder newScanBuilder(CaseInsensitiveStringMap options) {
    TargetScanBuilder builder =
        new TargetScanBuilder(new FirnScanBuilder(session, table, point, options));
    scanBuilder = builder;
    return builder;
  }

  @Override
  public Operation of(SnapshotOptions options, List<DataFile> files, WriteConf writeConf) {
    if (files.isEmpty()) {
      return new Append(options, files, Append.Mode.MERGE);
    }
    Optional<FirnScan> scan = Optional.ofNullable(scanBuilder).flatMap(TargetScanBuilder::built);
    Predicate filter = scan.map(FirnScan::filter).orElse(Predicate.ALWAYS_TRUE);
    Statement statement =
        new Statement(
            RowLevelCommand.MERGE,
            point
                .snapshot()
                .map(Snapshot::snapshotId)
                .map(OptionalLong::of)
                .orElse(OptionalLong.empty()),
            lookup.among(ReadRows.matching(filter, writeConf.caseSensitivity())),
            lookup.unchanged(),
            conf.isolation());
    return new MergeInsert(options, statement, files);
  }
}
