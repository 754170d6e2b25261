package io.firn.spark.read.file;

import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.vectorized.ColumnVector;

/**
 * How Spark's Parquet reader is asked for a column of a file, and what makes the table's column of
 * the vector it fills.
 */
record StoredColumn(DataType requested, Shape shape) {

  /** Wraps a vector of the file; it is called once a file, since the reader refills its vectors. */
  interface Shape {
    Shape AS_IS = vector -> vector;

    ColumnVector over(ColumnVector vector);
  }

  static StoredColumn asIs(DataType requested) {
    return new StoredColumn(requested, Shape.AS_IS);
  }

  boolean isAsIs() {
    return shape == Shape.AS_IS;
  }
}
