package io.firn.codec.parquet.columns;

import io.firn.codec.parquet.FloatingColumn;
import java.io.IOException;
import java.util.Arrays;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.bytes.BytesUtils;
import org.apache.parquet.column.Encoding;
import org.apache.parquet.column.ParquetProperties;
import org.apache.parquet.column.page.PageWriter;
import org.apache.parquet.column.statistics.SizeStatistics;
import org.apache.parquet.column.statistics.Statistics;
import org.apache.parquet.column.statistics.geospatial.GeospatialStatistics;
import org.apache.parquet.column.values.ValuesWriter;
import org.apache.parquet.column.values.rle.RunLengthBitPackingHybridEncoder;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;

/**
 * The pages of a new column chunk whose values are ids of a merged dictionary. A page ends where
 * parquet-java's writer would end it, and the dictionary is given up when that would: when it gets
 * too large, or does not pay on the first page.
 */
final class IdPages implements AutoCloseable {
  private static final int BYTES_AN_ID = 4;

  private final Leaf leaf;
  private final ParquetProperties properties;
  private final PageWriter pages;
  private final FloatingColumn floating;
  private final MergedDictionary dictionary;
  private final PrimitiveType type;
  private final boolean isFloating;
  private final boolean isBinary;
  private final int defined;
  private final ValuesWriter repetitions;
  private final ValuesWriter definitions;
  private int[] ids = new int[1024];
  private int[] lastPageOf = new int[64];
  private int idCount;
  private int valueCount;
  private int rowCount;
  private int page = 1;
  private long plainBytes;
  private boolean pays = true;
  private Statistics<?> statistics;
  private SizeStatistics.Builder sizes;

  IdPages(Leaf leaf, ParquetProperties properties, PageWriter pages, FloatingColumn floating) {
    this.leaf = leaf;
    this.properties = properties;
    this.pages = pages;
    this.floating = floating;
    this.type = leaf.column().getPrimitiveType();
    this.dictionary = new MergedDictionary(type.getPrimitiveTypeName());
    this.isFloating =
        type.getPrimitiveTypeName() == PrimitiveTypeName.FLOAT
            || type.getPrimitiveTypeName() == PrimitiveTypeName.DOUBLE;
    this.isBinary = type.getPrimitiveTypeName() == PrimitiveTypeName.BINARY;
    this.defined = leaf.maxDefinitionLevel();
    this.repetitions = properties.newRepetitionLevelWriter(leaf.column());
    this.definitions = properties.newDefinitionLevelWriter(leaf.column());
    this.statistics = newStatistics();
    this.sizes = newSizes();
  }

  private Statistics<?> newStatistics() {
    return Statistics.createStats(type);
  }

  private SizeStatistics.Builder newSizes() {
    int repetition = leaf.column().getMaxRepetitionLevel();
    return properties.getSizeStatisticsEnabled(leaf.column())
        ? SizeStatistics.newBuilder(type, repetition, defined)
        : SizeStatistics.noopBuilder(type, repetition, defined);
  }

  MergedDictionary dictionary() {
    return dictionary;
  }

  /** Whether the pages are worth going on with. */
  boolean pays() {
    return pays && dictionary.bytes() <= properties.getDictionaryPageSizeThreshold();
  }

  void value(int repetition, int id) {
    levels(repetition, defined);
    if (idCount == ids.length) {
      ids = Arrays.copyOf(ids, idCount * 2);
    }
    ids[idCount] = id;
    idCount++;
    plainBytes += dictionary.plainBytes(id);
    if (isBinary) {
      sizes.add(repetition, defined, dictionary.binary(id));
    } else {
      sizes.add(repetition, defined);
    }
    if (isFloating) {
      dictionary.note(id, floating);
    }
    if (id >= lastPageOf.length) {
      lastPageOf = Arrays.copyOf(lastPageOf, Math.max(id + 1, lastPageOf.length * 2));
    }
    if (lastPageOf[id] != page) {
      lastPageOf[id] = page;
      dictionary.note(id, statistics);
    }
  }

  void none(int repetition, int definition) {
    levels(repetition, definition);
    statistics.incrementNumNulls();
    sizes.add(repetition, definition);
  }

  private void levels(int repetition, int definition) {
    repetitions.writeInteger(repetition);
    definitions.writeInteger(definition);
    valueCount++;
  }

  /** The row's last value was given. */
  void endRow() throws IOException {
    rowCount++;
    if (rowCount >= properties.getPageRowCountLimit()
        || (long) idCount * BYTES_AN_ID > properties.getPageSizeThreshold()) {
      endPage();
    }
  }

  private void endPage() throws IOException {
    int width = BytesUtils.getWidthFromMaxInt(Math.max(0, dictionary.size() - 1));
    try (RunLengthBitPackingHybridEncoder encoder =
        new RunLengthBitPackingHybridEncoder(
            width,
            properties.getInitialSlabSize(),
            properties.getPageSizeThreshold(),
            properties.getAllocator())) {
      for (int i = 0; i < idCount; i++) {
        encoder.writeInt(ids[i]);
      }
      BytesInput encoded =
          BytesInput.concat(BytesInput.from(new byte[] {(byte) width}), encoder.toBytes());
      if (page == 1) {
        pays = encoded.size() + dictionary.bytes() < plainBytes;
      }
      pages.writePage(
          BytesInput.concat(repetitions.getBytes(), definitions.getBytes(), encoded),
          valueCount,
          rowCount,
          statistics,
          sizes.build(),
          GeospatialStatistics.noopBuilder().build(),
          repetitions.getEncoding(),
          definitions.getEncoding(),
          Encoding.PLAIN_DICTIONARY);
    }
    repetitions.reset();
    definitions.reset();
    statistics = newStatistics();
    sizes = newSizes();
    idCount = 0;
    valueCount = 0;
    rowCount = 0;
    page++;
  }

  /** Writes what is left; false if the dictionary turned out not to pay. */
  boolean finish() throws IOException {
    if (rowCount > 0) {
      endPage();
    }
    if (!pays()) {
      return false;
    }
    if (dictionary.size() > 0) {
      pages.writeDictionaryPage(dictionary.page(properties.getAllocator()));
    }
    return true;
  }

  @Override
  public void close() {
    repetitions.close();
    definitions.close();
  }
}
