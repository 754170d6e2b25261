package io.firn.spark.write;

import io.firn.model.DataFile;
import io.firn.operation.Operation;
import io.firn.operation.SnapshotOptions;
import io.firn.spark.conf.WriteConf;
import java.util.List;

/** How appended files are committed. */
public interface AppendOperation {

  /** The operation that adds them. */
  Operation of(SnapshotOptions options, List<DataFile> files, WriteConf conf);
}
