package io.firn.spark.rewrite;

import io.firn.model.DataFile;
import io.firn.partition.PartitionKey;
import io.firn.scan.SplitTask;
import java.util.ArrayList;
import java.util.List;

/** Files of one partition that one task copies, and files of new rows that it adds to them. */
final class CopyGroup {
  private static final long FEW_BYTES = 1L << 20;

  private final PartitionKey partition;
  private final List<SplitTask> splits;
  private final List<DataFile> newFiles = new ArrayList<>();
  private long bytes;

  CopyGroup(PartitionKey partition, List<SplitTask> splits) {
    this.partition = partition;
    this.splits = splits;
    this.bytes = splits.stream().mapToLong(SplitTask::length).sum();
  }

  /**
   * Whether to copy the new rows again is little work: they are few beside those of the old files,
   * or few at all.
   */
  boolean takesNewRows() {
    long oldRows = splits.stream().mapToLong(split -> split.task().file().recordCount()).sum();
    long newRows = newFiles.stream().mapToLong(DataFile::recordCount).sum();
    long newBytes = newFiles.stream().mapToLong(DataFile::fileSizeInBytes).sum();
    return oldRows > 2 * newRows || newBytes < FEW_BYTES;
  }

  /** Leaves the new files as they are. */
  void dropNewFiles() {
    newFiles.forEach(file -> bytes -= file.fileSizeInBytes());
    newFiles.clear();
  }

  void add(DataFile file) {
    newFiles.add(file);
    bytes += file.fileSizeInBytes();
  }

  PartitionKey partition() {
    return partition;
  }

  List<SplitTask> splits() {
    return splits;
  }

  List<DataFile> newFiles() {
    return newFiles;
  }

  long bytes() {
    return bytes;
  }
}
