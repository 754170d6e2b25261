package io.firn.spark.write;

import io.firn.model.DataFile;
import io.firn.types.StructValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.catalyst.InternalRow;

/** Rows come in any order: one open file a partition. */
final class FanoutSink implements RowSink {
  private final DataFileFactory factory;
  private final RowPartitioner partitioner;
  private final Map<StructValue, RollingFiles> open = new LinkedHashMap<>();

  FanoutSink(DataFileFactory factory, RowPartitioner partitioner) {
    this.factory = factory;
    this.partitioner = partitioner;
  }

  @Override
  public void write(InternalRow row) {
    StructValue partition = partitioner.partitionOf(row);
    RollingFiles files = open.get(partition);
    if (files == null) {
      files = new RollingFiles(factory, partition);
      open.put(partition, files);
    }
    files.write(row);
  }

  @Override
  public List<DataFile> complete() {
    List<DataFile> done = new ArrayList<>();
    for (RollingFiles files : open.values()) {
      done.addAll(files.complete());
    }
    return done;
  }

  @Override
  public void abort() {
    open.values().forEach(RollingFiles::abort);
  }
}
