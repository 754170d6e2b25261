package io.firn.spark.rewrite;

import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.sql.vectorized.ColumnarBatch;

/** Some columns of a batch, as a view of the same vectors. */
public final class BatchColumns {
  private BatchColumns() {}

  public static ColumnarBatch of(ColumnarBatch batch, int from, int count) {
    ColumnVector[] columns = new ColumnVector[count];
    for (int i = 0; i < count; i++) {
      columns[i] = batch.column(from + i);
    }
    return new ColumnarBatch(columns, batch.numRows());
  }
}
