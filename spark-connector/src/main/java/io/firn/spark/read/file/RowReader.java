package io.firn.spark.read.file;

import java.io.IOException;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;
import org.apache.spark.sql.connector.read.PartitionReader;
import org.apache.spark.sql.vectorized.ColumnarBatch;
import org.jspecify.annotations.Nullable;

/** The files of a partition as rows, for those who switch batches off. */
final class RowReader implements PartitionReader<InternalRow> {
  private final TaskReader reader;
  private @Nullable ColumnarBatch batch;
  private int row = -1;

  RowReader(TaskReader reader) {
    this.reader = reader;
  }

  @Override
  public boolean next() {
    row++;
    while (batch == null || row >= batch.numRows()) {
      if (!reader.next()) {
        return false;
      }
      batch = reader.batch();
      row = 0;
    }
    return true;
  }

  @Override
  public InternalRow get() {
    return java.util.Objects.requireNonNull(batch).getRow(row);
  }

  @Override
  public CustomTaskMetric[] currentMetricsValues() {
    return TaskMetrics.of(reader);
  }

  @Override
  public void close() throws IOException {
    reader.close();
  }
}
