package io.firn.codec.avro;

import io.firn.error.UnsupportedFeatureException;
import io.firn.model.ManifestContent;
import io.firn.partition.PartitionSpec;
import io.firn.types.Schema;

/**
 * What one manifest is written with. {@code schema} is the table's current schema, {@code
 * snapshotId} the snapshot that adds the manifest.
 */
public record ManifestSettings(
    int formatVersion,
    Schema schema,
    PartitionSpec spec,
    ManifestContent content,
    long snapshotId,
    AvroCompression compression) {

  public ManifestSettings {
    if (formatVersion != 2 && formatVersion != 3) {
      throw new UnsupportedFeatureException(
          "Cannot write a manifest of format version "
              + formatVersion
              + ": versions 2 and 3 can be written; upgrade the table with the property"
              + " format-version");
    }
  }
}
