package io.firn.procedures.compact;

import java.io.Serializable;
import java.util.Arrays;
import org.apache.spark.Partition;
import org.apache.spark.rdd.PartitionCoalescer;
import org.apache.spark.rdd.PartitionGroup;
import org.apache.spark.rdd.RDD;
import scala.Option;

/** Makes one partition of so many that follow each other, in their order. */
final class ConsecutivePartitions implements PartitionCoalescer, Serializable {
  private static final long serialVersionUID = 1L;

  private final int size;

  ConsecutivePartitions(int size) {
    this.size = size;
  }

  @Override
  public PartitionGroup[] coalesce(int maxPartitions, RDD<?> parent) {
    Partition[] partitions = parent.partitions();
    PartitionGroup[] groups = new PartitionGroup[(partitions.length + size - 1) / size];
    Arrays.setAll(groups, i -> new PartitionGroup(Option.empty()));
    for (int i = 0; i < partitions.length; i++) {
      groups[i / size].partitions().addOne(partitions[i]);
    }
    return groups;
  }
}
