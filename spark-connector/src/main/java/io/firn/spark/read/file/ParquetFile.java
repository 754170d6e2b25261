package io.firn.spark.read.file;

import java.io.IOException;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapred.FileSplit;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.TaskID;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl;
import org.apache.parquet.HadoopReadOptions;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.ParquetInputFormat;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.hadoop.metadata.ColumnPath;
import org.apache.parquet.hadoop.metadata.ParquetMetadata;
import org.apache.parquet.hadoop.util.HadoopInputFile;
import org.apache.parquet.io.SeekableInputStream;
import org.apache.parquet.schema.MessageType;
import org.apache.spark.TaskContext;
import org.apache.spark.sql.execution.datasources.parquet.ParquetFileFormat;
import org.apache.spark.sql.execution.datasources.parquet.ParquetReadSupport;
import org.apache.spark.sql.execution.datasources.parquet.VectorizedParquetRecordReader;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.jspecify.annotations.Nullable;
import scala.Option;

/**
 * One Parquet file: opened once, its footer read once. The storage is not asked for the length,
 * which the manifest tells.
 */
final class ParquetFile implements AutoCloseable {
  private static final String CORRECTED = "CORRECTED";
  private static final String UTC = ZoneOffset.UTC.getId();
  private static final String DICTIONARIES_WANTED = "firn.parquet.filter.dictionary.enabled";

  /** As stored, which is after compression. */
  private static final long MAX_DICTIONARY_BYTES = 64 << 10;

  private final Configuration conf;
  private final Path path;
  private final long start;
  private final long length;
  private final HadoopInputFile input;
  private final ParquetMetadata footer;
  private @Nullable SeekableInputStream stream;

  private ParquetFile(
      Configuration conf,
      Path path,
      long start,
      long length,
      HadoopInputFile input,
      SeekableInputStream stream,
      ParquetMetadata footer) {
    this.conf = conf;
    this.path = path;
    this.start = start;
    this.length = length;
    this.input = input;
    this.stream = stream;
    this.footer = footer;
  }

  /**
   * A configuration that Spark's reader works with; a task makes one and uses it for its files in
   * turn. It is a job's, of which Spark's reader makes no copy for each file: a configuration has
   * more than a thousand entries.
   */
  static Configuration readerConf(Configuration conf) {
    Configuration own = new JobConf(conf);
    own.set(ParquetInputFormat.READ_SUPPORT_CLASS, ParquetReadSupport.class.getName());
    own.setBoolean("spark.sql.parquet.binaryAsString", false);
    own.setBoolean("spark.sql.parquet.int96AsTimestamp", true);
    own.setBoolean("spark.sql.parquet.inferTimestampNTZ.enabled", true);
    own.setBoolean("spark.sql.legacy.parquet.nanosAsLong", true);
    own.setBoolean("spark.sql.parquet.fieldId.read.enabled", false);
    own.setBoolean("spark.sql.caseSensitive", true);
    own.setBoolean(
        DICTIONARIES_WANTED, own.getBoolean(ParquetInputFormat.DICTIONARY_FILTERING_ENABLED, true));
    if (own.get(ParquetInputFormat.PAGE_VERIFY_CHECKSUM_ENABLED) == null) {
      own.setBoolean(ParquetInputFormat.PAGE_VERIFY_CHECKSUM_ENABLED, true);
    }
    return own;
  }

  /**
   * Opens the file and reads the part of the footer that is about row groups in the range; {@code
   * conf} is one of {@link #readerConf}.
   */
  static ParquetFile open(
      Configuration conf, String location, long fileLength, long start, long length)
      throws IOException {
    Path path = new Path(location);
    FileStatus status = new FileStatus(fileLength, false, 1, 0, 0, path);
    HadoopInputFile input = HadoopInputFile.fromStatus(status, conf);
    ParquetReadOptions options =
        HadoopReadOptions.builder(conf, path).withRange(start, start + length).build();
    SeekableInputStream stream = input.newStream();
    boolean opened = false;
    try {
      ParquetMetadata footer = ParquetFileReader.readFooter(input, options, stream);
      opened = true;
      return new ParquetFile(conf, path, start, length, input, stream, footer);
    } finally {
      if (!opened) {
        stream.close();
      }
    }
  }

  MessageType schema() {
    return footer.getFileMetaData().getSchema();
  }

  /** Whether the range has no row group. */
  boolean isEmpty() {
    return footer.getBlocks().isEmpty();
  }

  /** Starts to read; the stream goes over to the result. */
  ParquetBatches read(
      ReaderSettings settings,
      FileProjection projection,
      boolean positions,
      Optional<Pushed.Filter> filter)
      throws IOException {
    conf.set(
        ParquetReadSupport.SPARK_ROW_REQUESTED_SCHEMA(),
        DataTypes.createStructType(withPositions(projection.requested(), positions)).json());
    conf.unset(ParquetInputFormat.FILTER_PREDICATE);
    filter.ifPresent(f -> ParquetInputFormat.setFilterPredicate(conf, f.predicate()));
    conf.setBoolean(
        ParquetInputFormat.DICTIONARY_FILTERING_ENABLED,
        conf.getBoolean(DICTIONARIES_WANTED, true)
            && filter.map(f -> hasSmallDictionaries(f.columns())).orElse(true));
    boolean offHeap =
        settings.memory() == ReaderSettings.Memory.OFF_HEAP && TaskContext.get() != null;
    VectorizedParquetRecordReader reader =
        new VectorizedParquetRecordReader(
            null, CORRECTED, UTC, CORRECTED, UTC, offHeap, batchSize(settings));
    boolean started = false;
    try {
      reader.initialize(
          new FileSplit(path, start, length, new String[0]),
          new TaskAttemptContextImpl(conf, attemptId()),
          Option.apply(input),
          Option.apply(stream),
          Option.apply(footer));
      stream = null;
      ParquetBatches batches =
          new ParquetBatches(
              reader, projection.dictionaries(), filter.isPresent() ? List.of() : rowsOfGroups());
      started = true;
      return batches;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("Interrupted", e);
    } finally {
      if (!started) {
        reader.close();
      }
    }
  }

  /** No more than a row group has: the vectors of a batch are most of what a tiny file takes. */
  private int batchSize(ReaderSettings settings) {
    long rows = rowsOfGroups().stream().mapToLong(Long::longValue).max().orElse(1);
    return (int) Math.max(1, Math.min(settings.batchSize(), rows));
  }

  private List<Long> rowsOfGroups() {
    return footer.getBlocks().stream().map(BlockMetaData::getRowCount).toList();
  }

  /**
   * Whether it pays to look the filter's values up in dictionaries. Parquet makes a hash set of a
   * dictionary for that, and once for each comparison, which takes longer than reading what the
   * page index leaves of the row group if the dictionary is large.
   */
  private boolean hasSmallDictionaries(Set<ColumnPath> columns) {
    for (BlockMetaData block : footer.getBlocks()) {
      for (ColumnChunkMetaData chunk : block.getColumns()) {
        boolean large =
            columns.contains(chunk.getPath())
                && chunk.hasDictionaryPage()
                && chunk.getFirstDataPageOffset() - chunk.getDictionaryPageOffset()
                    > MAX_DICTIONARY_BYTES;
        if (large) {
          return false;
        }
      }
    }
    return true;
  }

  private static List<StructField> withPositions(List<StructField> requested, boolean positions) {
    if (!positions) {
      return requested;
    }
    List<StructField> all = new ArrayList<>(requested);
    all.add(
        DataTypes.createStructField(
            ParquetFileFormat.ROW_INDEX_TEMPORARY_COLUMN_NAME(), DataTypes.LongType, true));
    return all;
  }

  private static TaskAttemptID attemptId() {
    return new TaskAttemptID(new TaskID(new JobID(), TaskType.MAP, 0), 0);
  }

  @Override
  public void close() throws IOException {
    if (stream != null) {
      stream.close();
      stream = null;
    }
  }
}
