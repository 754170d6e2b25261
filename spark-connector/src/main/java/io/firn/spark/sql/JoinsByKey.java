package io.firn.spark.sql;

import io.firn.spark.read.FirnScan;
import io.firn.spark.read.KeyedFiles;
import java.util.List;
import org.apache.spark.SparkConf;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.plans.logical.Filter;
import org.apache.spark.sql.catalyst.plans.logical.Join;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.Project;
import org.apache.spark.sql.execution.PlanLater;
import org.apache.spark.sql.execution.SparkPlan;
import org.apache.spark.sql.execution.SparkStrategy;
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2ScanRelation;
import org.apache.spark.sql.execution.datasources.v2.V2ScanPartitioningAndOrdering;
import org.apache.spark.sql.internal.SQLConf;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Joins tables that are partitioned alike without a shuffle, where that surely gains. A scan that
 * reports keys has one task for each of them, also where no join follows; so it reports them when
 * such a join is planned, and not before. Spark plans joins before what they join.
 */
public final class JoinsByKey extends SparkStrategy {
  private final SparkSession session;

  public JoinsByKey(SparkSession session) {
    this.session = session;
  }

  @Override
  public Seq<SparkPlan> apply(LogicalPlan plan) {
    if (plan instanceof Join join && isOn()) {
      JoinedScans.of(join, parallelism())
          .filter(JoinedScans::keyed)
          .ifPresent(
              scans -> {
                scans.left().groupByKeys();
                scans.right().groupByKeys();
              });
    } else if (isUnkeyedScan(plan)) {
      LogicalPlan keyed = V2ScanPartitioningAndOrdering.apply(plan);
      if (!keyed.fastEquals(plan)) {
        return CollectionConverters.asScala(List.<SparkPlan>of(new PlanLater(keyed))).toSeq();
      }
    }
    return CollectionConverters.asScala(List.<SparkPlan>of()).toSeq();
  }

  private static boolean isOn() {
    SQLConf conf = SQLConf.get();
    return conf.v2BucketingEnabled() && conf.v2BucketingPushPartValuesEnabled();
  }

  private static boolean isUnkeyedScan(LogicalPlan plan) {
    LogicalPlan node = plan;
    while (node instanceof Project || node instanceof Filter) {
      node = node.children().head();
    }
    return node instanceof DataSourceV2ScanRelation relation
        && relation.keyGroupedPartitioning().isEmpty()
        && relation.scan() instanceof FirnScan scan
        && scan.isGroupedForJoin();
  }

  private KeyedFiles.Parallelism parallelism() {
    return new KeyedFiles.Parallelism(cores(), SQLConf.get().numShufflePartitions());
  }

  /** As many as the application may get: at first it has few. */
  private int cores() {
    SparkConf conf = session.sparkContext().getConf();
    int now = Math.max(1, session.sparkContext().defaultParallelism());
    if (!conf.getBoolean("spark.dynamicAllocation.enabled", false)) {
      return now;
    }
    long most =
        (long) conf.getInt("spark.dynamicAllocation.maxExecutors", Integer.MAX_VALUE)
            * conf.getInt("spark.executor.cores", 1);
    return (int) Math.min(Integer.MAX_VALUE, Math.max(now, most));
  }
}
