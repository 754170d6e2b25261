package io.firn.codec.delta;

import java.util.Map;
import java.util.Optional;

/**
 * A data file that a version adds (Delta protocol: Add File). {@code location} is absolute; the
 * partition values are strings by physical column name, those that are null left out. {@code
 * changesData} is false of files that hold rows which were there before.
 */
public record DeltaFile(
    String location,
    long size,
    Map<String, String> partitionValues,
    boolean changesData,
    Optional<DeltaVector> vector) {

  public DeltaFile {
    partitionValues = Map.copyOf(partitionValues);
  }
}
