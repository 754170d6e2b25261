package io.firn.spark.read.file;

import io.firn.spark.read.vector.FlagVector;
import java.util.List;
import org.apache.spark.sql.vectorized.ColumnVector;

/**
 * The vectors of an open file, refilled with each batch: the stored columns that were asked for,
 * the rows' positions in the file, which rows are deleted, and which are back since deletes of them
 * were lifted.
 */
record FileVectors(
    List<ColumnVector> stored, ColumnVector positions, FlagVector deleted, FlagVector back) {

  FileVectors(List<ColumnVector> stored, ColumnVector positions) {
    this(stored, positions, new FlagVector(), new FlagVector());
  }
}
