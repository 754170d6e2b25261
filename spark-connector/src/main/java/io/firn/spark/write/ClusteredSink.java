package io.firn.spark.write;

import io.firn.error.InvalidInputException;
import io.firn.model.DataFile;
import io.firn.types.StructValue;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.spark.sql.catalyst.InternalRow;
import org.jspecify.annotations.Nullable;

/** Rows come partition by partition: one open file at a time. */
final class ClusteredSink implements RowSink {
  private final DataFileFactory factory;
  private final RowPartitioner partitioner;
  private final Set<StructValue> finished = new HashSet<>();
  private final List<DataFile> done = new ArrayList<>();
  private @Nullable StructValue currentPartition;
  private @Nullable RollingFiles current;

  ClusteredSink(DataFileFactory factory, RowPartitioner partitioner) {
    this.factory = factory;
    this.partitioner = partitioner;
  }

  @Override
  public void write(InternalRow row) {
    StructValue partition = partitioner.partitionOf(row);
    RollingFiles files = current;
    if (files == null || !partition.equals(currentPartition)) {
      files = start(partition);
    }
    files.write(row);
  }

  private RollingFiles start(StructValue partition) {
    finishCurrent();
    if (!finished.add(partition)) {
      throw new InvalidInputException(
          "Rows of partition "
              + factory.describe(partition)
              + " come again after rows of other partitions. Sort the rows by partition, or set the"
              + " option fanout-enabled=true, or do not set distribution-mode=none");
    }
    currentPartition = partition;
    RollingFiles files = new RollingFiles(factory, partition);
    current = files;
    return files;
  }

  private void finishCurrent() {
    if (current != null) {
      done.addAll(current.complete());
      current = null;
    }
  }

  @Override
  public List<DataFile> complete() {
    finishCurrent();
    return done;
  }

  @Override
  public void abort() {
    if (current != null) {
      current.abort();
    }
    factory.delete(done);
  }
}
