package io.firn.codec.parquet.columns;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Objects;
import org.apache.parquet.bytes.ByteBufferInputStream;
import org.apache.parquet.bytes.BytesUtils;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.Dictionary;
import org.apache.parquet.column.Encoding;
import org.apache.parquet.column.ValuesType;
import org.apache.parquet.column.page.DataPage;
import org.apache.parquet.column.page.DataPageV1;
import org.apache.parquet.column.page.DataPageV2;
import org.apache.parquet.column.page.DictionaryPage;
import org.apache.parquet.column.page.PageReader;
import org.apache.parquet.column.values.ValuesReader;
import org.apache.parquet.column.values.rle.RunLengthBitPackingHybridDecoder;
import org.apache.parquet.io.ParquetDecodingException;
import org.jspecify.annotations.Nullable;

/**
 * The levels and values of a column chunk, one after the other. A value is an id of the chunk's
 * dictionary, or the next in a plain page.
 */
final class ChunkValues {
  private static final ByteBuffer NONE = ByteBuffer.allocate(0);

  private final ColumnDescriptor column;
  private final PageReader pages;
  private final @Nullable Dictionary dictionary;
  private @Nullable Levels repetitions;
  private @Nullable Levels definitions;
  private @Nullable RunLengthBitPackingHybridDecoder ids;
  private ByteBuffer plain = NONE;
  private int leftInPage;

  private ChunkValues(ColumnDescriptor column, PageReader pages, @Nullable Dictionary dictionary) {
    this.column = column;
    this.pages = pages;
    this.dictionary = dictionary;
  }

  private interface Levels {
    int next() throws IOException;
  }

  /** Of a chunk whose data pages are dictionary-encoded or plain. */
  static ChunkValues of(ColumnDescriptor column, PageReader pages) throws IOException {
    DictionaryPage page = pages.readDictionaryPage();
    return new ChunkValues(
        column, pages, page == null ? null : page.getEncoding().initDictionary(column, page));
  }

  boolean hasDictionary() {
    return dictionary != null;
  }

  Dictionary dictionary() {
    if (dictionary == null) {
      throw new ParquetDecodingException("no dictionary for " + column);
    }
    return dictionary;
  }

  long count() {
    return pages.getTotalValueCount();
  }

  /** Goes to the next value, or to the first one. */
  void advance() throws IOException {
    while (leftInPage == 0) {
      DataPage page = pages.readPage();
      if (page == null) {
        throw new ParquetDecodingException("pages with fewer values than the column chunk");
      }
      open(page);
    }
    leftInPage--;
  }

  /** Of the current value. Levels are asked for once a value, in this order. */
  int repetition() throws IOException {
    Levels levels = repetitions;
    return levels == null ? 0 : levels.next();
  }

  int definition() throws IOException {
    Levels levels = definitions;
    return levels == null ? 0 : levels.next();
  }

  /** Whether the current value is an id. */
  boolean isId() {
    return ids != null;
  }

  /** Only if the value is defined, and then once. */
  int id() throws IOException {
    return Objects.requireNonNull(ids).readInt();
  }

  /** Where the current value starts, if it is no id and defined; to be read up to its end. */
  ByteBuffer plain() {
    return plain;
  }

  private void open(DataPage page) throws IOException {
    leftInPage = page.getValueCount();
    if (page instanceof DataPageV1 v1) {
      open(v1);
    } else {
      open((DataPageV2) page);
    }
  }

  private void open(DataPageV1 page) throws IOException {
    ByteBufferInputStream in = page.getBytes().toInputStream();
    repetitions =
        levels(
            page.getRlEncoding(), column.getMaxRepetitionLevel(), ValuesType.REPETITION_LEVEL, in);
    definitions =
        levels(
            page.getDlEncoding(), column.getMaxDefinitionLevel(), ValuesType.DEFINITION_LEVEL, in);
    values(page.getValueEncoding(), in);
  }

  private @Nullable Levels levels(
      Encoding encoding, int max, ValuesType type, ByteBufferInputStream in) throws IOException {
    if (max == 0) {
      return null;
    }
    ValuesReader reader = encoding.getValuesReader(column, type);
    reader.initFromPage(leftInPage, in);
    return reader::readInteger;
  }

  private void open(DataPageV2 page) throws IOException {
    repetitions =
        levels(column.getMaxRepetitionLevel(), page.getRepetitionLevels().toInputStream());
    definitions =
        levels(column.getMaxDefinitionLevel(), page.getDefinitionLevels().toInputStream());
    values(page.getDataEncoding(), page.getData().toInputStream());
  }

  private static @Nullable Levels levels(int max, InputStream in) {
    return max == 0
        ? null
        : new RunLengthBitPackingHybridDecoder(BytesUtils.getWidthFromMaxInt(max), in)::readInt;
  }

  private void values(Encoding encoding, ByteBufferInputStream in) throws IOException {
    if (encoding == Encoding.PLAIN) {
      ids = null;
      plain = in.slice(in.available()).order(ByteOrder.LITTLE_ENDIAN);
      return;
    }
    if (!encoding.usesDictionary()) {
      throw new ParquetDecodingException("a page in " + encoding + ", which the footer denies");
    }
    // A page of nulls has nothing, not even the width.
    int width = in.available() > 0 ? in.read() : 0;
    if (width > 32) {
      throw new ParquetDecodingException("dictionary ids of " + width + " bits");
    }
    ids = new RunLengthBitPackingHybridDecoder(width, in);
  }
}
