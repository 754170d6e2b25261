package io.firn.spark.write;

import io.firn.partition.PartitionField;
import io.firn.partition.PartitionSpec;
import io.firn.partition.VoidTransform;
import io.firn.spark.conf.DistributionMode;
import io.firn.spark.conf.WriteConf;
import io.firn.spark.convert.SparkExpressions;
import io.firn.table.Table;
import io.firn.types.Schema;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.connector.distributions.Distribution;
import org.apache.spark.sql.connector.distributions.Distributions;
import org.apache.spark.sql.connector.expressions.Expression;
import org.apache.spark.sql.connector.expressions.SortOrder;

/**
 * How the rows of a write are spread over tasks and sorted in each. A partitioned table gets {@code
 * hash} and a sorted one {@code range} unless somebody chose another mode.
 */
public record WriteRequirements(
    Distribution distribution,
    SortOrder[] ordering,
    long advisoryPartitionSizeBytes,
    boolean fanout) {

  /** Shuffled rows take about this many times the bytes of the Parquet files made of them. */
  private static final long ROWS_TO_PARQUET_RATIO = 3;

  private static final long EXPECTED_FILE_BYTES = 128L * 1024 * 1024;

  public static WriteRequirements forRows(Table table, PartitionSpec spec, WriteConf conf) {
    if (!conf.useTableDistributionAndOrdering()) {
      return new WriteRequirements(
          Distributions.unspecified(), new SortOrder[0], 0, conf.fanout().orElse(true));
    }
    io.firn.model.SortOrder sortOrder = table.metadata().sortOrder();
    boolean unordered = conf.fanout().orElse(false) && !sortOrder.isSorted();
    SortOrder[] ordering = unordered ? new SortOrder[0] : ordering(table, spec);
    Distribution distribution = distribution(mode(conf, spec, sortOrder), table, spec);
    boolean shuffles = !distribution.equals(Distributions.unspecified());
    return new WriteRequirements(
        distribution,
        ordering,
        shuffles ? advisoryPartitionSize(conf) : 0,
        conf.fanout().orElse(ordering.length == 0));
  }

  /** By partition, then by the table's sort order. */
  public static SortOrder[] ordering(Table table, PartitionSpec spec) {
    Schema schema = table.metadata().schema();
    List<SortOrder> all = new ArrayList<>(partitionOrdering(schema, spec));
    table
        .metadata()
        .sortOrder()
        .fields()
        .forEach(field -> all.add(SparkExpressions.sort(schema, field)));
    return all.toArray(new SortOrder[0]);
  }

  /** Bytes of shuffled rows that a task should get. */
  public static long advisoryPartitionSize(WriteConf conf) {
    return conf.advisoryPartitionSizeBytes().orElse(EXPECTED_FILE_BYTES * ROWS_TO_PARQUET_RATIO);
  }

  private static DistributionMode mode(
      WriteConf conf, PartitionSpec spec, io.firn.model.SortOrder sortOrder) {
    if (conf.distributionMode().isPresent()) {
      return conf.distributionMode().get();
    }
    if (sortOrder.isSorted()) {
      return DistributionMode.RANGE;
    }
    return spec.isUnpartitioned() ? DistributionMode.NONE : DistributionMode.HASH;
  }

  /** The distribution of a mode; unspecified where the table gives it nothing to go by. */
  public static Distribution distribution(DistributionMode mode, Table table, PartitionSpec spec) {
    SortOrder[] ordering = ordering(table, spec);
    return switch (mode) {
      case NONE -> Distributions.unspecified();
      case HASH ->
          spec.isUnpartitioned()
              ? Distributions.unspecified()
              : Distributions.clustered(clustering(table.metadata().schema(), spec));
      case RANGE ->
          ordering.length == 0 ? Distributions.unspecified() : Distributions.ordered(ordering);
    };
  }

  private static Expression[] clustering(Schema schema, PartitionSpec spec) {
    return spec.fields().stream()
        .filter(WriteRequirements::isRealField)
        .map(field -> SparkExpressions.transformed(schema, field.sourceId(), field.transform()))
        .toArray(Expression[]::new);
  }

  private static List<SortOrder> partitionOrdering(Schema schema, PartitionSpec spec) {
    return spec.fields().stream()
        .filter(WriteRequirements::isRealField)
        .map(field -> SparkExpressions.ascending(schema, field.sourceId(), field.transform()))
        .toList();
  }

  private static boolean isRealField(PartitionField field) {
    return !(field.transform() instanceof VoidTransform);
  }
}
