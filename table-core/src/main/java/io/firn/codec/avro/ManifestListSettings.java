package io.firn.codec.avro;

import java.util.Map;
import java.util.OptionalLong;

/**
 * The snapshot that a manifest list is written for. {@code firstRowId} is needed from format
 * version 3 on and empty before. {@code extraHeader} is added to the file's key-value metadata.
 */
public record ManifestListSettings(
    int formatVersion,
    long snapshotId,
    OptionalLong parentSnapshotId,
    long sequenceNumber,
    OptionalLong firstRowId,
    AvroCompression compression,
    Map<String, String> extraHeader) {

  public ManifestListSettings {
    extraHeader = Map.copyOf(extraHeader);
    if (formatVersion != 2 && formatVersion != 3) {
      throw new IllegalArgumentException(
          "Cannot write a manifest list of format version " + formatVersion);
    }
    if (firstRowId.isPresent() != (formatVersion >= 3)) {
      throw new IllegalArgumentException(
          "First row id " + firstRowId + " in format version " + formatVersion);
    }
  }
}
