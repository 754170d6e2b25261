package io.firn.codec.parquet.columns;

import java.io.IOException;
import org.apache.parquet.io.ParquetDecodingException;

/** Copies live values from a column chunk to another as ids of their dictionaries. */
final class IdCopy {
  private IdCopy() {}

  /**
   * @throws ParquetDecodingException if there are more or fewer rows than the row group has
   */
  static void copy(LeafSource.Stored from, DictionaryIds in, IdPages out, LiveRows live)
      throws IOException {
    MergedDictionary.Translation translation = out.dictionary().translation(in.dictionary());
    int[] levels = from.levels();
    int defined = levels.length - 1;
    LiveRows.Cursor cursor = live.cursor();
    long row = -1;
    boolean isLive = false;
    for (long left = in.count(); left > 0; left--) {
      in.advance();
      int repetition = in.repetition();
      if (repetition == 0) {
        endRow(isLive, out);
        row++;
        isLive = cursor.isLive(row);
      }
      int definition = in.definition();
      if (definition == defined) {
        int id = in.id();
        if (isLive) {
          out.value(repetition, translation.id(id));
        }
      } else if (isLive) {
        out.none(repetition, levels[definition]);
      }
    }
    endRow(isLive, out);
    if (row + 1 != live.rowsInGroup()) {
      throw new ParquetDecodingException(
          "a column of " + (row + 1) + " rows in a row group of " + live.rowsInGroup());
    }
  }

  static void nulls(IdPages out, LiveRows live) throws IOException {
    for (long left = live.count(); left > 0; left--) {
      out.none(0, 0);
      out.endRow();
    }
  }

  private static void endRow(boolean isLive, IdPages out) throws IOException {
    if (isLive) {
      out.endRow();
    }
  }
}
