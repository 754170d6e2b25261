package io.firn.spark.metadata;

import io.firn.error.FirnException;
import java.util.List;
import java.util.function.Supplier;
import org.apache.spark.sql.connector.read.Batch;
import org.apache.spark.sql.connector.read.InputPartition;
import org.apache.spark.sql.connector.read.PartitionReaderFactory;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/** A metadata table that executors read, a file a task. */
final class PartitionedScan implements Scan, Batch {
  private final String table;
  private final String description;
  private final StructType result;
  private final Supplier<List<? extends InputPartition>> planner;
  private final Supplier<PartitionReaderFactory> factory;
  private InputPartition @Nullable [] partitions;

  PartitionedScan(
      String table,
      String description,
      StructType result,
      Supplier<List<? extends InputPartition>> planner,
      Supplier<PartitionReaderFactory> factory) {
    this.table = table;
    this.description = description;
    this.result = result;
    this.planner = planner;
    this.factory = factory;
  }

  @Override
  public StructType readSchema() {
    return result;
  }

  @Override
  public String description() {
    return description;
  }

  @Override
  public ColumnarSupportMode columnarSupportMode() {
    return ColumnarSupportMode.UNSUPPORTED;
  }

  @Override
  public Batch toBatch() {
    return this;
  }

  @Override
  public synchronized InputPartition[] planInputPartitions() {
    InputPartition[] known = partitions;
    if (known == null) {
      try {
        known = planner.get().toArray(new InputPartition[0]);
      } catch (FirnException e) {
        throw e.during("Cannot read", table);
      }
      partitions = known;
    }
    return known;
  }

  @Override
  public PartitionReaderFactory createReaderFactory() {
    return new NamingReaderFactory(table, factory.get());
  }
}
