package io.firn.procedures.compact;

import io.firn.spark.write.FirnDataWriterFactory;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.function.FlatMapFunction;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.connector.write.DataWriter;
import org.apache.spark.sql.connector.write.WriterCommitMessage;
import org.apache.spark.unsafe.types.UTF8String;

/** Writes the sorted rows of a partition, and tells where each of them came from. */
final class SortedTask implements FlatMapFunction<Iterator<InternalRow>, WriterCommitMessage> {
  private static final long serialVersionUID = 1L;

  private final FirnDataWriterFactory writers;
  private final ShuffledLayout layout;

  SortedTask(FirnDataWriterFactory writers, ShuffledLayout layout) {
    this.writers = writers;
    this.layout = layout;
  }

  @Override
  public Iterator<WriterCommitMessage> call(Iterator<InternalRow> rows) throws Exception {
    TaskContext context = TaskContext.get();
    try (DataWriter<InternalRow> writer =
        writers.createWriter(context.partitionId(), context.taskAttemptId())) {
      try {
        write(rows, writer);
        WriterCommitMessage files = writer.commit();
        // Nobody would take the files of a task that was told to stop.
        context.killTaskIfInterrupted();
        return List.of(files).iterator();
      } catch (Exception | Error e) {
        writer.abort();
        throw e;
      }
    }
  }

  private void write(Iterator<InternalRow> rows, DataWriter<InternalRow> writer) throws Exception {
    UTF8String[] files = new UTF8String[layout.files.length];
    for (int i = 0; i < files.length; i++) {
      files[i] = UTF8String.fromString(layout.files[i]);
    }
    int columns = layout.rows.length();
    int originColumns = layout.keepsLineage ? 4 : 2;
    // As the writers expect it: file, position, deleted, then the lineage.
    GenericInternalRow metadata = new GenericInternalRow(originColumns + 1);
    metadata.update(2, false);
    while (rows.hasNext()) {
      InternalRow row = rows.next();
      InternalRow origin = row.getStruct(1, originColumns);
      metadata.update(0, files[origin.getInt(0)]);
      metadata.update(1, origin.getLong(1));
      for (int i = 2; i < originColumns; i++) {
        metadata.update(i + 1, origin.isNullAt(i) ? null : (Object) origin.getLong(i));
      }
      writer.write(metadata, row.getStruct(0, columns));
    }
  }
}
