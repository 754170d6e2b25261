package io.firn.spark.read.file;

import io.firn.spark.read.vector.DictionaryTextVector;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.execution.vectorized.WritableColumnVector;
import org.apache.spark.sql.vectorized.ColumnVector;

/** The vectors of an open file that keep what they made of a row group's dictionaries. */
final class Dictionaries {
  private final List<DictionaryTextVector> vectors = new ArrayList<>();

  /** Strings over those of Spark's reader. */
  ColumnVector texts(ColumnVector stored) {
    DictionaryTextVector vector = new DictionaryTextVector((WritableColumnVector) stored);
    vectors.add(vector);
    return vector;
  }

  /** To be called before the first batch of a row group is read. */
  void forget() {
    vectors.forEach(DictionaryTextVector::forget);
  }
}
