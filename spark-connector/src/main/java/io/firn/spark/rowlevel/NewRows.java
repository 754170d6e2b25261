package io.firn.spark.rowlevel;

import io.firn.spark.write.FirnDataWriterFactory;
import io.firn.spark.write.TaskFiles;
import io.firn.spark.write.WriteTask;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;
import org.apache.spark.sql.connector.write.DataWriter;
import org.apache.spark.unsafe.types.UTF8String;
import org.jspecify.annotations.Nullable;

/** Writes the changed and inserted rows of one task. */
final class NewRows implements Closeable {
  /** Which rows share files. */
  enum Files {
    /** All of a partition. */
    SHARED,
    /** Those that come from one old file, as long as these follow each other; inserted ones too. */
    BY_OLD_FILE
  }

  private final Supplier<DataWriter<InternalRow>> writers;
  private final Files files;
  private final List<DataWriter<InternalRow>> all = new ArrayList<>();
  private final List<DeltaFiles.NewFiles> done = new ArrayList<>();
  private DataWriter<InternalRow> open;
  private @Nullable UTF8String oldFile;
  private boolean isEmpty = true;

  private NewRows(Supplier<DataWriter<InternalRow>> writers, Files files) {
    this.writers = writers;
    this.files = files;
    this.open = start();
  }

  static NewRows of(WriteTask task, Files files, int partitionId, long taskId) {
    return new NewRows(new FirnDataWriterFactory(task).createWriters(partitionId, taskId), files);
  }

  private DataWriter<InternalRow> start() {
    DataWriter<InternalRow> writer = writers.get();
    all.add(writer);
    isEmpty = true;
    return writer;
  }

  /** Writes the new image of a row of the file. */
  void changed(UTF8String file, InternalRow metadata, InternalRow row) throws IOException {
    from(file);
    open.write(metadata, row);
  }

  void inserted(InternalRow row) throws IOException {
    from(null);
    open.write(row);
  }

  private void from(@Nullable UTF8String file) throws IOException {
    if (files == Files.BY_OLD_FILE && !Objects.equals(file, oldFile)) {
      if (!isEmpty) {
        finishOpen();
        open = start();
      }
      oldFile = file == null ? null : file.copy();
    }
    isEmpty = false;
  }

  private void finishOpen() throws IOException {
    byte[] written = ((TaskFiles) open.commit()).files();
    done.add(new DeltaFiles.NewFiles(written, oldFile == null ? "" : oldFile.toString()));
  }

  List<DeltaFiles.NewFiles> commit() throws IOException {
    finishOpen();
    return done;
  }

  void abort() throws IOException {
    for (DataWriter<InternalRow> writer : all) {
      writer.abort();
    }
  }

  CustomTaskMetric[] metrics() {
    return open.currentMetricsValues();
  }

  @Override
  public void close() throws IOException {
    for (DataWriter<InternalRow> writer : all) {
      writer.close();
    }
  }
}
