package io.firn.procedures.compact;

import io.firn.spark.rewrite.BatchColumns;
import io.firn.spark.rewrite.PartitionBytes;
import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import org.apache.spark.TaskContext;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.connector.read.PartitionReader;
import org.apache.spark.sql.connector.read.PartitionReaderFactory;
import org.apache.spark.sql.vectorized.ColumnarBatch;
import org.apache.spark.unsafe.types.UTF8String;
import org.jspecify.annotations.Nullable;

/** Reads the rows that are to be shuffled. */
final class ShuffledRows implements Serializable {
  private static final long serialVersionUID = 1L;

  // The order in which the metadata columns are read.
  private static final int FILE = 0;
  private static final int POS = 1;
  private static final int ROW_ID = 3;
  private static final int SEQUENCE_NUMBER = 4;

  private final PartitionReaderFactory readers;
  private final ShuffledLayout layout;

  ShuffledRows(PartitionReaderFactory readers, ShuffledLayout layout) {
    this.readers = readers;
    this.layout = layout;
  }

  /** The rows of a partition; each is valid until the next one is asked for. */
  Iterator<InternalRow> of(byte[] partition) {
    PartitionReader<ColumnarBatch> reader =
        readers.createColumnarReader(PartitionBytes.read(partition));
    TaskContext.get()
        .addTaskCompletionListener(
            context -> {
              try {
                reader.close();
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            });
    return new Rows(reader, layout);
  }

  private static final class Rows implements Iterator<InternalRow> {
    private final PartitionReader<ColumnarBatch> reader;
    private final ShuffledLayout layout;
    private final Map<UTF8String, Integer> fileNumbers = new HashMap<>();
    private final GenericInternalRow origin;
    private final GenericInternalRow whole;
    private @Nullable ColumnarBatch rows;
    private @Nullable ColumnarBatch metadata;
    private int count;
    private int next;

    Rows(PartitionReader<ColumnarBatch> reader, ShuffledLayout layout) {
      this.reader = reader;
      this.layout = layout;
      for (int i = 0; i < layout.files.length; i++) {
        fileNumbers.put(UTF8String.fromString(layout.files[i]), i);
      }
      origin = new GenericInternalRow(layout.keepsLineage ? 4 : 2);
      whole = new GenericInternalRow(layout.zOrder == null ? 2 : 3);
      whole.update(1, origin);
    }

    @Override
    public boolean hasNext() {
      try {
        while (next == count) {
          if (!reader.next()) {
            return false;
          }
          ColumnarBatch batch = reader.get();
          rows = BatchColumns.of(batch, 0, layout.rows.length());
          metadata = BatchColumns.of(batch, layout.rows.length(), layout.readMetadataColumns);
          count = batch.numRows();
          next = 0;
        }
        return true;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public InternalRow next() {
      ColumnarBatch from = rows;
      ColumnarBatch about = metadata;
      if (!hasNext() || from == null || about == null) {
        throw new NoSuchElementException();
      }
      InternalRow row = from.getRow(next);
      InternalRow source = about.getRow(next);
      next++;
      UTF8String file = source.getUTF8String(FILE);
      Integer number = fileNumbers.get(file);
      if (number == null) {
        throw new IllegalStateException(file + " is no file of the group");
      }
      origin.update(0, number);
      origin.update(1, source.getLong(POS));
      if (layout.keepsLineage) {
        origin.update(2, source.isNullAt(ROW_ID) ? null : (Object) source.getLong(ROW_ID));
        origin.update(
            3, source.isNullAt(SEQUENCE_NUMBER) ? null : (Object) source.getLong(SEQUENCE_NUMBER));
      }
      whole.update(0, row);
      if (layout.zOrder != null) {
        whole.update(2, layout.zOrder.valueOf(row));
      }
      return whole;
    }
  }
}
