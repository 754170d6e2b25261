package io.firn.spark.rowlevel;

import io.firn.partition.PartitionSpec;
import io.firn.spark.conf.DeleteGranularity;
import io.firn.spark.conf.DistributionMode;
import io.firn.spark.conf.RowLevelConf;
import io.firn.spark.conf.RowLevelMode;
import io.firn.spark.conf.WriteConf;
import io.firn.spark.convert.MetadataColumns;
import io.firn.spark.write.WriteRequirements;
import io.firn.table.Table;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.connector.distributions.ClusteredDistribution;
import org.apache.spark.sql.connector.distributions.Distribution;
import org.apache.spark.sql.connector.distributions.Distributions;
import org.apache.spark.sql.connector.expressions.Expression;
import org.apache.spark.sql.connector.expressions.Expressions;
import org.apache.spark.sql.connector.expressions.NullOrdering;
import org.apache.spark.sql.connector.expressions.SortDirection;
import org.apache.spark.sql.connector.expressions.SortOrder;
import org.apache.spark.sql.connector.write.RowLevelOperation.Command;

/**
 * How the deletes and new rows of a {@link PositionDelta} are spread and sorted. Deletes of one
 * data file (or of one partition, if delete files are by partition) go to one task, and new rows
 * with them by their partition. Deletes need no order: a task keeps them as bitmaps. The inserted
 * rows of a MERGE come in the order of a hash join, which is none: unless the table has its own,
 * they are sorted by key, and changed rows stay in the order of their file.
 */
final class PositionDeltaRequirements {
  private PositionDeltaRequirements() {}

  static WriteRequirements of(
      Table table,
      boolean vectors,
      RowLevelConf conf,
      WriteConf writeConf,
      List<SortOrder> orderOfInserts) {
    PartitionSpec spec = table.metadata().spec();
    boolean writesRows = conf.command() != Command.DELETE;
    boolean fanout = writeConf.fanout().orElse(false);
    List<SortOrder> order = new ArrayList<>();
    boolean sorted = table.metadata().sortOrder().isSorted();
    if (writesRows && (sorted || !(fanout || spec.isUnpartitioned()))) {
      order.addAll(Arrays.asList(WriteRequirements.ordering(table, spec)));
    }
    if (writesRows && conf.mode() == RowLevelMode.COPY_ON_WRITE) {
      // Changed rows go back to the file that they come from.
      order.add(ascending(MetadataColumns.FILE.name()));
    }
    Distribution distribution =
        switch (conf.distributionMode().orElse(DistributionMode.HASH)) {
          case NONE -> Distributions.unspecified();
          case HASH ->
              clustered(table, spec, writesRows, byFile(vectors, writesRows, spec, writeConf));
          case RANGE -> ordered(spec, order);
        };
    if (!sorted && !fanout && !orderOfInserts.isEmpty()) {
      addOrderOfInserts(order, orderOfInserts, conf);
    }
    boolean shuffles = !distribution.equals(Distributions.unspecified());
    return new WriteRequirements(
        distribution,
        order.toArray(new SortOrder[0]),
        shuffles ? WriteRequirements.advisoryPartitionSize(writeConf) : 0,
        fanout);
  }

  /**
   * Of a statement whose rows come file by file: where files are copied afterwards, each task may
   * say on its own which rows of them go, and new rows are apart by their file already.
   */
  static WriteRequirements ofOnePass(
      Table table, boolean vectors, RowLevelConf conf, WriteConf writeConf) {
    boolean onePartition =
        conf.command() == Command.DELETE || table.metadata().spec().isUnpartitioned();
    return conf.mode() == RowLevelMode.COPY_ON_WRITE && onePartition
        ? new WriteRequirements(
            Distributions.unspecified(), new SortOrder[0], 0, writeConf.fanout().orElse(false))
        : of(table, vectors, conf, writeConf, List.of());
  }

  /** An inserted row has neither file nor position. */
  private static void addOrderOfInserts(
      List<SortOrder> order, List<SortOrder> orderOfInserts, RowLevelConf conf) {
    if (conf.mode() != RowLevelMode.COPY_ON_WRITE) {
      order.add(ascending(MetadataColumns.FILE.name()));
    }
    order.add(ascending(MetadataColumns.POS.name()));
    order.addAll(orderOfInserts);
  }

  /**
   * New rows of a partitioned table go by partition, and the deletes of the partition with them.
   */
  private static boolean byFile(
      boolean vectors, boolean writesRows, PartitionSpec spec, WriteConf conf) {
    if (writesRows && !spec.isUnpartitioned()) {
      return false;
    }
    return vectors || conf.deleteGranularity() == DeleteGranularity.FILE;
  }

  private static Distribution clustered(
      Table table, PartitionSpec spec, boolean writesRows, boolean byFile) {
    List<Expression> columns = new ArrayList<>();
    if (byFile) {
      columns.add(Expressions.column(MetadataColumns.FILE.name()));
    } else {
      columns.add(Expressions.column(MetadataColumns.SPEC_ID.name()));
      columns.add(Expressions.column(MetadataColumns.PARTITION));
    }
    if (writesRows
        && WriteRequirements.distribution(DistributionMode.HASH, table, spec)
            instanceof ClusteredDistribution byPartition) {
      columns.addAll(Arrays.asList(byPartition.clustering()));
    }
    return Distributions.clustered(columns.toArray(new Expression[0]));
  }

  private static Distribution ordered(PartitionSpec spec, List<SortOrder> rowOrder) {
    List<SortOrder> order = new ArrayList<>();
    if (!spec.isUnpartitioned()) {
      order.add(ascending(MetadataColumns.SPEC_ID.name()));
      order.add(ascending(MetadataColumns.PARTITION));
    }
    order.add(ascending(MetadataColumns.FILE.name()));
    order.addAll(rowOrder);
    return Distributions.ordered(order.toArray(new SortOrder[0]));
  }

  private static SortOrder ascending(String column) {
    return Expressions.sort(
        Expressions.column(column), SortDirection.ASCENDING, NullOrdering.NULLS_FIRST);
  }
}
