package io.firn.codec.parquet.columns;

import io.firn.codec.parquet.FloatingColumn;
import io.firn.codec.parquet.FooterStats;
import io.firn.codec.parquet.MetricsConfig;
import io.firn.codec.parquet.ParquetOutput;
import io.firn.codec.parquet.ParquetStats;
import io.firn.io.OutputFile;
import io.firn.types.Schema;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.parquet.column.ColumnWriteStore;
import org.apache.parquet.column.ParquetProperties;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.column.page.PageWriter;
import org.apache.parquet.hadoop.CodecFactory;
import org.apache.parquet.hadoop.ColumnChunkPageWriteStore;
import org.apache.parquet.hadoop.ParquetFileWriter;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;

/**
 * A new file while it is written, one column chunk after the other. It is complete, and {@link
 * #stats} and {@link #length} answer, after {@link #finish}.
 */
public final class MergedFile implements AutoCloseable {
  private final List<Leaf> leaves;
  private final MergeSettings settings;
  private final ParquetOutput output;
  private final CodecFactory codecs;
  private final ParquetFileWriter writer;
  private final Map<Integer, FloatingColumn> floatingColumns = new HashMap<>();
  private boolean closed;

  private MergedFile(
      List<Leaf> leaves,
      MergeSettings settings,
      ParquetOutput output,
      CodecFactory codecs,
      ParquetFileWriter writer) {
    this.leaves = leaves;
    this.settings = settings;
    this.output = output;
    this.codecs = codecs;
    this.writer = writer;
    for (Leaf leaf : leaves) {
      if (isFloating(leaf)) {
        floatingColumns.put(leaf.fieldId(), new FloatingColumn());
      }
    }
  }

  /** Creates the file; {@code message} is its schema. */
  public static MergedFile create(OutputFile file, MessageType message, MergeSettings settings)
      throws IOException {
    ParquetOutput output = new ParquetOutput(file);
    ParquetProperties properties = settings.properties();
    CodecFactory codecs = new CodecFactory(settings.conf(), properties.getPageSizeThreshold());
    boolean opened = false;
    try {
      ParquetFileWriter writer =
          new ParquetFileWriter(
              output,
              message,
              ParquetFileWriter.Mode.CREATE,
              settings.rowGroupSizeBytes(),
              ParquetWriter.MAX_PADDING_SIZE_DEFAULT,
              null,
              properties);
      writer.start();
      opened = true;
      return new MergedFile(Leaf.all(message), settings, output, codecs, writer);
    } finally {
      if (!opened) {
        codecs.release();
        output.close();
      }
    }
  }

  /** Writes the columns of a row group. */
  interface Columns {

    /**
     * Copies a column; false, whatever was written, if an old file's pages are in an encoding that
     * cannot be copied, or the new ones are not worth it.
     */
    boolean writePages(int index, ValuePages pages) throws IOException;

    void write(int index, LeafCopy copy);
  }

  void writeRowGroup(long rows, Columns columns) throws IOException {
    writer.startBlock(rows);
    for (int i = 0; i < leaves.size(); i++) {
      Leaf leaf = leaves.get(i);
      boolean written =
          (takesIds(leaf) && writePages(i, columns, IdPages::new))
              || (takesPlain(leaf) && writePages(i, columns, PlainPages::new));
      if (!written) {
        writeValues(i, columns);
      }
    }
    writer.endBlock();
  }

  /** Only pages of version 1 are laid out here. */
  private boolean takesPages(Leaf leaf) {
    return settings.properties().getWriterVersion() == WriterVersion.PARQUET_1_0
        && settings.properties().getStatisticsEnabled(leaf.column());
  }

  private boolean takesIds(Leaf leaf) {
    return takesPages(leaf)
        && settings.properties().isDictionaryEnabled(leaf.column())
        && MergedDictionary.fits(leaf.column().getPrimitiveType().getPrimitiveTypeName());
  }

  /** A bloom filter has to see values; chunks with a dictionary get none. */
  private boolean takesPlain(Leaf leaf) {
    return takesPages(leaf)
        && !settings.properties().isByteStreamSplitEnabled(leaf.column())
        && !settings.properties().isBloomFilterEnabled(leaf.column())
        && PlainPages.fits(leaf.column().getPrimitiveType());
  }

  private interface NewPages {
    ValuePages of(
        Leaf leaf, ParquetProperties properties, PageWriter pages, FloatingColumn floating);
  }

  private boolean writePages(int index, Columns columns, NewPages newPages) throws IOException {
    Leaf leaf = leaves.get(index);
    FloatingColumn seen = new FloatingColumn();
    try (ColumnChunkPageWriteStore store = newStore(leaf);
        ValuePages pages =
            newPages.of(leaf, settings.properties(), store.getPageWriter(leaf.column()), seen)) {
      if (!columns.writePages(index, pages) || !pages.finish()) {
        return false;
      }
      store.flushToFileWriter(writer);
      floating(leaf).addAll(seen);
      return true;
    }
  }

  private void writeValues(int index, Columns columns) throws IOException {
    Leaf leaf = leaves.get(index);
    try (ColumnChunkPageWriteStore pages = newStore(leaf);
        ColumnWriteStore values =
            settings.properties().newColumnWriteStore(leaf.alone(), pages, pages)) {
      columns.write(index, new LeafCopy(leaf, values, floating(leaf)));
      values.flush();
      pages.flushToFileWriter(writer);
    }
  }

  private ColumnChunkPageWriteStore newStore(Leaf leaf) {
    ParquetProperties properties = settings.properties();
    return new ColumnChunkPageWriteStore(
        codecs.getCompressor(settings.codec()),
        leaf.alone(),
        properties.getAllocator(),
        properties.getColumnIndexTruncateLength(),
        properties.getPageWriteChecksumEnabled());
  }

  private FloatingColumn floating(Leaf leaf) {
    return isFloating(leaf)
        ? Objects.requireNonNull(floatingColumns.get(leaf.fieldId()))
        : new FloatingColumn();
  }

  private static boolean isFloating(Leaf leaf) {
    PrimitiveTypeName type = leaf.column().getPrimitiveType().getPrimitiveTypeName();
    return type == PrimitiveTypeName.FLOAT || type == PrimitiveTypeName.DOUBLE;
  }

  /** Bytes written so far. */
  public long length() {
    return output.length();
  }

  /** Writes the footer. */
  public void finish() throws IOException {
    writer.end(settings.metadata());
    close();
  }

  /** The stats of the finished file. */
  public ParquetStats stats(Schema schema, MetricsConfig config) {
    return FooterStats.of(writer.getFooter(), schema, config, floatingColumns);
  }

  @Override
  public void close() throws IOException {
    if (closed) {
      return;
    }
    closed = true;
    try {
      writer.close();
    } finally {
      codecs.release();
    }
  }
}
