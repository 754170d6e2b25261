package io.firn.spark.read.file;

import java.io.IOException;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;
import org.apache.spark.sql.connector.read.PartitionReader;
import org.apache.spark.sql.vectorized.ColumnarBatch;

/** The files of a partition as batches. */
final class BatchReader implements PartitionReader<ColumnarBatch> {
  private final TaskReader reader;

  BatchReader(TaskReader reader) {
    this.reader = reader;
  }

  @Override
  public boolean next() {
    return reader.next();
  }

  @Override
  public ColumnarBatch get() {
    return reader.batch();
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
