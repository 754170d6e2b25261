package io.firn.codec.parquet.columns;

import io.firn.codec.parquet.CheckedPages;
import io.firn.codec.parquet.ParquetErrors;
import io.firn.codec.parquet.ParquetFooter;
import io.firn.codec.parquet.ParquetInput;
import io.firn.error.CorruptFileException;
import io.firn.error.FirnException;
import io.firn.error.MissingFileException;
import io.firn.io.InputFile;
import io.firn.io.Storage;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.VersionParser;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.ColumnReader;
import org.apache.parquet.column.Encoding;
import org.apache.parquet.column.EncodingStats;
import org.apache.parquet.column.impl.ColumnReaderImpl;
import org.apache.parquet.column.page.PageReader;
import org.apache.parquet.column.statistics.Statistics;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.hadoop.metadata.ColumnPath;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.hadoop.metadata.ParquetMetadata;
import org.apache.parquet.internal.column.columnindex.ColumnIndex;
import org.apache.parquet.internal.column.columnindex.OffsetIndex;
import org.apache.parquet.io.SeekableInputStream;
import org.apache.parquet.io.api.PrimitiveConverter;
import org.apache.parquet.schema.MessageType;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An old file while its columns are read. A small one is read whole, in one request; of a large one
 * a column chunk at a time. Between {@link #rest} and the next column nothing is open.
 */
final class OpenSource implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(OpenSource.class);

  private static final int SMALL_BYTES = 8 << 20;
  private static final int MAX_ARRAY_BYTES = Integer.MAX_VALUE - 8;
  private static final Set<Encoding> COPIED =
      Set.of(Encoding.PLAIN, Encoding.PLAIN_DICTIONARY, Encoding.RLE_DICTIONARY);
  private static final PrimitiveConverter NO_CONVERTER = new PrimitiveConverter() {};

  private final MergeSource source;
  private final InputFile input;
  private final ParquetMetadata footer;
  private final SmallFile small;
  private @Nullable ParquetFileReader reader;
  private @Nullable SeekableInputStream stream;
  private @Nullable Map<ColumnPath, Integer> places;

  private OpenSource(MergeSource source, InputFile input, ParquetMetadata footer, SmallFile small) {
    this.source = source;
    this.input = input;
    this.footer = footer;
    this.small = small;
  }

  /** The same source for another thread, with a reader of its own. */
  OpenSource another() {
    return new OpenSource(source, input, footer, small);
  }

  /** The bytes of a small file, which several threads share. */
  private static final class SmallFile {
    private final InputFile input;
    private byte @Nullable [] bytes;

    SmallFile(InputFile input) {
      this.input = input;
    }

    synchronized byte[] read() {
      byte[] known = bytes;
      if (known == null) {
        known = readAll(input);
        bytes = known;
      }
      return known;
    }

    synchronized int heldBytes() {
      return bytes == null ? 0 : bytes.length;
    }

    synchronized void drop() {
      bytes = null;
    }
  }

  /** Reads the footer. */
  static OpenSource open(MergeSource source, Storage storage) {
    InputFile input = storage.newInputFile(source.location(), source.file().fileSizeInBytes());
    SmallFile small = new SmallFile(input);
    try (SeekableInputStream in = stream(source, input, small)) {
      ParquetMetadata footer = ParquetFooter.read(input, in, source.start(), source.length());
      return new OpenSource(source, input, footer, small);
    } catch (IOException e) {
      throw ParquetErrors.reading(source.location(), e);
    }
  }

  private static byte[] readAll(InputFile input) {
    try {
      return input.readAll();
    } catch (MissingFileException e) {
      throw new MissingFileException(
          "its data file " + input.location() + " does not exist; restore it", e);
    }
  }

  private static boolean isSmall(MergeSource source) {
    return source.file().fileSizeInBytes() <= SMALL_BYTES;
  }

  private static SeekableInputStream stream(MergeSource source, InputFile input, SmallFile small) {
    return isSmall(source) ? new BytesStream(small.read()) : new ParquetInput(input).newStream();
  }

  MergeSource source() {
    return source;
  }

  String location() {
    return source.location();
  }

  MessageType schema() {
    return footer.getFileMetaData().getSchema();
  }

  List<BlockMetaData> blocks() {
    return footer.getBlocks();
  }

  /** Bytes that are held in memory. */
  int heldBytes() {
    return small.heldBytes();
  }

  /** What a column chunk holds. */
  enum Content {
    /** Nulls only, of a column of the top level. */
    NULLS,
    /** Dictionary ids and plain values. */
    PAGES,
    /** Pages in another encoding, for all one knows. */
    OTHER
  }

  Content content(int block, Leaf leaf) {
    ColumnChunkMetaData chunk = chunk(footer.getBlocks().get(block), leaf);
    Statistics<?> statistics = chunk.getStatistics();
    if (leaf.column().getPath().length == 1
        && statistics != null
        && statistics.isNumNullsSet()
        && statistics.getNumNulls() == chunk.getValueCount()) {
      return Content.NULLS;
    }
    EncodingStats encodings = chunk.getEncodingStats();
    return encodings != null && COPIED.containsAll(encodings.getDataEncodings())
        ? Content.PAGES
        : Content.OTHER;
  }

  private ColumnChunkMetaData chunk(BlockMetaData block, Leaf leaf) {
    Map<ColumnPath, Integer> known = places;
    if (known == null) {
      known = new HashMap<>();
      List<ColumnDescriptor> columns = schema().getColumns();
      for (int i = 0; i < columns.size(); i++) {
        known.put(ColumnPath.get(columns.get(i).getPath()), i);
      }
      places = known;
    }
    ColumnPath path = ColumnPath.get(leaf.column().getPath());
    Integer place = known.get(path);
    if (place != null
        && place < block.getColumns().size()
        && block.getColumns().get(place).getPath().equals(path)) {
      return block.getColumns().get(place);
    }
    return block.getColumns().stream()
        .filter(chunk -> chunk.getPath().equals(path))
        .findFirst()
        .orElseThrow(
            () -> new CorruptFileException(location(), -1, "a row group lacks the column " + path));
  }

  /** Values of a column of a row group, checked against their checksums. */
  ColumnReader column(int block, Leaf leaf, ParquetReadOptions options) {
    return new ColumnReaderImpl(
        leaf.column(), pages(block, leaf, options), NO_CONVERTER, version());
  }

  /** The same as they are encoded. */
  ChunkValues values(int block, Leaf leaf, ParquetReadOptions options) throws IOException {
    return ChunkValues.of(leaf.column(), pages(block, leaf, options));
  }

  /**
   * The same as they are stored, whatever the new column is called; empty if they cannot be those
   * of a new file, or are not as they should be, which is found out where they are decoded.
   */
  Optional<StoredChunk> stored(
      int block, Leaf leaf, Leaf wanted, CompressionCodecName codec, ParquetReadOptions options) {
    ColumnChunkMetaData chunk = chunk(footer.getBlocks().get(block), leaf);
    if (!StoredChunk.fits(chunk, wanted, codec) || chunk.getTotalSize() > MAX_ARRAY_BYTES) {
      return Optional.empty();
    }
    try {
      ParquetFileReader open = reader(options);
      ColumnIndex columnIndex = open.readColumnIndex(chunk);
      OffsetIndex pages = open.readOffsetIndex(chunk);
      StoredChunk stored = new StoredChunk(bytesOf(chunk), chunk, columnIndex, pages);
      return columnIndex != null
              && pages != null
              && StoredPages.areSound(stored, leaf, footer.getBlocks().get(block).getRowCount())
          ? Optional.of(stored)
          : Optional.empty();
    } catch (FirnException e) {
      throw e;
    } catch (IOException | RuntimeException e) {
      LOG.debug("Decoding {} of {}", chunk.getPath(), location(), e);
      return Optional.empty();
    }
  }

  private BytesStream bytesOf(ColumnChunkMetaData chunk) throws IOException {
    if (isSmall(source)) {
      return new BytesStream(small.read());
    }
    SeekableInputStream in = Objects.requireNonNull(stream);
    byte[] part = new byte[(int) chunk.getTotalSize()];
    in.seek(chunk.getStartingPos());
    in.readFully(part);
    return new BytesStream(part, chunk.getStartingPos());
  }

  /** Whether the manifest says that a column has no NaN. */
  boolean hasNoNan(Leaf leaf) {
    return Objects.equals(source.file().stats().nanValueCounts().get(leaf.fieldId()), 0L);
  }

  private PageReader pages(int block, Leaf leaf, ParquetReadOptions options) {
    try {
      ParquetFileReader open = reader(options);
      open.setRequestedSchema(leaf.alone());
      return new CheckedPages(open.readRowGroup(block)).getPageReader(leaf.column());
    } catch (IOException | RuntimeException e) {
      throw ParquetErrors.reading(location(), e);
    }
  }

  private VersionParser.@Nullable ParsedVersion version() {
    try {
      return Optional.ofNullable(footer.getFileMetaData().getCreatedBy()).isPresent()
          ? VersionParser.parse(footer.getFileMetaData().getCreatedBy())
          : null;
    } catch (VersionParser.VersionParseException | RuntimeException e) {
      return null;
    }
  }

  private ParquetFileReader reader(ParquetReadOptions options) throws IOException {
    ParquetFileReader open = reader;
    if (open == null) {
      SeekableInputStream in = stream(source, input, small);
      open = ParquetFileReader.open(new ParquetInput(input), footer, options, in);
      reader = open;
      stream = in;
    }
    return open;
  }

  /** Lets go of the bytes and of the storage until a column is wanted again. */
  void rest() {
    small.drop();
    close();
  }

  static ParquetReadOptions options(KeptCodecs codecs) {
    return new ParquetReadOptions.Builder(new PlainParquetConfiguration())
        .withCodecFactory(codecs)
        .usePageChecksumVerification(true)
        .build();
  }

  @Override
  public void close() {
    ParquetFileReader open = reader;
    reader = null;
    stream = null;
    if (open != null) {
      try {
        open.close();
      } catch (IOException e) {
        throw ParquetErrors.reading(location(), e);
      }
    }
  }
}
