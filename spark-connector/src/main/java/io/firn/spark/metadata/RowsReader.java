package io.firn.spark.metadata;

import java.util.Iterator;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.read.PartitionReader;
import org.jspecify.annotations.Nullable;

/** The rows of one file. */
final class RowsReader implements PartitionReader<InternalRow> {
  private final Iterator<InternalRow> rows;
  private final Runnable onClose;
  private @Nullable InternalRow current;

  RowsReader(Iterator<InternalRow> rows, Runnable onClose) {
    this.rows = rows;
    this.onClose = onClose;
  }

  @Override
  public boolean next() {
    if (!rows.hasNext()) {
      return false;
    }
    current = rows.next();
    return true;
  }

  @Override
  public InternalRow get() {
    return java.util.Objects.requireNonNull(current);
  }

  @Override
  public void close() {
    onClose.run();
  }
}
