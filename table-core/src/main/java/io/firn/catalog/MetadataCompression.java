package io.firn.catalog;

import io.firn.codec.json.MetadataJson;
import io.firn.error.InvalidInputException;
import io.firn.model.TableMetadata;
import io.firn.model.TableProperties;
import java.util.Locale;
import java.util.Map;

/** How metadata files are compressed, and what their names end with then. */
public enum MetadataCompression {
  NONE(".metadata.json"),
  GZIP(".gz.metadata.json");

  private final String extension;

  MetadataCompression(String extension) {
    this.extension = extension;
  }

  /** What {@code write.metadata.compression-codec} of the table says. */
  public static MetadataCompression of(Map<String, String> tableProperties) {
    String codec =
        TableProperties.stringValue(
            tableProperties,
            TableProperties.METADATA_COMPRESSION,
            TableProperties.METADATA_COMPRESSION_DEFAULT);
    return switch (codec.toLowerCase(Locale.ROOT)) {
      case "none" -> NONE;
      case "gzip" -> GZIP;
      default ->
          throw new InvalidInputException(
              "Invalid value '"
                  + codec
                  + "' of "
                  + TableProperties.METADATA_COMPRESSION
                  + ": expected none or gzip");
    };
  }

  public String extension() {
    return extension;
  }

  public byte[] encode(TableMetadata metadata) {
    return this == GZIP ? MetadataJson.writeGzip(metadata) : MetadataJson.write(metadata);
  }
}
