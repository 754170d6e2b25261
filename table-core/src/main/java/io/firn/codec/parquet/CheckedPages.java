package io.firn.codec.parquet;

import java.util.Optional;
import java.util.PrimitiveIterator;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.page.DataPage;
import org.apache.parquet.column.page.DictionaryPage;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.column.page.PageReader;
import org.apache.parquet.io.ParquetDecodingException;
import org.jspecify.annotations.Nullable;

/** The pages of a row group, refused when their headers count more values than can be there. */
public record CheckedPages(PageReadStore pages) implements PageReadStore {

  @Override
  public PageReader getPageReader(ColumnDescriptor column) {
    return new CheckedReader(pages.getPageReader(column), smallestValue(column));
  }

  @Override
  public long getRowCount() {
    return pages.getRowCount();
  }

  @Override
  public Optional<Long> getRowIndexOffset() {
    return pages.getRowIndexOffset();
  }

  @Override
  public Optional<PrimitiveIterator.OfLong> getRowIndexes() {
    return pages.getRowIndexes();
  }

  @Override
  public void close() {
    pages.close();
  }

  private static int smallestValue(ColumnDescriptor column) {
    return switch (column.getPrimitiveType().getPrimitiveTypeName()) {
      case BOOLEAN -> 1;
      case INT32, FLOAT, BINARY -> 4;
      case INT64, DOUBLE -> 8;
      case INT96 -> 12;
      case FIXED_LEN_BYTE_ARRAY -> Math.max(1, column.getPrimitiveType().getTypeLength());
    };
  }

  private record CheckedReader(PageReader reader, int smallestValue) implements PageReader {

    @Override
    public @Nullable DictionaryPage readDictionaryPage() {
      DictionaryPage page = reader.readDictionaryPage();
      if (page != null
          && (page.getDictionarySize() < 0
              || (long) page.getDictionarySize() * smallestValue > page.getBytes().size())) {
        throw new ParquetDecodingException(
            "a dictionary of "
                + page.getDictionarySize()
                + " values in "
                + page.getBytes().size()
                + " bytes");
      }
      return page;
    }

    @Override
    public long getTotalValueCount() {
      return reader.getTotalValueCount();
    }

    @Override
    public @Nullable DataPage readPage() {
      DataPage page = reader.readPage();
      if (page != null
          && (page.getValueCount() < 0 || page.getValueCount() > reader.getTotalValueCount())) {
        throw new ParquetDecodingException(
            "a page of "
                + page.getValueCount()
                + " values in a column chunk of "
                + reader.getTotalValueCount());
      }
      return page;
    }
  }
}
