package io.firn.codec.parquet;

import io.firn.error.StorageException;
import io.firn.io.OutputFile;
import io.firn.model.ColumnStats;
import io.firn.model.DataFile;
import io.firn.model.FileContent;
import io.firn.model.FileFormat;
import io.firn.types.SimpleType;
import io.firn.types.StructValue;
import io.firn.types.ValueOrder;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
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
  private final ParquetOutput output;
  private final PositionDeletePages pages;
  private @Nullable String lastPath;
  private long lastPosition;
  private boolean oneDataFile = true;
  private boolean closed;

  private PositionDeleteWriter(
      OutputFile file, int specId, StructValue partition, RowFileSettings settings) {
    this.location = file.location();
    this.specId = specId;
    this.partition = partition;
    this.output = new ParquetOutput(file);
    Map<String, String> metadata = new HashMap<>(settings.metadata());
    metadata.put("delete-type", "position");
    try {
      this.pages =
          new PositionDeletePages(
              output,
              SchemaToParquet.convert(PositionDeleteFile.SCHEMA.struct(), "table"),
              settings.withMetadata(metadata));
    } catch (IOException e) {
      throw failed(e);
    }
  }

  /** Creates the file; spec and partition are those of the data files whose rows it deletes. */
  public static PositionDeleteWriter create(
      OutputFile file, int specId, StructValue partition, RowFileSettings settings) {
    return new PositionDeleteWriter(file, specId, partition, settings);
  }

  /**
   * Deletes one row of a data file.
   *
   * @throws IllegalArgumentException if path and position are not above those added before
   */
  public void add(String dataFile, long position) {
    boolean samePath = dataFile.equals(lastPath);
    if (lastPath != null && (samePath ? lastPosition >= position : isAbove(lastPath, dataFile))) {
      throw new IllegalArgumentException(
          "Row %d of %s after row %d of %s in a position delete file"
              .formatted(position, dataFile, lastPosition, lastPath));
    }
    try {
      if (!samePath) {
        oneDataFile = lastPath == null;
        lastPath = dataFile;
        pages.startPath(dataFile);
      }
      lastPosition = position;
      pages.add(position);
    } catch (IOException e) {
      throw failed(e);
    }
  }

  private static boolean isAbove(String path, String other) {
    return ValueOrder.of(SimpleType.STRING).compare(path, other) > 0;
  }

  /** Bytes written and buffered so far, about. */
  public long sizeInBytes() {
    return pages.sizeInBytes();
  }

  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    try {
      pages.close();
    } catch (IOException e) {
      throw failed(e);
    }
  }

  private StorageException failed(IOException e) {
    return new StorageException("Cannot write " + location + ": " + ParquetOutput.reason(e), e);
  }

  /**
   * The closed file. Its bounds of path and position are whole; one whose deletes are all of one
   * data file names that as its referenced data file.
   */
  public DataFile toDataFile() {
    if (!closed) {
      throw new IllegalStateException("The file is not closed yet: " + location);
    }
    ParquetStats stats =
        FooterStats.of(pages.footer(), PositionDeleteFile.SCHEMA, WHOLE_BOUNDS, Map.of());
    return new DataFile(
        FileContent.POSITION_DELETES,
        location,
        FileFormat.PARQUET,
        specId,
        partition,
        stats.recordCount(),
        output.length(),
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
        stats.lowerBounds(),
        stats.upperBounds());
  }
}
