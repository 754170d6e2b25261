package io.firn.spark.rowlevel;

import io.firn.partition.PartitionSpec;
import io.firn.spark.conf.DistributionMode;
import io.firn.spark.conf.RowLevelConf;
import io.firn.spark.conf.WriteConf;
import io.firn.spark.write.WriteRequirements;
import io.firn.table.Table;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.connector.distributions.Distribution;
import org.apache.spark.sql.connector.distributions.Distributions;
import org.apache.spark.sql.connector.expressions.Expression;
import org.apache.spark.sql.connector.expressions.Expressions;
import org.apache.spark.sql.connector.expressions.NullOrdering;
import org.apache.spark.sql.connector.expressions.SortDirection;
import org.apache.spark.sql.connector.expressions.SortOrder;
import org.apache.spark.sql.connector.write.RowLevelOperation.Command;

/**
 * How the rows of a copy-on-write statement are spread and sorted. DELETE and UPDATE keep the rows
 * of a file together; MERGE, which brings rows of no file, goes by partition. In a table without
 * sort order rows keep the order of their files.
 */
final class CopyOnWriteRequirements {
  private CopyOnWriteRequirements() {}

  static WriteRequirements of(
      Table table, PartitionSpec spec, RowLevelConf conf, WriteConf writeConf) {
    WriteRequirements plain = WriteRequirements.forRows(table, spec, writeConf);
    boolean sorted = table.metadata().sortOrder().isSorted();
    boolean fanout = writeConf.fanout().orElse(false);
    List<SortOrder> order = new ArrayList<>();
    if (sorted || !(fanout || spec.isUnpartitioned())) {
      order.addAll(Arrays.asList(WriteRequirements.ordering(table, spec)));
    }
    if (!sorted) {
      order.add(ascending(CopyOnWriteOperation.FILE));
      order.add(ascending(CopyOnWriteOperation.POS));
    }
    Distribution distribution =
        conf.command() == Command.MERGE
            ? mergeDistribution(table, spec, conf, plain, order)
            : fileDistribution(conf, order);
    boolean shuffles = !distribution.equals(Distributions.unspecified());
    return new WriteRequirements(
        distribution,
        order.toArray(new SortOrder[0]),
        shuffles ? WriteRequirements.advisoryPartitionSize(writeConf) : 0,
        fanout);
  }

  /**
   * Of a statement whose rows come file by file and in their order: in a table without partitions
   * and sort order they are written as they come, unless somebody wants them spread.
   */
  static WriteRequirements ofOnePass(
      Table table, PartitionSpec spec, RowLevelConf conf, WriteConf writeConf) {
    boolean spread = conf.distributionMode().orElse(DistributionMode.NONE) != DistributionMode.NONE;
    return spread || table.metadata().sortOrder().isSorted() || !spec.isUnpartitioned()
        ? of(table, spec, conf, writeConf)
        : new WriteRequirements(
            Distributions.unspecified(), new SortOrder[0], 0, writeConf.fanout().orElse(false));
  }

  private static Distribution fileDistribution(RowLevelConf conf, List<SortOrder> order) {
    return switch (conf.distributionMode().orElse(DistributionMode.HASH)) {
      case NONE -> Distributions.unspecified();
      case HASH ->
          Distributions.clustered(new Expression[] {Expressions.column(CopyOnWriteOperation.FILE)});
      case RANGE -> Distributions.ordered(order.toArray(new SortOrder[0]));
    };
  }

  private static Distribution mergeDistribution(
      Table table,
      PartitionSpec spec,
      RowLevelConf conf,
      WriteRequirements plain,
      List<SortOrder> order) {
    if (conf.distributionMode().isEmpty()) {
      return spec.isUnpartitioned()
          ? plain.distribution()
          : WriteRequirements.distribution(DistributionMode.HASH, table, spec);
    }
    DistributionMode mode = conf.distributionMode().get();
    return mode == DistributionMode.RANGE
        ? Distributions.ordered(order.toArray(new SortOrder[0]))
        : WriteRequirements.distribution(mode, table, spec);
  }

  private static SortOrder ascending(String column) {
    return Expressions.sort(
        Expressions.column(column), SortDirection.ASCENDING, NullOrdering.NULLS_FIRST);
  }
}
