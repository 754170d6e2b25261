package io.firn.spark.write;

import io.firn.model.DataFile;
import java.util.List;
import org.apache.spark.sql.catalyst.InternalRow;

/** Takes a task's rows and makes data files of them. */
interface RowSink {
  void write(InternalRow row);

  /** Completes the open files; all files of the task. */
  List<DataFile> complete();

  /** Removes everything that was written. */
  void abort();
}
