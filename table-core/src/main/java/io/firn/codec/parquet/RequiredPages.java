package io.firn.codec.parquet;

import java.io.IOException;
import java.util.Optional;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.Dictionary;
import org.apache.parquet.column.Encoding;
import org.apache.parquet.column.ValuesType;
import org.apache.parquet.column.page.DataPage;
import org.apache.parquet.column.page.DataPageV1;
import org.apache.parquet.column.page.DataPageV2;
import org.apache.parquet.column.page.DictionaryPage;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.column.page.PageReader;
import org.apache.parquet.column.values.ValuesReader;
import org.apache.parquet.io.ParquetDecodingException;
import org.jspecify.annotations.Nullable;

/**
 * The pages of a required column of which every row is read: values and nothing else, where
 * parquet-java's column reader also decodes two levels a row, all zero.
 */
final class RequiredPages {
  private final PageReader reader;
  private final ColumnDescriptor column;
  private final @Nullable Dictionary dictionary;

  private RequiredPages(PageReader reader, ColumnDescriptor column) throws IOException {
    this.reader = reader;
    this.column = column;
    DictionaryPage page = reader.readDictionaryPage();
    this.dictionary = page == null ? null : page.getEncoding().initDictionary(column, page);
  }

  /** Values of one page, encoded. */
  record Page(Encoding encoding, BytesInput bytes, int count) {}

  /** Empty when values may be absent or rows are left out. */
  static Optional<RequiredPages> of(PageReadStore pages, ColumnDescriptor column) {
    if (column.getMaxDefinitionLevel() > 0 || pages.getRowIndexes().isPresent()) {
      return Optional.empty();
    }
    try {
      return Optional.of(new RequiredPages(pages.getPageReader(column), column));
    } catch (IOException e) {
      throw unreadable(e);
    }
  }

  /** The next page with values. */
  Page next() {
    while (true) {
      DataPage page = reader.readPage();
      if (page == null) {
        throw new ParquetDecodingException("fewer values than rows");
      }
      if (page.getValueCount() > 0) {
        return values(page);
      }
    }
  }

  private static Page values(DataPage page) {
    if (page instanceof DataPageV1 v1) {
      return new Page(v1.getValueEncoding(), v1.getBytes(), page.getValueCount());
    }
    DataPageV2 v2 = (DataPageV2) page;
    return new Page(v2.getDataEncoding(), v2.getData(), page.getValueCount());
  }

  /** Empty for a column without one. */
  Optional<Dictionary> dictionary() {
    return Optional.ofNullable(dictionary);
  }

  ValuesReader decoder(Page page) {
    try {
      ValuesReader values = decoder(page.encoding());
      values.initFromPage(page.count(), page.bytes().toInputStream());
      return values;
    } catch (IOException e) {
      throw unreadable(e);
    }
  }

  private ValuesReader decoder(Encoding encoding) {
    if (!encoding.usesDictionary()) {
      return encoding.getValuesReader(column, ValuesType.VALUES);
    }
    if (dictionary == null) {
      throw new ParquetDecodingException("a page of numbers of a dictionary that is not there");
    }
    return encoding.getDictionaryBasedValuesReader(column, ValuesType.VALUES, dictionary);
  }

  private static ParquetDecodingException unreadable(IOException e) {
    return new ParquetDecodingException("a page cannot be read: " + e.getMessage(), e);
  }
}
