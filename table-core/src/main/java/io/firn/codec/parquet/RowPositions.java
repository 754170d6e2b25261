package io.firn.codec.parquet;

import java.util.PrimitiveIterator;
import java.util.stream.LongStream;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.io.ParquetDecodingException;

/** The positions in the file of a row group's rows, those of left-out pages not counted. */
final class RowPositions {
  private RowPositions() {}

  static PrimitiveIterator.OfLong of(PageReadStore pages) {
    long start =
        pages
            .getRowIndexOffset()
            .orElseThrow(() -> new ParquetDecodingException("a row group without position"));
    LongStream all = LongStream.range(start, start + pages.getRowCount());
    return pages
        .getRowIndexes()
        .map(
            indexes ->
                (PrimitiveIterator.OfLong)
                    new PrimitiveIterator.OfLong() {
                      @Override
                      public boolean hasNext() {
                        return indexes.hasNext();
                      }

                      @Override
                      public long nextLong() {
                        return start + indexes.nextLong();
                      }
                    })
        .orElseGet(all::iterator);
  }
}
