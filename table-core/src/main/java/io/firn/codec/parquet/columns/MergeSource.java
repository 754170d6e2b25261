package io.firn.codec.parquet.columns;

import io.firn.deletes.PositionSet;
import io.firn.model.DataFile;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A part of a data file whose live rows go to a new one: the row groups whose middle is in {@code
 * length} bytes from {@code start} on, without the rows at the deleted positions.
 *
 * @param sequenceNumber data sequence number of the file; empty if it is in no snapshot, so that
 *     its rows inherit nothing and keep the lineage that is stored
 * @param constants values that the columns of these field ids have in all rows, whatever is stored
 */
public record MergeSource(
    DataFile file,
    long start,
    long length,
    OptionalLong sequenceNumber,
    Optional<PositionSet> deleted,
    Map<Integer, Optional<Object>> constants) {

  public MergeSource {
    constants = Map.copyOf(constants);
  }

  /** A part of a file of the table. */
  public MergeSource(
      DataFile file,
      long start,
      long length,
      long sequenceNumber,
      Optional<PositionSet> deleted,
      Map<Integer, Optional<Object>> constants) {
    this(file, start, length, OptionalLong.of(sequenceNumber), deleted, constants);
  }

  /** The same rows, of a file that is in no snapshot yet. */
  public MergeSource uncommitted() {
    return new MergeSource(file, start, length, OptionalLong.empty(), deleted, constants);
  }

  /** Whether the rows are in no snapshot yet. */
  public boolean isUncommitted() {
    return sequenceNumber.isEmpty();
  }

  String location() {
    return file.filePath();
  }
}
