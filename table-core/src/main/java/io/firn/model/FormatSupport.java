package io.firn.model;

import io.firn.error.UnsupportedFeatureException;
import io.firn.partition.PartitionField;
import io.firn.partition.UnknownTransform;
import io.firn.types.Field;
import io.firn.types.GeographyType;
import io.firn.types.GeometryType;
import io.firn.types.Schema;

/**
 * Which tables this version can read and write data of. Metadata of all of them can be read; what
 * is refused is an {@link UnsupportedFeatureException} that names the table and the reason.
 */
public final class FormatSupport {
  private FormatSupport() {}

  /** Whether data files can be read; see also {@link #requireReadable(Schema, String)}. */
  public static void requireReadable(TableMetadata metadata, String tableName) {
    requireNotEncrypted(metadata, "read", tableName);
  }

  /** Whether the columns can be read; {@code projected} holds the columns of one scan. */
  public static void requireReadable(Schema projected, String tableName) {
    requireKnownColumns(projected, "read", tableName);
  }

  /** Whether snapshots can be added. */
  public static void requireWritable(TableMetadata metadata, String tableName) {
    if (metadata.formatVersion() < 2) {
      throw new UnsupportedFeatureException(
          "Cannot write to table "
              + tableName
              + " of format version "
              + metadata.formatVersion()
              + ", which can only be read; set its property format-version to 2 first");
    }
    requireNotEncrypted(metadata, "write to", tableName);
    requireKnownColumns(metadata.schema(), "write to", tableName);
    for (PartitionField field : metadata.spec().fields()) {
      if (field.transform() instanceof UnknownTransform transform) {
        throw new UnsupportedFeatureException(
            "Cannot write to table "
                + tableName
                + ": it is partitioned by "
                + field.name()
                + " with the unknown transform "
                + transform);
      }
    }
  }

  private static void requireNotEncrypted(TableMetadata metadata, String verb, String tableName) {
    boolean keyId = metadata.properties().containsKey(TableProperties.ENCRYPTION_KEY_ID);
    if (keyId || !metadata.encryptionKeys().isEmpty()) {
      throw new UnsupportedFeatureException(
          "Cannot "
              + verb
              + " table "
              + tableName
              + ": it is encrypted ("
              + (keyId
                  ? "property " + TableProperties.ENCRYPTION_KEY_ID
                  : "encryption-keys in its metadata")
              + "), which is not supported yet");
    }
  }

  private static void requireKnownColumns(Schema schema, String verb, String tableName) {
    for (Field field : schema.fieldsById().values()) {
      if (field.type() instanceof GeometryType || field.type() instanceof GeographyType) {
        throw new UnsupportedFeatureException(
            "Cannot "
                + verb
                + " column "
                + schema.fullName(field.id()).orElse(field.name())
                + " of table "
                + tableName
                + ": its type "
                + field.type()
                + " is not supported yet");
      }
    }
  }
}
