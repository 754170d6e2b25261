package io.firn.spark.read.file;

import io.firn.scan.SplitTask;
import java.io.IOException;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.apache.spark.rdd.InputFileBlockHolder;
import org.apache.spark.sql.vectorized.ColumnarBatch;
import org.jspecify.annotations.Nullable;

/** The batches of a task's files, one file after the other. */
final class TaskReader implements AutoCloseable {
  private final String table;
  private final FileOpener opener;
  private final Iterator<SplitTask> splits;
  private @Nullable FileBatches current;
  private String location = "";
  private long deletedCount;

  TaskReader(String table, FileOpener opener, List<SplitTask> splits) {
    this.table = table;
    this.opener = opener;
    this.splits = splits.iterator();
  }

  /** Moves to the next batch; false after the last one of the last file. */
  boolean next() {
    try {
      while (current == null || !current.next()) {
        closeCurrent();
        if (!splits.hasNext()) {
          return false;
        }
        open(splits.next());
      }
      return true;
    } catch (IOException | RuntimeException | OutOfMemoryError e) {
      throw ReadErrors.named(table, location, e);
    }
  }

  private void open(SplitTask split) throws IOException {
    location = split.task().file().filePath();
    InputFileBlockHolder.set(location, split.start(), split.length());
    Optional<FileBatches> opened = opener.open(split);
    current = opened.orElse(null);
  }

  ColumnarBatch batch() {
    return java.util.Objects.requireNonNull(current).batch();
  }

  /** Deleted rows met so far. */
  long deletedCount() {
    return deletedCount + (current == null ? 0 : current.deletedCount());
  }

  private void closeCurrent() throws IOException {
    FileBatches finished = current;
    current = null;
    if (finished != null) {
      deletedCount += finished.deletedCount();
      finished.close();
    }
  }

  @Override
  public void close() throws IOException {
    InputFileBlockHolder.unset();
    closeCurrent();
  }
}
