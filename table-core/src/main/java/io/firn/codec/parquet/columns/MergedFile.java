package io.firn.codec.parquet.columns;

import io.firn.codec.parquet.FloatingColumn;
import io.firn.codec.parquet.FooterStats;
import io.firn.codec.parquet.MetricsConfig;
import io.firn.codec.parquet.ParquetOutput;
import io.firn.codec.parquet.ParquetStats;
import io.firn.io.OutputFile;
import io.firn.types.Schema;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.apache.parquet.column.ColumnWriteStore;
import org.apache.parquet.column.ParquetProperties;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.column.page.PageWriter;
import org.apache.parquet.hadoop.CodecFactory;
import org.apache.parquet.hadoop.ColumnChunkPageWriteStore;
import org.apache.parquet.hadoop.ParquetFileWriter;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.schema.MessageType;

/**
 * A new file while it is written, one column chunk after the other. It is complete, and {@link
 * #stats} and {@link #length} answer, after {@link #finish}.
 */
public final class MergedFile implements AutoCloseable {
  private final List<Leaf> leaves;
  private final MergeSettings settings;
  private final ParquetOutput output;

  /** One a lane: compressors are not to be shared by threads. */
  private final List<CodecFactory> codecs = new ArrayList<>();

  private final ParquetFileWriter writer;
  private final Map<Integer, FloatingColumn> floatingColumns = new HashMap<>();
  private boolean closed;

  private MergedFile(
      List<Leaf> leaves, MergeSettings settings, ParquetOutput output, ParquetFileWriter writer) {
    this.leaves = leaves;
    this.settings = settings;
    this.output = output;
    this.writer = writer;
    for (Leaf leaf : leaves) {
      if (leaf.isFloating()) {
        floatingColumns.put(leaf.fieldId(), new FloatingColumn());
      }
    }
  }

  /** Creates the file; {@code message} is its schema. */
  public static MergedFile create(OutputFile file, MessageType message, MergeSettings settings)
      throws IOException {
    ParquetOutput output = new ParquetOutput(file);
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
              settings.properties());
      writer.start();
      opened = true;
      return new MergedFile(Leaf.all(message), settings, output, writer);
    } finally {
      if (!opened) {
        output.close();
      }
    }
  }

  /** Writes the columns of a row group. */
  interface Columns {

    /**
     * The column chunk as it is stored in the old file, if that is the new one and can be taken;
     * {@code floating} is told of its values.
     */
    Optional<StoredChunk> stored(
        int index, Leaf wanted, CompressionCodecName codec, FloatingColumn floating);

    /**
     * Copies a column; false, whatever was written, if an old file's pages are in an encoding that
     * cannot be copied, or the new ones are not worth it.
     */
    boolean writePages(int index, ValuePages pages) throws IOException;

    void write(int index, LeafCopy copy);
  }

  /** {@code columns} has those for each lane. */
  void writeRowGroup(long rows, Lanes lanes, List<? extends Columns> columns) throws IOException {
    while (codecs.size() < lanes.count()) {
      codecs.add(newCodecs(settings));
    }
    writer.startBlock(rows);
    lanes.inOrder(
        leaves.size(),
        (index, lane) -> chunk(index, columns.get(lane), codecs.get(lane)),
        chunk -> {
          chunk.appendTo(writer);
          floating(chunk.leaf()).addAll(chunk.seen());
        });
    writer.endBlock();
  }

  private NewChunk chunk(int index, Columns columns, CodecFactory codec) throws IOException {
    Leaf leaf = leaves.get(index);
    Optional<NewChunk> chunk = Optional.empty();
    if (takesStored(leaf)) {
      chunk = stored(index, columns);
    }
    if (chunk.isEmpty() && takesIds(leaf)) {
      chunk = pages(index, columns, codec, IdPages::new);
    }
    if (chunk.isEmpty() && takesPlain(leaf)) {
      chunk = pages(index, columns, codec, PlainPages::new);
    }
    return chunk.isPresent() ? chunk.get() : values(index, columns, codec);
  }

  /** What a column of the table should have beyond values is not copied. */
  private boolean takesStored(Leaf leaf) {
    return settings.properties().getStatisticsEnabled(leaf.column())
        && !settings.properties().isBloomFilterEnabled(leaf.column());
  }

  private Optional<NewChunk> stored(int index, Columns columns) {
    Leaf leaf = leaves.get(index);
    FloatingColumn seen = new FloatingColumn();
    return columns
        .stored(index, leaf, settings.codec(), seen)
        .map(stored -> new NewChunk.Stored(leaf, seen, stored));
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

  private Optional<NewChunk> pages(
      int index, Columns columns, CodecFactory codec, NewPages newPages) throws IOException {
    Leaf leaf = leaves.get(index);
    FloatingColumn seen = new FloatingColumn();
    ColumnChunkPageWriteStore store = newStore(leaf, codec);
    boolean written = false;
    try (ValuePages pages =
        newPages.of(leaf, settings.properties(), store.getPageWriter(leaf.column()), seen)) {
      written = columns.writePages(index, pages) && pages.finish();
    } finally {
      if (!written) {
        store.close();
      }
    }
    return written ? Optional.of(new NewChunk.Made(leaf, seen, store)) : Optional.empty();
  }

  private NewChunk values(int index, Columns columns, CodecFactory codec) {
    Leaf leaf = leaves.get(index);
    FloatingColumn seen = new FloatingColumn();
    ColumnChunkPageWriteStore store = newStore(leaf, codec);
    boolean written = false;
    try (ColumnWriteStore values =
        settings.properties().newColumnWriteStore(leaf.alone(), store, store)) {
      columns.write(index, new LeafCopy(leaf, values, seen));
      values.flush();
      written = true;
    } finally {
      if (!written) {
        store.close();
      }
    }
    return new NewChunk.Made(leaf, seen, store);
  }

  private ColumnChunkPageWriteStore newStore(Leaf leaf, CodecFactory codec) {
    ParquetProperties properties = settings.properties();
    return new ColumnChunkPageWriteStore(
        codec.getCompressor(settings.codec()),
        leaf.alone(),
        properties.getAllocator(),
        properties.getColumnIndexTruncateLength(),
        properties.getPageWriteChecksumEnabled());
  }

  private static CodecFactory newCodecs(MergeSettings settings) {
    return new CodecFactory(settings.conf(), settings.properties().getPageSizeThreshold());
  }

  private FloatingColumn floating(Leaf leaf) {
    return leaf.isFloating()
        ? Objects.requireNonNull(floatingColumns.get(leaf.fieldId()))
        : new FloatingColumn();
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
      codecs.forEach(CodecFactory::release);
    }
  }
}
