package io.firn.spark.write;

import org.apache.spark.sql.connector.metric.CustomMetric;
import org.apache.spark.sql.connector.metric.CustomSumMetric;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;

/**
 * What the write node shows in Spark's UI. Spark makes the metrics by their no-argument
 * constructors.
 */
public final class WriteMetrics {
  private static final String FILES = "addedDataFiles";
  private static final String BYTES = "addedFilesSizeInBytes";

  private WriteMetrics() {}

  public static CustomMetric[] supported() {
    return new CustomMetric[] {new AddedDataFiles(), new AddedBytes()};
  }

  static CustomTaskMetric[] values(long files, long bytes) {
    return new CustomTaskMetric[] {new Value(FILES, files), new Value(BYTES, bytes)};
  }

  /** Completed data files. */
  public static final class AddedDataFiles extends CustomSumMetric {
    @Override
    public String name() {
      return FILES;
    }

    @Override
    public String description() {
      return "number of added data files";
    }
  }

  /** Bytes of the completed data files. */
  public static final class AddedBytes extends CustomSumMetric {
    @Override
    public String name() {
      return BYTES;
    }

    @Override
    public String description() {
      return "size of added data files in bytes";
    }
  }

  private record Value(String name, long value) implements CustomTaskMetric {}
}
