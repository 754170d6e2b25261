package io.firn.codec.parquet.columns;

import java.io.IOException;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.column.Encoding;
import org.apache.parquet.column.ParquetProperties;
import org.apache.parquet.column.page.PageWriter;
import org.apache.parquet.column.statistics.SizeStatistics;
import org.apache.parquet.column.statistics.Statistics;
import org.apache.parquet.column.statistics.geospatial.GeospatialStatistics;
import org.apache.parquet.column.values.ValuesWriter;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.PrimitiveType;

/** The pages of a new column chunk but for their values: levels, counts, statistics. */
final class PageSink implements AutoCloseable {
  private final Leaf leaf;
  private final PrimitiveType type;
  private final ParquetProperties properties;
  private final PageWriter pages;
  private final ValuesWriter repetitions;
  private final ValuesWriter definitions;
  private int values;
  private int rows;
  private Statistics<?> statistics;
  private SizeStatistics.Builder sizes;

  PageSink(Leaf leaf, ParquetProperties properties, PageWriter pages) {
    this.leaf = leaf;
    this.type = leaf.column().getPrimitiveType();
    this.properties = properties;
    this.pages = pages;
    this.repetitions = properties.newRepetitionLevelWriter(leaf.column());
    this.definitions = properties.newDefinitionLevelWriter(leaf.column());
    this.statistics = Statistics.createStats(type);
    this.sizes = newSizes();
  }

  private SizeStatistics.Builder newSizes() {
    int repetition = leaf.column().getMaxRepetitionLevel();
    return properties.getSizeStatisticsEnabled(leaf.column())
        ? SizeStatistics.newBuilder(type, repetition, leaf.maxDefinitionLevel())
        : SizeStatistics.noopBuilder(type, repetition, leaf.maxDefinitionLevel());
  }

  PageWriter pages() {
    return pages;
  }

  /** Of the page that is being made. */
  Statistics<?> statistics() {
    return statistics;
  }

  int rows() {
    return rows;
  }

  void levels(int repetition, int definition) {
    sizes.add(repetition, definition);
    addLevels(repetition, definition);
  }

  void levels(int repetition, int definition, Binary value) {
    sizes.add(repetition, definition, value);
    addLevels(repetition, definition);
  }

  void none(int repetition, int definition) {
    levels(repetition, definition);
    statistics.incrementNumNulls();
  }

  private void addLevels(int repetition, int definition) {
    repetitions.writeInteger(repetition);
    definitions.writeInteger(definition);
    values++;
  }

  /** Whether the page has to end after this row, {@code bytes} being those of its values. */
  boolean endRow(long bytes) {
    rows++;
    return rows >= properties.getPageRowCountLimit() || bytes > properties.getPageSizeThreshold();
  }

  void endPage(BytesInput encoded, Encoding encoding) throws IOException {
    pages.writePage(
        BytesInput.concat(repetitions.getBytes(), definitions.getBytes(), encoded),
        values,
        rows,
        statistics,
        sizes.build(),
        GeospatialStatistics.noopBuilder().build(),
        repetitions.getEncoding(),
        definitions.getEncoding(),
        encoding);
    repetitions.reset();
    definitions.reset();
    statistics = Statistics.createStats(type);
    sizes = newSizes();
    values = 0;
    rows = 0;
  }

  @Override
  public void close() {
    repetitions.close();
    definitions.close();
  }
}
