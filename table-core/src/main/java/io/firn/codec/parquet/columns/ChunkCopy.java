package io.firn.codec.parquet.columns;

import java.io.IOException;
import org.apache.parquet.io.ParquetDecodingException;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;

/** Copies the live values of a column chunk. */
final class ChunkCopy {
  private ChunkCopy() {}

  /**
   * @throws ParquetDecodingException if there are more or fewer rows than the row group has
   */
  static void copy(LeafSource.Stored from, ChunkValues in, ValuePages out, LiveRows live)
      throws IOException {
    PrimitiveTypeName type = from.leaf().column().getPrimitiveType().getPrimitiveTypeName();
    int[] levels = from.levels();
    int defined = levels.length - 1;
    LiveRows.Cursor cursor = live.cursor();
    long row = -1;
    boolean isLive = false;
    out.begin(in);
    for (long left = in.count(); left > 0; left--) {
      in.advance();
      int repetition = in.repetition();
      if (repetition == 0) {
        endRow(isLive, out);
        row++;
        isLive = cursor.isLive(row);
      }
      int definition = in.definition();
      if (isLive) {
        if (definition == defined) {
          out.copy(repetition);
        } else {
          out.none(repetition, levels[definition]);
        }
      } else if (definition == defined) {
        skip(in, type);
      }
    }
    endRow(isLive, out);
    if (row + 1 != live.rowsInGroup()) {
      throw new ParquetDecodingException(
          "a column of " + (row + 1) + " rows in a row group of " + live.rowsInGroup());
    }
  }

  private static void skip(ChunkValues in, PrimitiveTypeName type) throws IOException {
    if (in.isId()) {
      in.id();
    } else {
      PlainValue.skip(type, in.plain());
    }
  }

  static void nulls(ValuePages out, LiveRows live) throws IOException {
    for (long left = live.count(); left > 0; left--) {
      out.none(0, 0);
      out.endRow();
    }
  }

  private static void endRow(boolean isLive, ValuePages out) throws IOException {
    if (isLive) {
      out.endRow();
    }
  }
}
