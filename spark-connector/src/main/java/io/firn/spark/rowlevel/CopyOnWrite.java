package io.firn.spark.rowlevel;

import io.firn.spark.conf.RowLevelConf;
import io.firn.spark.conf.WriteConf;
import io.firn.spark.wire.WireConf;
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
import org.apache.spark.sql.connector.write.BatchWrite;
import org.apache.spark.sql.connector.write.LogicalWriteInfo;
import org.apache.spark.sql.connector.write.RequiresDistributionAndOrdering;

/** A copy-on-write statement, resolved. */
final class CopyOnWrite implements RequiresDistributionAndOrdering {
  private final CopyOnWriteOperation operation;
  private final SparkSession session;
  private final Table table;
  private final RowLevelConf conf;
  private final WriteConf writeConf;
  private final LogicalWriteInfo info;
  private final WriteRequirements requirements;
  private final FilesCommit commit;

  CopyOnWrite(
      CopyOnWriteOperation operation,
      SparkSession session,
      Table table,
      RowLevelConf conf,
      WriteConf writeConf,
      LogicalWriteInfo info,
      WriteRequirements requirements) {
    this.operation = operation;
    this.session = session;
    this.table = table;
    this.conf = conf;
    this.writeConf = writeConf;
    this.info = info;
    this.requirements = requirements;
    this.commit = new FilesCommit(table);
  }

  @Override
  public String description() {
    return operation.description();
  }

  @Override
  public Distribution requiredDistribution() {
    return requirements.distribution();
  }

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
  public BatchWrite toBatch() {
    WriteTask task =
        new WriteTask(
            table,
            table.metadata().spec(),
            Optional.of(table.metadata().sortOrder()),
            info.schema(),
            info.queryId(),
            writeConf.files(),
            requirements.fanout(),
            WireConf.broadcast(session.sparkContext(), table.storage()),
            info.metadataSchema());
    return new CopyOnWriteBatch(operation, table, conf, writeConf, task, commit);
  }

  @Override
  public String toString() {
    return description();
  }
}
