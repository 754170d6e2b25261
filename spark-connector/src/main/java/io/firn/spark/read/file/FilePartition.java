package io.firn.spark.read.file;

import io.firn.scan.SplitTask;
import java.util.List;
import org.apache.spark.sql.connector.read.InputPartition;

/** The splits of one task, as they travel. */
public final class FilePartition implements InputPartition {
  private static final long serialVersionUID = 1L;

  private final byte[] splits;

  public FilePartition(List<SplitTask> splits, SplitBytes bytes) {
    this.splits = bytes.write(splits);
  }

  List<SplitTask> splits(SplitBytes bytes) {
    return bytes.read(splits);
  }
}
