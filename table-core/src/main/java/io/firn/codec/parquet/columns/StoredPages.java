package io.firn.codec.parquet.columns;

import java.io.IOException;
import org.apache.parquet.column.Encoding;
import org.apache.parquet.format.PageHeader;
import org.apache.parquet.format.PageType;
import org.apache.parquet.format.Util;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;

/**
 * Goes through the pages of a chunk without decoding them, and compares them with what the footer
 * and the offset index tell.
 */
final class StoredPages {
  private final StoredChunk stored;
  private final ColumnChunkMetaData chunk;
  private final boolean isFlat;
  private final long rowsInGroup;
  private int page;
  private long values;
  private long rows;
  private long uncompressed;

  private StoredPages(StoredChunk stored, boolean isFlat, long rowsInGroup) {
    this.stored = stored;
    this.chunk = stored.chunk();
    this.isFlat = isFlat;
    this.rowsInGroup = rowsInGroup;
  }

  /**
   * Whether each page has its checksum, and they are at their places with as many values and bytes
   * as they should.
   *
   * @throws IOException if what is there is no page
   */
  static boolean areSound(StoredChunk stored, Leaf leaf, long rowsInGroup) throws IOException {
    boolean isFlat = leaf.column().getMaxRepetitionLevel() == 0;
    return new StoredPages(stored, isFlat, rowsInGroup).areSound();
  }

  private boolean areSound() throws IOException {
    BytesStream in = stored.bytes();
    long end = chunk.getStartingPos() + chunk.getTotalSize();
    long position = chunk.getStartingPos();
    in.seek(position);
    while (position < end) {
      PageHeader header = Util.readPageHeader(in);
      long body = in.getPos();
      int size = header.getCompressed_page_size();
      if (size < 0
          || size > end - body
          || !header.isSetCrc()
          || in.checksum(size) != header.getCrc()
          || !isExpected(header, position, body + size - position)) {
        return false;
      }
      uncompressed += body - position + header.getUncompressed_page_size();
      position = body + size;
    }
    return position == end
        && page == stored.pages().getPageCount()
        && page == stored.columnIndex().getNullPages().size()
        && values == chunk.getValueCount()
        && uncompressed == chunk.getTotalUncompressedSize();
  }

  private boolean isExpected(PageHeader header, long position, long size) {
    if (header.getType() == PageType.DICTIONARY_PAGE) {
      return position == chunk.getStartingPos()
          && chunk.hasDictionaryPage()
          && header.isSetDictionary_page_header();
    }
    boolean isFirst = page == 0;
    boolean isThere =
        page < stored.pages().getPageCount()
            && stored.pages().getOffset(page) == position
            && stored.pages().getCompressedPageSize(page) == size
            && (!isFirst || position == chunk.getFirstDataPageOffset());
    return isThere && isRowAtItsPlace() && count(header);
  }

  private boolean isRowAtItsPlace() {
    long row = stored.pages().getFirstRowIndex(page);
    boolean expected = isFlat || page == 0 ? row == values : row >= rows && row < rowsInGroup;
    rows = row;
    page++;
    return expected;
  }

  private boolean count(PageHeader header) {
    if (header.getType() == PageType.DATA_PAGE && header.isSetData_page_header()) {
      values += header.getData_page_header().getNum_values();
      return isKnown(header.getData_page_header().getEncoding());
    }
    if (header.getType() == PageType.DATA_PAGE_V2 && header.isSetData_page_header_v2()) {
      values += header.getData_page_header_v2().getNum_values();
      return isKnown(header.getData_page_header_v2().getEncoding());
    }
    return false;
  }

  private boolean isKnown(org.apache.parquet.format.Encoding encoding) {
    return chunk.getEncodingStats().getDataEncodings().contains(Encoding.valueOf(encoding.name()));
  }
}
