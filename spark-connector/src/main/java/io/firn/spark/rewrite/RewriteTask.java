package io.firn.spark.rewrite;

import io.firn.codec.parquet.columns.MergeSource;
import io.firn.spark.read.file.FileReaderFactory;
import io.firn.spark.write.FirnDataWriterFactory;
import java.io.IOException;
import java.io.Serializable;
import java.util.List;
import java.util.Optional;
import org.apache.spark.TaskContext;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.read.InputPartition;
import org.apache.spark.sql.connector.read.PartitionReader;
import org.apache.spark.sql.connector.write.DataWriter;
import org.apache.spark.sql.connector.write.WriterCommitMessage;
import org.apache.spark.sql.vectorized.ColumnarBatch;

/**
 * One task of a rewrite: takes the columns of a partition's files as they are, or if that is not
 * possible, reads the rows, batch by batch, and writes them.
 */
public final class RewriteTask implements Serializable {
  private static final long serialVersionUID = 1L;

  private final FileReaderFactory readers;
  private final FirnDataWriterFactory writers;
  private final IdleCores cores;
  private final int rowColumns;
  private final int metadataColumns;

  /** The readers read these columns, those of the rows first. */
  public RewriteTask(
      FileReaderFactory readers,
      FirnDataWriterFactory writers,
      RewriteColumns columns,
      IdleCores cores) {
    this.cores = cores;
    this.readers = readers;
    this.writers = writers;
    this.rowColumns = columns.rows().length();
    this.metadataColumns = columns.metadata().length();
  }

  /** Writes the rows of a partition that {@link PartitionBytes} wrote; in a task. */
  public WriterCommitMessage run(byte[] partition) throws IOException {
    InputPartition input = PartitionBytes.read(partition);
    Optional<WriterCommitMessage> merged = readers.mergeSources(input).flatMap(this::merge);
    return merged.isPresent() ? merged.get() : rewrite(input);
  }

  /** Takes the columns of files; empty if that is not possible. */
  Optional<WriterCommitMessage> merge(List<MergeSource> sources) {
    TaskContext context = TaskContext.get();
    return writers.mergeColumns(
        context.partitionId(),
        context.taskAttemptId(),
        sources,
        cores.threadsHere(),
        context::killTaskIfInterrupted);
  }

  /** Reads and writes rows. */
  WriterCommitMessage rewrite(InputPartition input) throws IOException {
    TaskContext context = TaskContext.get();
    try (DataWriter<InternalRow> writer =
            writers.createWriter(context.partitionId(), context.taskAttemptId());
        PartitionReader<ColumnarBatch> reader = readers.createColumnarReader(input)) {
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
