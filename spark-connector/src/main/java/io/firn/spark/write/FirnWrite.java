package io.firn.spark.write;

import io.firn.error.InvalidInputException;
import io.firn.partition.PartitionSpec;
import io.firn.spark.conf.WriteConf;
import io.firn.spark.wire.WireConf;
import io.firn.table.Table;
import java.util.Optional;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.connector.distributions.Distribution;
import org.apache.spark.sql.connector.expressions.SortOrder;
import org.apache.spark.sql.connector.metric.CustomMetric;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;
import org.apache.spark.sql.connector.write.BatchWrite;
import org.apache.spark.sql.connector.write.RequiresDistributionAndOrdering;
import org.apache.spark.sql.types.StructType;

/** One append or overwrite, resolved: how rows are spread and sorted, and where they go. */
final class FirnWrite implements RequiresDistributionAndOrdering {
  private final SparkSession session;
  private final Table table;
  private final TargetSchema target;
  private final WriteConf conf;
  private final StructType rowSchema;
  private final String queryId;
  private final WriteIntent intent;
  private final PartitionSpec spec;
  private final WriteRequirements requirements;
  private final FilesCommit commit;

  FirnWrite(
      SparkSession session,
      Table table,
      TargetSchema target,
      WriteConf conf,
      StructType rowSchema,
      String queryId,
      WriteIntent intent) {
    this.session = session;
    this.table = table;
    this.target = target;
    this.conf = conf;
    this.rowSchema = rowSchema;
    this.queryId = queryId;
    this.intent = intent;
    this.spec = OutputSpec.of(table, conf.outputSpecId());
    this.requirements = WriteRequirements.forRows(table, spec, conf);
    this.commit = new FilesCommit(table);
  }

  @Override
  public String description() {
    return "FirnWrite(" + table.name() + ", " + intent + ")";
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
  public BatchWrite toBatch() {
    Table prepared = target.prepare(table);
    WriteTask task =
        new WriteTask(
            prepared,
            spec,
            sortOrder(),
            rowSchema,
            queryId,
            conf.files(),
            requirements.fanout(),
            WireConf.broadcast(session.sparkContext(), prepared.storage()),
            Optional.empty());
    return new FirnBatchWrite(prepared, conf, intent, task, commit);
  }

  /** Files carry the sort order's id only when the rows were asked for in that order. */
  private Optional<io.firn.model.SortOrder> sortOrder() {
    if (conf.outputSortOrderId().isEmpty()) {
      return conf.useTableDistributionAndOrdering()
          ? Optional.of(table.metadata().sortOrder())
          : Optional.empty();
    }
    int orderId = conf.outputSortOrderId().getAsInt();
    Optional<io.firn.model.SortOrder> order = table.metadata().sortOrder(orderId);
    if (order.isEmpty()) {
      throw new InvalidInputException(
          "The option output-sort-order-id=" + orderId + " names no sort order of " + table.name());
    }
    return order;
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
  public String toString() {
    return description();
  }
}
