package io.firn.codec.parquet;

import io.firn.io.OutputFile;
import io.firn.model.ColumnStats;
import io.firn.model.DataFile;
import io.firn.model.FileContent;
import io.firn.model.FileFormat;
import io.firn.types.ReservedFields;
import io.firn.types.SimpleType;
import io.firn.types.SingleValue;
import io.firn.types.StructValue;
import io.firn.types.ValueOrder;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.apache.parquet.hadoop.ParquetWriter;
import org.jspecify.annotations.Nullable;

/**
 * Writes one position delete file of a v2 table (spec: Position Delete Files). Deletes are added in
 * order of path and position. The file is complete and {@link #toDataFile} answers once it is
 * closed.
 */
public final class PositionDeleteWriter implements AutoCloseable {
  private static final MetricsConfig WHOLE_BOUNDS =
      MetricsConfig.of(
          PositionDeleteFile.SCHEMA, Map.of("write.metadata.metrics.default", "full"), new int[0]);

  private final String location;
  private final int specId;
  private final StructValue partition;
  private final ParquetRowWriter writer;
  private @Nullable String lastPath;
  private long lastPosition;
  private boolean oneDataFile = true;
  private final Optional<String> onlyDataFile;

  private PositionDeleteWriter(
      OutputFile file,
      Optional<String> onlyDataFile,
      int specId,
      StructValue partition,
      RowFileSettings settings) {
    this.location = file.location();
    this.onlyDataFile = onlyDataFile;
    this.specId = specId;
    this.partition = partition;
    Map<String, String> metadata = new HashMap<>(settings.metadata());
    metadata.put("delete-type", "position");
    this.writer =
        ParquetRowWriter.create(
            file, PositionDeleteFile.SCHEMA, settings.withMetadata(metadata), this::layOut);
  }

  /**
   * Positions are all different, so that a dictionary of them only costs. The bounds of the one
   * path of a file are known, and comparing long paths for each row would be most of the work.
   */
  private void layOut(ParquetWriter.Builder<StructValue, ?> builder) {
    builder.withDictionaryEncoding(ReservedFields.DELETE_FILE_POS.name(), false);
    if (onlyDataFile.isPresent()) {
      builder.withStatisticsEnabled(ReservedFields.DELETE_FILE_PATH.name(), false);
    }
  }

  /** Creates the file; spec and partition are those of the data files whose rows it deletes. */
  public static PositionDeleteWriter create(
      OutputFile file, int specId, StructValue partition, RowFileSettings settings) {
    return new PositionDeleteWriter(file, Optional.empty(), specId, partition, settings);
  }

  /** As {@link #create}, for deletes of one data file only. */
  public static PositionDeleteWriter createFor(
      String dataFile,
      OutputFile file,
      int specId,
      StructValue partition,
      RowFileSettings settings) {
    return new PositionDeleteWriter(file, Optional.of(dataFile), specId, partition, settings);
  }

  /**
   * Deletes one row of a data file.
   *
   * @throws IllegalArgumentException if path and position are not above those added before, or the
   *     file is for another data file
   */
  public void add(String dataFile, long position) {
    if (onlyDataFile.isPresent() && !onlyDataFile.get().equals(dataFile)) {
      throw new IllegalArgumentException(
          "A delete of %s in a file for %s".formatted(dataFile, onlyDataFile.get()));
    }
    if (lastPath != null) {
      int order =
          lastPath.equals(dataFile)
              ? 0
              : ValueOrder.of(SimpleType.STRING).compare(lastPath, dataFile);
      if (order > 0 || (order == 0 && lastPosition >= position)) {
        throw new IllegalArgumentException(
            "Row %d of %s after row %d of %s in a position delete file"
                .formatted(position, dataFile, lastPosition, lastPath));
      }
      oneDataFile &= order == 0;
    }
    lastPath = dataFile;
    lastPosition = position;
    writer.add(StructValue.of(dataFile, position));
  }

  /** Bytes written and buffered so far, about. */
  public long sizeInBytes() {
    return writer.sizeInBytes();
  }

  @Override
  public void close() {
    writer.close();
  }

  /**
   * The closed file. Its bounds of path and position are whole; one whose deletes are all of one
   * data file names that as its referenced data file.
   */
  public DataFile toDataFile() {
    ParquetStats stats = writer.stats(WHOLE_BOUNDS);
    return new DataFile(
        FileContent.POSITION_DELETES,
        location,
        FileFormat.PARQUET,
        specId,
        partition,
        stats.recordCount(),
        writer.fileSizeInBytes(),
        bounded(stats.columnStats()),
        Optional.empty(),
        stats.splitOffsets(),
        List.of(),
        OptionalInt.empty(),
        OptionalLong.empty(),
        oneDataFile ? Optional.ofNullable(lastPath) : Optional.empty(),
        OptionalLong.empty(),
        OptionalLong.empty());
  }

  /** Both columns are required, so their counts say nothing. */
  private ColumnStats bounded(ColumnStats stats) {
    return new ColumnStats(
        stats.columnSizes(),
        Map.of(),
        Map.of(),
        Map.of(),
        withPath(stats.lowerBounds()),
        withPath(stats.upperBounds()));
  }

  private Map<Integer, ByteBuffer> withPath(Map<Integer, ByteBuffer> bounds) {
    if (onlyDataFile.isEmpty() || lastPath == null) {
      return bounds;
    }
    Map<Integer, ByteBuffer> all = new HashMap<>(bounds);
    all.put(
        ReservedFields.DELETE_FILE_PATH.id(),
        SingleValue.toBytes(SimpleType.STRING, onlyDataFile.get()));
    return all;
  }
}
