package io.firn.codec.parquet;

import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.LongBuffer;
import java.util.Objects;
import org.apache.parquet.column.ColumnReader;
import org.apache.parquet.column.Encoding;
import org.apache.parquet.column.values.ValuesReader;
import org.apache.parquet.io.ParquetDecodingException;
import org.jspecify.annotations.Nullable;

/** The positions of a row group of a position delete file, one after the other. */
interface Positions {

  /**
   * The next position.
   *
   * @throws ParquetDecodingException if there is none
   */
  long next();

  /** Positions where some may be absent. */
  record OfColumn(ColumnReader reader) implements Positions {

    @Override
    public long next() {
      if (reader.getCurrentDefinitionLevel() < reader.getDescriptor().getMaxDefinitionLevel()) {
        throw new ParquetDecodingException("a delete without a row");
      }
      long position = reader.getLong();
      reader.consume();
      return position;
    }
  }

  /** Plain positions need no decoder. */
  final class OfPages implements Positions {
    private final RequiredPages pages;
    private LongBuffer plain = LongBuffer.allocate(0);
    private @Nullable ValuesReader decoder;
    private int left;

    OfPages(RequiredPages pages) {
      this.pages = pages;
    }

    @Override
    public long next() {
      if (!plain.hasRemaining() && left == 0) {
        nextPage();
      }
      if (plain.hasRemaining()) {
        return plain.get();
      }
      left--;
      return Objects.requireNonNull(decoder).readLong();
    }

    private void nextPage() {
      RequiredPages.Page page = pages.next();
      if (page.encoding() != Encoding.PLAIN) {
        decoder = pages.decoder(page);
        left = page.count();
        return;
      }
      LongBuffer values = plain(page);
      if (values.remaining() < page.count()) {
        throw new ParquetDecodingException(
            page.count() + " positions in a page of " + page.bytes().size() + " bytes");
      }
      plain = values.limit(page.count());
    }

    private static LongBuffer plain(RequiredPages.Page page) {
      try {
        return page.bytes().toByteBuffer().order(ByteOrder.LITTLE_ENDIAN).asLongBuffer();
      } catch (IOException e) {
        throw new ParquetDecodingException("a page cannot be read: " + e.getMessage(), e);
      }
    }
  }
}
