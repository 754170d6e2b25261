package io.firn.spark.read.file;

import org.apache.spark.sql.connector.metric.CustomTaskMetric;

/** What a task counts. */
public final class TaskMetrics {
  public static final String DELETED_ROWS = "numDeletes";

  private TaskMetrics() {}

  static CustomTaskMetric[] of(TaskReader reader) {
    return new CustomTaskMetric[] {new Value(DELETED_ROWS, reader.deletedCount())};
  }

  private record Value(String name, long value) implements CustomTaskMetric {}
}
