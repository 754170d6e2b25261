package io.firn.spark.write;

import io.firn.model.DataFile;
import io.firn.types.StructValue;
import java.util.List;
import org.apache.spark.sql.catalyst.InternalRow;

/** All rows go to one file after the other. */
final class UnpartitionedSink implements RowSink {
  private final RollingFiles files;

  UnpartitionedSink(DataFileFactory factory) {
    this.files = new RollingFiles(factory, StructValue.empty());
  }

  UnpartitionedSink(RollingFiles files) {
    this.files = files;
  }

  @Override
  public void write(InternalRow row) {
    files.write(row);
  }

  @Override
  public List<DataFile> complete() {
    return files.complete();
  }

  @Override
  public void abort() {
    files.abort();
  }
}
