package io.firn.codec.parquet.columns;

import io.firn.codec.parquet.FloatingColumn;
import io.firn.codec.parquet.RowWriters;
import io.firn.codec.parquet.columns.LeafSource.Origin;
import io.firn.codec.parquet.columns.LeafSource.Widening;
import java.util.Optional;
import org.apache.parquet.column.ColumnReader;
import org.apache.parquet.column.ColumnWriteStore;
import org.apache.parquet.column.ColumnWriter;
import org.apache.parquet.io.ParquetDecodingException;

/** Writes one leaf of the new file, value by value. */
final class LeafCopy {
  private final Leaf leaf;
  private final ColumnWriteStore rows;
  private final ColumnWriter out;
  private final FloatingColumn floating;

  /** {@code floating} is told of values of float and double columns. */
  LeafCopy(Leaf leaf, ColumnWriteStore rows, FloatingColumn floating) {
    this.leaf = leaf;
    this.rows = rows;
    this.out = rows.getColumnWriter(leaf.column());
    this.floating = floating;
  }

  /** Copies the current value of a reader. */
  private interface ValueCopy {
    void copy(ColumnReader in, int repetitionLevel);
  }

  /**
   * Copies the values of live rows.
   *
   * @throws ParquetDecodingException if there are more or fewer rows than the row group has
   */
  void stored(LeafSource.Stored from, ColumnReader in, LiveRows live) {
    ValueCopy value = valueCopy(from.widening());
    int[] levels = from.levels();
    int defined = levels.length - 1;
    LiveRows.Cursor cursor = live.cursor();
    long row = -1;
    boolean isLive = false;
    for (long left = in.getTotalValueCount(); left > 0; left--) {
      int repetition = in.getCurrentRepetitionLevel();
      if (repetition == 0) {
        endRow(isLive);
        row++;
        isLive = cursor.isLive(row);
      }
      int definition = in.getCurrentDefinitionLevel();
      if (!isLive) {
        skip(in, definition == defined);
      } else if (definition == defined) {
        value.copy(in, repetition);
      } else {
        out.writeNull(repetition, levels[definition]);
      }
      in.consume();
    }
    endRow(isLive);
    requireRows(row + 1, live);
  }

  /** Writes what the rows of the file inherit where nothing is stored. */
  void inherited(
      LeafSource.Inherited from, MergeSource source, Optional<ColumnReader> stored, LiveRows live) {
    Origin origin = from.origin();
    if (stored.isEmpty()) {
      live.forEachRun(
          (first, end) -> {
            for (long row = first; row < end; row++) {
              long value = origin.of(source, live.position() + row);
              out.write(value, 0, leaf.maxDefinitionLevel());
              rows.endRecord();
            }
          });
      return;
    }
    ColumnReader in = stored.get();
    int defined = from.stored().orElseThrow().levels().length - 1;
    LiveRows.Cursor cursor = live.cursor();
    long total = in.getTotalValueCount();
    requireRows(total, live);
    for (long row = 0; row < total; row++) {
      boolean isDefined = in.getCurrentDefinitionLevel() == defined;
      if (cursor.isLive(row)) {
        long value = isDefined ? in.getLong() : origin.of(source, live.position() + row);
        out.write(value, 0, leaf.maxDefinitionLevel());
        rows.endRecord();
      } else {
        skip(in, isDefined);
      }
      in.consume();
    }
  }

  /** Writes a value once for each live row. */
  void constant(LeafSource.Constant from, LiveRows live) {
    if (from.value().isEmpty()) {
      nulls(live);
      return;
    }
    RowWriters.ValueWriter writer = new RowWriters().of(from.field());
    ValueSink sink = new ValueSink(out, floating, leaf.maxDefinitionLevel());
    for (long left = live.count(); left > 0; left--) {
      writer.write(from.value().get(), sink);
      rows.endRecord();
    }
  }

  void nulls(LiveRows live) {
    for (long left = live.count(); left > 0; left--) {
      out.writeNull(0, 0);
      rows.endRecord();
    }
  }

  private void endRow(boolean isLive) {
    if (isLive) {
      rows.endRecord();
    }
  }

  private static void skip(ColumnReader in, boolean hasValue) {
    if (hasValue) {
      in.skip();
    }
  }

  private static void requireRows(long seen, LiveRows live) {
    if (seen != live.rowsInGroup()) {
      throw new ParquetDecodingException(
          "a column of " + seen + " rows in a row group of " + live.rowsInGroup());
    }
  }

  private ValueCopy valueCopy(Widening widening) {
    int level = leaf.maxDefinitionLevel();
    return switch (leaf.column().getPrimitiveType().getPrimitiveTypeName()) {
      case BOOLEAN -> (in, repetition) -> out.write(in.getBoolean(), repetition, level);
      case INT32 -> (in, repetition) -> out.write(in.getInteger(), repetition, level);
      case INT64 ->
          widening == Widening.INT_TO_LONG
              ? (in, repetition) -> out.write((long) in.getInteger(), repetition, level)
              : (in, repetition) -> out.write(in.getLong(), repetition, level);
      case FLOAT -> (in, repetition) -> out.write(floating.see(in.getFloat()), repetition, level);
      case DOUBLE ->
          widening == Widening.FLOAT_TO_DOUBLE
              ? (in, repetition) ->
                  out.write(floating.see((double) in.getFloat()), repetition, level)
              : (in, repetition) -> out.write(floating.see(in.getDouble()), repetition, level);
      case BINARY, FIXED_LEN_BYTE_ARRAY, INT96 ->
          (in, repetition) -> out.write(in.getBinary(), repetition, level);
    };
  }
}
