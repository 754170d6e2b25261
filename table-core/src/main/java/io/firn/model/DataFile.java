package io.firn.model;

import io.firn.types.StructValue;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * A data file, delete file or deletion vector as a manifest lists it (spec: Data File Fields).
 * {@code recordCount} of a delete file is its number of deletes. {@code partition} has the shape of
 * the spec {@code specId}. {@code referencedDataFile}, {@code contentOffset} and {@code
 * contentSizeInBytes} are set for deletion vectors.
 */
public record DataFile(
    FileContent content,
    String filePath,
    FileFormat fileFormat,
    int specId,
    StructValue partition,
    long recordCount,
    long fileSizeInBytes,
    ColumnStats stats,
    Optional<ByteBuffer> keyMetadata,
    List<Long> splitOffsets,
    List<Integer> equalityIds,
    OptionalInt sortOrderId,
    OptionalLong firstRowId,
    Optional<String> referencedDataFile,
    OptionalLong contentOffset,
    OptionalLong contentSizeInBytes) {

  /** A Parquet data file without optional parts. */
  public static DataFile parquet(
      String filePath, int specId, StructValue partition, long recordCount, long fileSizeInBytes) {
    return new DataFile(
        FileContent.DATA,
        filePath,
        FileFormat.PARQUET,
        specId,
        partition,
        recordCount,
        fileSizeInBytes,
        ColumnStats.none(),
        Optional.empty(),
        List.of(),
        List.of(),
        OptionalInt.empty(),
        OptionalLong.empty(),
        Optional.empty(),
        OptionalLong.empty(),
        OptionalLong.empty());
  }

  public boolean isDeletionVector() {
    return content == FileContent.POSITION_DELETES && fileFormat == FileFormat.PUFFIN;
  }

  /**
   * What makes a file one file of the table: the path, and for vectors the place in it (many
   * vectors share one Puffin file).
   */
  public FileKey key() {
    return new FileKey(filePath, contentOffset.orElse(-1));
  }

  public DataFile withStats(ColumnStats newStats) {
    return copy(newStats, splitOffsets, sortOrderId, firstRowId, referencedDataFile);
  }

  public DataFile withFirstRowId(OptionalLong newFirstRowId) {
    return copy(stats, splitOffsets, sortOrderId, newFirstRowId, referencedDataFile);
  }

  public DataFile withSplitOffsets(List<Long> newSplitOffsets) {
    return copy(stats, newSplitOffsets, sortOrderId, firstRowId, referencedDataFile);
  }

  public DataFile withSortOrderId(OptionalInt newSortOrderId) {
    return copy(stats, splitOffsets, newSortOrderId, firstRowId, referencedDataFile);
  }

  public DataFile withReferencedDataFile(String dataFile) {
    return copy(stats, splitOffsets, sortOrderId, firstRowId, Optional.of(dataFile));
  }

  private DataFile copy(
      ColumnStats newStats,
      List<Long> newSplitOffsets,
      OptionalInt newSortOrderId,
      OptionalLong newFirstRowId,
      Optional<String> newReferencedDataFile) {
    return new DataFile(
        content,
        filePath,
        fileFormat,
        specId,
        partition,
        recordCount,
        fileSizeInBytes,
        newStats,
        keyMetadata,
        newSplitOffsets,
        equalityIds,
        newSortOrderId,
        newFirstRowId,
        newReferencedDataFile,
        contentOffset,
        contentSizeInBytes);
  }
}
