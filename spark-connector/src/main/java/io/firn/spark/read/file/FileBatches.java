package io.firn.spark.read.file;

import io.firn.spark.read.vector.RowSelection;
import io.firn.spark.read.vector.SelectedVector;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.execution.vectorized.ConstantColumnVector;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.sql.vectorized.ColumnarBatch;

/**
 * The batches of one data file with the columns of the scan and without the deleted rows, or with
 * the changed rows only.
 */
final class FileBatches implements AutoCloseable {

  /** What becomes of deleted rows. */
  enum DeletedRows {
    LEFT_OUT,
    /** They stay, and the {@code _deleted} column tells. */
    FLAGGED
  }

  private final BatchSource source;
  private final FileVectors vectors;
  private final RowDeletes deletes;
  private final Optional<ChangedRows> changed;
  private final DeletedRows deletedRows;
  private final RowSelection selection = new RowSelection();
  private final ColumnarBatch all;
  private final ColumnarBatch selected;
  private ColumnarBatch current;
  private long deletedCount;

  FileBatches(
      BatchSource source,
      FileVectors vectors,
      List<ColumnVector> columns,
      RowDeletes deletes,
      Optional<ChangedRows> changed,
      DeletedRows deletedRows) {
    this.source = source;
    this.vectors = vectors;
    this.deletes = deletes;
    this.changed = changed;
    this.deletedRows = deletedRows;
    this.all = new ColumnarBatch(columns.toArray(new ColumnVector[0]));
    this.selected =
        new ColumnarBatch(columns.stream().map(this::selected).toArray(ColumnVector[]::new));
    this.current = all;
  }

  private ColumnVector selected(ColumnVector vector) {
    return vector instanceof ConstantColumnVector ? vector : new SelectedVector(vector, selection);
  }

  /** Moves to the next batch that has rows; false after the last one. */
  boolean next() throws IOException {
    while (source.next()) {
      int rows = source.rows();
      int left = apply(rows);
      if (left > 0) {
        current.setNumRows(left);
        return true;
      }
    }
    return false;
  }

  private int apply(int rows) {
    if (changed.isPresent()) {
      current = selected;
      return changed.get().select(rows, vectors.positions(), deletes, selection, vectors.back());
    }
    current = all;
    if (deletedRows == DeletedRows.FLAGGED) {
      deletedCount += rows - deletes.flag(rows, vectors.positions(), vectors.deleted());
      return rows;
    }
    if (deletes.isEmpty()) {
      return rows;
    }
    int left = deletes.select(rows, vectors.positions(), selection);
    if (left < rows) {
      current = selected;
      deletedCount += rows - left;
    }
    return left;
  }

  ColumnarBatch batch() {
    return current;
  }

  /** Deleted rows met so far. */
  long deletedCount() {
    return deletedCount;
  }

  @Override
  public void close() throws IOException {
    source.close();
  }
}
