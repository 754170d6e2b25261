package io.firn.spark.read.file;

import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.read.HasPartitionKey;

/** The splits of one task, all of one group of the table's partitions. */
public final class KeyedFilePartition implements HasPartitionKey {
  private static final long serialVersionUID = 1L;

  private final InternalRow partitionKey;
  private final FilePartition files;

  public KeyedFilePartition(InternalRow partitionKey, FilePartition files) {
    this.partitionKey = partitionKey;
    this.files = files;
  }

  @Override
  public InternalRow partitionKey() {
    return partitionKey;
  }

  FilePartition files() {
    return files;
  }
}
