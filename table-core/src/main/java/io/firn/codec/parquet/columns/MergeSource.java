package io.firn.codec.parquet.columns;

import io.firn.deletes.PositionSet;
import io.firn.model.DataFile;
import java.util.Map;
import java.util.Optional;

/**
 * A part of a data file whose live rows go to a new one: the row groups whose middle is in {@code
 * length} bytes from {@code start} on, without the rows at the deleted positions.
 *
 * @param sequenceNumber data sequence number of the file
 * @param constants values that the columns of these field ids have in all rows, whatever is stored
 */
public record MergeSource(
    DataFile file,
    long start,
    long length,
    long sequenceNumber,
    Optional<PositionSet> deleted,
    Map<Integer, Optional<Object>> constants) {

  public MergeSource {
    constants = Map.copyOf(constants);
  }

  String location() {
    return file.filePath();
  }
}
