package io.firn.codec.parquet;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.bytes.BytesUtils;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.Encoding;
import org.apache.parquet.column.ParquetProperties;
import org.apache.parquet.column.page.DictionaryPage;
import org.apache.parquet.column.statistics.BinaryStatistics;
import org.apache.parquet.column.statistics.LongStatistics;
import org.apache.parquet.column.statistics.Statistics;
import org.apache.parquet.compression.CompressionCodecFactory.BytesInputCompressor;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.hadoop.CodecFactory;
import org.apache.parquet.hadoop.ParquetFileWriter;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.hadoop.metadata.ParquetMetadata;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.MessageType;
import org.jspecify.annotations.Nullable;

/**
 * The pages of a position delete file: paths as numbers of a dictionary, in runs, and plain
 * positions. The paths ascend, so that a path takes room and time once and not with each of its
 * rows, which parquet-java's row writers hash and compare each time.
 */
final class PositionDeletePages implements Closeable {
  private static final int PAGE_ROWS = ParquetProperties.DEFAULT_PAGE_ROW_COUNT_LIMIT;
  private static final int DICTIONARY_BYTES = ParquetProperties.DEFAULT_DICTIONARY_PAGE_SIZE;

  private final ParquetFileWriter file;
  private final Map<String, String> metadata;
  private final ColumnDescriptor pathColumn;
  private final ColumnDescriptor positionColumn;
  private final CompressionCodecName codec;
  private final CodecFactory codecs;
  private final BytesInputCompressor compressor;
  private final long rowGroupBytes;

  private final List<Binary> dictionary = new ArrayList<>();
  private final ByteArrayOutputStream dictionaryBytes = new ByteArrayOutputStream();
  private final List<Page> pathPages = new ArrayList<>();
  private final List<Page> positionPages = new ArrayList<>();
  private long groupRows;
  private long groupBytes;
  private long fileBytes;

  private @Nullable Binary path;
  private final ByteBuffer positions;

  /** Of the page's paths, which are the last of the dictionary: how many rows each has. */
  private int[] runs = new int[1];

  private int runCount;
  private long least = Long.MAX_VALUE;
  private long greatest = Long.MIN_VALUE;
  private boolean failed;

  private record Page(int rows, int plainBytes, BytesInput bytes, Statistics<?> statistics) {}

  /** The message has the columns for path and position, in this order. */
  PositionDeletePages(ParquetOutput output, MessageType message, RowFileSettings settings)
      throws IOException {
    this.metadata = settings.metadata();
    this.pathColumn = message.getColumns().get(0);
    this.positionColumn = message.getColumns().get(1);
    this.codec = settings.codecName();
    this.rowGroupBytes = settings.rowGroupSizeBytes();
    PlainParquetConfiguration conf = new PlainParquetConfiguration();
    settings.level().ifPresent(level -> conf.setInt("parquet.compression.codec.zstd.level", level));
    int pageRows = (int) Math.max(1, Math.min(PAGE_ROWS, rowGroupBytes / Long.BYTES));
    this.positions = ByteBuffer.allocate(pageRows * Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    this.codecs = new CodecFactory(conf, positions.capacity());
    this.compressor = codecs.getCompressor(codec);
    this.file =
        new ParquetFileWriter(
            output,
            message,
            ParquetFileWriter.Mode.CREATE,
            rowGroupBytes,
            ParquetWriter.MAX_PADDING_SIZE_DEFAULT,
            ParquetProperties.DEFAULT_COLUMN_INDEX_TRUNCATE_LENGTH,
            ParquetProperties.DEFAULT_STATISTICS_TRUNCATE_LENGTH,
            ParquetProperties.DEFAULT_PAGE_WRITE_CHECKSUM_ENABLED);
    file.start();
  }

  /** The positions that follow are of this data file, which is above those before. */
  void startPath(String dataFile) throws IOException {
    path = Binary.fromString(dataFile);
    if (dictionaryBytes.size() + path.length() > DICTIONARY_BYTES) {
      guarded(this::endRowGroup);
    }
    addRun();
  }

  void add(long position) throws IOException {
    if (!positions.hasRemaining()) {
      guarded(this::endPage);
    }
    if (runCount == 0) {
      addRun();
    }
    positions.putLong(position);
    runs[runCount - 1]++;
    least = Math.min(least, position);
    greatest = Math.max(greatest, position);
  }

  private void addRun() {
    Binary current = Objects.requireNonNull(path);
    if (dictionary.isEmpty() || !dictionary.get(dictionary.size() - 1).equals(current)) {
      dictionary.add(current);
      byte[] bytes = current.getBytesUnsafe();
      dictionaryBytes.writeBytes(BytesUtils.intToBytes(bytes.length));
      dictionaryBytes.writeBytes(bytes);
    }
    if (runCount == runs.length) {
      runs = Arrays.copyOf(runs, runCount * 2);
    }
    runs[runCount++] = 0;
  }

  /** Bytes written and waiting, about. */
  long sizeInBytes() {
    return fileBytes + groupBytes + dictionaryBytes.size() + positions.position();
  }

  private void endPage() throws IOException {
    int rows = positions.position() / Long.BYTES;
    if (rows == 0) {
      return;
    }
    int first = dictionary.size() - runCount;
    BinaryStatistics paths =
        (BinaryStatistics) Statistics.createStats(pathColumn.getPrimitiveType());
    paths.updateStats(dictionary.get(first));
    paths.updateStats(dictionary.get(dictionary.size() - 1));
    pathPages.add(page(rows, pathNumbers(first), paths));
    LongStatistics bounds =
        (LongStatistics) Statistics.createStats(positionColumn.getPrimitiveType());
    bounds.updateStats(least);
    bounds.updateStats(greatest);
    positionPages.add(
        page(rows, BytesInput.from(positions.array(), 0, positions.position()), bounds));
    groupRows += rows;
    positions.clear();
    runCount = 0;
    least = Long.MAX_VALUE;
    greatest = Long.MIN_VALUE;
    if (groupBytes + dictionaryBytes.size() >= rowGroupBytes) {
      endRowGroup();
    }
  }

  /** In the encoding RLE_DICTIONARY: the width of a number in bits, then runs of equal numbers. */
  private BytesInput pathNumbers(int first) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    int bits = BytesUtils.getWidthFromMaxInt(dictionary.size() - 1);
    out.write(bits);
    for (int i = 0; i < runCount; i++) {
      if (runs[i] > 0) {
        BytesUtils.writeUnsignedVarInt(runs[i] << 1, out);
        BytesUtils.writeIntLittleEndianPaddedOnBitWidth(out, first + i, bits);
      }
    }
    return BytesInput.from(out.toByteArray());
  }

  private Page page(int rows, BytesInput plain, Statistics<?> statistics) throws IOException {
    BytesInput compressed = BytesInput.copy(compressor.compress(plain));
    groupBytes += compressed.size();
    return new Page(rows, Math.toIntExact(plain.size()), compressed, statistics);
  }

  private void endRowGroup() throws IOException {
    endPage();
    if (groupRows == 0) {
      return;
    }
    file.startBlock(groupRows);
    file.startColumn(pathColumn, groupRows, codec);
    BytesInput plain = BytesInput.from(dictionaryBytes.toByteArray());
    file.writeDictionaryPage(
        new DictionaryPage(
            compressor.compress(plain),
            Math.toIntExact(plain.size()),
            dictionary.size(),
            Encoding.PLAIN_DICTIONARY));
    write(pathPages, Encoding.PLAIN_DICTIONARY);
    file.endColumn();
    file.startColumn(positionColumn, groupRows, codec);
    write(positionPages, Encoding.PLAIN);
    file.endColumn();
    file.endBlock();
    fileBytes = file.getPos();
    dictionary.clear();
    dictionaryBytes.reset();
    pathPages.clear();
    positionPages.clear();
    groupRows = 0;
    groupBytes = 0;
  }

  private void write(List<Page> pages, Encoding values) throws IOException {
    for (Page page : pages) {
      file.writeDataPage(
          page.rows(),
          page.plainBytes(),
          page.bytes(),
          page.statistics(),
          page.rows(),
          Encoding.BIT_PACKED,
          Encoding.BIT_PACKED,
          values);
    }
  }

  private interface Step {
    void run() throws IOException;
  }

  /** What a failed write left can not become a file, so that {@link #close} does not end it. */
  private void guarded(Step step) throws IOException {
    failed = true;
    step.run();
    failed = false;
  }

  @Override
  public void close() throws IOException {
    try (file) {
      if (!failed) {
        guarded(this::endRowGroup);
        file.end(metadata);
      }
    } finally {
      codecs.release();
    }
  }

  /** Of the closed file. */
  ParquetMetadata footer() {
    return file.getFooter();
  }
}
