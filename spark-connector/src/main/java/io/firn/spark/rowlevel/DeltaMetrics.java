package io.firn.spark.rowlevel;

import io.firn.spark.write.WriteMetrics;
import java.util.Arrays;
import org.apache.spark.sql.connector.metric.CustomMetric;
import org.apache.spark.sql.connector.metric.CustomSumMetric;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;

/** What the write node of a merge-on-read statement shows in Spark's UI. */
public final class DeltaMetrics {
  private static final String DELETED_ROWS = "deletedRows";

  private DeltaMetrics() {}

  static CustomMetric[] supported() {
    CustomMetric[] ofRows = WriteMetrics.supported();
    CustomMetric[] all = Arrays.copyOf(ofRows, ofRows.length + 1);
    all[ofRows.length] = new DeletedRowsMetric();
    return all;
  }

  static CustomTaskMetric[] values(CustomTaskMetric[] ofRows, long deletedRows) {
    CustomTaskMetric[] all = Arrays.copyOf(ofRows, ofRows.length + 1);
    all[ofRows.length] = new Value(DELETED_ROWS, deletedRows);
    return all;
  }

  /** Rows deleted by their position; changed rows count too. */
  public static final class DeletedRowsMetric extends CustomSumMetric {
    @Override
    public String name() {
      return DELETED_ROWS;
    }

    @Override
    public String description() {
      return "number of rows deleted by position";
    }
  }

  private record Value(String name, long value) implements CustomTaskMetric {}
}
