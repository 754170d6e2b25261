package io.firn.spark.rowlevel;

import io.firn.spark.conf.ReadPoint;
import io.firn.spark.conf.RowLevelConf;
import io.firn.spark.conf.RowLevelMode;
import io.firn.spark.conf.SessionSettings;
import io.firn.spark.conf.WriteConf;
import io.firn.spark.wire.WireConf;
import io.firn.spark.write.EngineSummary;
import io.firn.spark.write.FilesCommit;
import io.firn.spark.write.WriteMetrics;
import io.firn.spark.write.WriteRequirements;
import io.firn.spark.write.WriteTask;
import io.firn.table.Table;
import java.util.Optional;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.connector.distributions.Distribution;
import org.apache.spark.sql.connector.expressions.SortOrder;
import org.apache.spark.sql.connector.metric.CustomMetric;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;
import org.apache.spark.sql.connector.write.DeltaBatchWrite;
import org.apache.spark.sql.connector.write.DeltaWrite;
import org.apache.spark.sql.connector.write.LogicalWriteInfo;
import org.apache.spark.sql.connector.write.RequiresDistributionAndOrdering;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/** The write side of a {@link PositionDeltaOperation}, resolved. */
final class PositionDelta implements DeltaWrite, RequiresDistributionAndOrdering {
  private final PositionDeltaOperation operation;
  private final SparkSession session;
  private final Table table;
  private final RowLevelConf conf;
  private final WriteConf writeConf;
  private final LogicalWriteInfo info;
  private final WriteRequirements requirements;
  private final FilesCommit commit;

  PositionDelta(
      PositionDeltaOperation operation,
      SparkSession session,
      Table table,
      ReadPoint point,
      RowLevelConf conf,
      LogicalWriteInfo info) {
    this.operation = operation;
    this.session = session;
    this.table = table;
    this.conf = conf;
    this.info = info;
    this.commit = new FilesCommit(table);
    this.writeConf =
        WriteConf.resolve(
            point.namedBranch(),
            CaseInsensitiveStringMap.empty(),
            SessionSettings.of(session),
            table.metadata().properties(),
            EngineSummary.of(session));
    this.requirements =
        operation.readsInOnePass()
            ? PositionDeltaRequirements.ofOnePass(table, operation.usesVectors(), conf, writeConf)
            : PositionDeltaRequirements.of(
                table, operation.usesVectors(), conf, writeConf, operation.orderOfInserts());
  }

  @Override
  public String description() {
    return operation.description();
  }

  @Override
  public Distribution requiredDistribution() {
    return requirements.distribution();
  }

  /** A data file whose rows reach two tasks gets its deletes merged in the commit. */
  @Override
  public boolean distributionStrictlyRequired() {
    return false;
  }

  @Override
  public long advisoryPartitionSizeInBytes() {
    return requirements.advisoryPartitionSizeBytes();
  }

  @Override
  public SortOrder[] requiredOrdering() {
    return requirements.ordering();
  }

  @Override
  public CustomMetric[] supportedCustomMetrics() {
    return WriteMetrics.supported();
  }

  @Override
  public CustomTaskMetric[] reportDriverMetrics() {
    return commit.metrics();
  }

  @Override
  public DeltaBatchWrite toBatch() {
    DeleteTask deletes =
        new DeleteTask(
            table,
            operation.usesVectors(),
            writeConf.deleteGranularity(),
            writeConf.files().targetDeleteFileSizeBytes(),
            info.queryId(),
            info.rowIdSchema().orElseThrow(),
            info.metadataSchema().orElseThrow(),
            WireConf.broadcast(session.sparkContext(), table.storage()));
    return conf.mode() == RowLevelMode.COPY_ON_WRITE
        ? new FileCopyBatch(operation, session, table, conf, writeConf, dataTask(), deletes, commit)
        : new MergeOnReadBatch(
            operation, session.sparkContext(), table, conf, writeConf, dataTask(), deletes, commit);
  }

  /** What the data files of new rows are written with; a DELETE has none. */
  private Optional<WriteTask> dataTask() {
    if (info.schema().isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new WriteTask(
            table,
            table.metadata().spec(),
            Optional.of(table.metadata().sortOrder()),
            info.schema(),
            info.queryId(),
            writeConf.files(),
            requirements.fanout(),
            WireConf.broadcast(session.sparkContext(), table.storage()),
            operation.keepsLineage() ? info.metadataSchema() : Optional.empty()));
  }

  @Override
  public String toString() {
    return description();
  }
}
