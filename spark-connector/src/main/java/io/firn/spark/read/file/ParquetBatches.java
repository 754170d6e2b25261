package io.firn.spark.read.file;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.sql.execution.datasources.parquet.VectorizedParquetRecordReader;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.sql.vectorized.ColumnarBatch;

/** The batches of Spark's vectorized Parquet reader. Positions, if requested, come last. */
final class ParquetBatches implements BatchSource {
  private final VectorizedParquetRecordReader reader;
  private final ColumnarBatch batch;
  private final Dictionaries dictionaries;
  private final Iterator<Long> rowsOfGroups;
  private long leftInGroup;
  private final List<ColumnVector> vectors = new ArrayList<>();

  /**
   * Takes a reader that is initialised, and closes it in the end. {@code rowsOfGroups} is empty if
   * a filter may leave some rows out; then any batch may be the first one of a row group.
   */
  ParquetBatches(
      VectorizedParquetRecordReader reader, Dictionaries dictionaries, List<Long> rowsOfGroups) {
    this.dictionaries = dictionaries;
    this.rowsOfGroups = rowsOfGroups.iterator();
    this.reader = reader;
    this.batch = reader.resultBatch();
    for (int i = 0; i < batch.numCols(); i++) {
      vectors.add(batch.column(i));
    }
  }

  @Override
  public boolean next() throws IOException {
    if (leftInGroup <= 0) {
      dictionaries.forget();
      leftInGroup = rowsOfGroups.hasNext() ? rowsOfGroups.next() : 0;
    }
    boolean more = reader.nextBatch();
    if (leftInGroup > 0 && batch.numRows() > leftInGroup) {
      throw new IllegalStateException(
          "A batch of %d rows, but %d are left in the row group"
              .formatted(batch.numRows(), leftInGroup));
    }
    leftInGroup -= batch.numRows();
    return more;
  }

  @Override
  public int rows() {
    return batch.numRows();
  }

  @Override
  public List<ColumnVector> stored() {
    return vectors;
  }

  @Override
  public ColumnVector positions() {
    return vectors.get(vectors.size() - 1);
  }

  @Override
  public void close() throws IOException {
    reader.close();
  }
}
