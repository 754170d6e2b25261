package io.firn.spark.read.file;

import java.io.IOException;
import java.util.List;
import org.apache.spark.sql.vectorized.ColumnVector;

/** The rows of a data file in batches. The vectors stay the same and are refilled by each batch. */
interface BatchSource extends AutoCloseable {

  /** Moves to the next batch; false after the last one. */
  boolean next() throws IOException;

  /** Rows of the current batch. */
  int rows();

  /** The stored columns, as they were requested. */
  List<ColumnVector> stored();

  /** Positions of the rows in the file; only if they were requested. */
  ColumnVector positions();

  @Override
  void close() throws IOException;
}
