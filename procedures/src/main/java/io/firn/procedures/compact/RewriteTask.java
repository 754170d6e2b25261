package io.firn.procedures.compact;

import io.firn.spark.write.FirnDataWriterFactory;
import java.io.IOException;
import java.io.Serializable;
import org.apache.spark.TaskContext;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.read.PartitionReader;
import org.apache.spark.sql.connector.read.PartitionReaderFactory;
import org.apache.spark.sql.connector.write.DataWriter;
import org.apache.spark.sql.connector.write.WriterCommitMessage;
import org.apache.spark.sql.vectorized.ColumnarBatch;

/** One task of a rewrite: reads a partition's rows, batch by batch, and writes them. */
final class RewriteTask implements Serializable {
  private static final long serialVersionUID = 1L;

  private final PartitionReaderFactory readers;
  private final FirnDataWriterFactory writers;
  private final int rowColumns;
  private final int metadataColumns;

  RewriteTask(
      PartitionReaderFactory readers,
      FirnDataWriterFactory writers,
      int rowColumns,
      int metadataColumns) {
    this.readers = readers;
    this.writers = writers;
    this.rowColumns = rowColumns;
    this.metadataColumns = metadataColumns;
  }

  WriterCommitMessage run(byte[] partition) throws IOException {
    TaskContext context = TaskContext.get();
    try (DataWriter<InternalRow> writer =
            writers.createWriter(context.partitionId(), context.taskAttemptId());
        PartitionReader<ColumnarBatch> reader =
            readers.createColumnarReader(PartitionBytes.read(partition))) {
      try {
        while (reader.next()) {
          context.killTaskIfInterrupted();
          write(reader.get(), writer);
        }
        WriterCommitMessage files = writer.commit();
        // Nobody would take the files of a task that was told to stop.
        context.killTaskIfInterrupted();
        return files;
      } catch (IOException | RuntimeException | Error e) {
        writer.abort();
        throw e;
      }
    }
  }

  /**
   * The columns of a batch are the rows' and then the metadata's: two views of the same vectors.
   */
  private void write(ColumnarBatch batch, DataWriter<InternalRow> writer) throws IOException {
    ColumnarBatch rows = BatchColumns.of(batch, 0, rowColumns);
    ColumnarBatch metadata = BatchColumns.of(batch, rowColumns, metadataColumns);
    for (int i = 0; i < batch.numRows(); i++) {
      writer.write(metadata.getRow(i), rows.getRow(i));
    }
  }
}
