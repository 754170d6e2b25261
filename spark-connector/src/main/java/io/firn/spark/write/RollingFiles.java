package io.firn.spark.write;

import io.firn.model.DataFile;
import io.firn.types.StructValue;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.catalyst.InternalRow;
import org.jspecify.annotations.Nullable;

/**
 * The files of one partition in one task; the next one is started when the open one reaches the
 * target size.
 */
final class RollingFiles {
  /** Asking for the size is not free; rows between two looks. */
  private static final int ROWS_PER_CHECK = 1000;

  private final DataFileFactory factory;
  private final StructValue partition;
  private final List<DataFile> done = new ArrayList<>();
  private final @Nullable TargetRows targetRows;
  private @Nullable ParquetDataFile open;
  private int rowsUntilCheck = ROWS_PER_CHECK;

  RollingFiles(DataFileFactory factory, StructValue partition) {
    this.factory = factory;
    this.partition = partition;
    this.targetRows = factory.newTargetRows().orElse(null);
  }

  void write(InternalRow row) {
    ParquetDataFile file = open;
    if (file == null) {
      file = factory.create(partition);
      open = file;
      if (targetRows != null) {
        targetRows.begin(file.location());
      }
    }
    file.write(row);
    if (targetRows != null) {
      targetRows.written();
    }
    rowsUntilCheck--;
    if (rowsUntilCheck == 0) {
      rowsUntilCheck = ROWS_PER_CHECK;
      if (file.sizeBytes() >= factory.targetFileSizeBytes()) {
        finishOpen();
      }
    }
  }

  private void finishOpen() {
    if (open != null) {
      ParquetDataFile file = open;
      done.add(file.complete());
      open = null;
      if (targetRows != null) {
        targetRows.finish();
      }
    }
  }

  List<DataFile> complete() {
    finishOpen();
    return done;
  }

  void abort() {
    if (open != null) {
      open.abort();
      open = null;
    }
    factory.delete(done);
    done.clear();
  }
}
