package io.firn.codec.parquet;

import static io.firn.model.TableProperties.DELETE_PARQUET_PREFIX;
import static io.firn.model.TableProperties.PARQUET_COMPRESSION;
import static io.firn.model.TableProperties.PARQUET_COMPRESSION_LEVEL;
import static io.firn.model.TableProperties.PARQUET_COMPRESSION_NEW_TABLES;
import static io.firn.model.TableProperties.PARQUET_PREFIX;
import static io.firn.model.TableProperties.PARQUET_ROW_GROUP_SIZE_BYTES;
import static io.firn.model.TableProperties.PARQUET_ROW_GROUP_SIZE_BYTES_DEFAULT;

import io.firn.error.InvalidInputException;
import io.firn.model.TableProperties;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/**
 * How a row writer lays out its file. {@code codec} is a name of {@code
 * write.parquet.compression-codec}; an empty level is the codec's usual one. {@code metadata} goes
 * into the footer.
 */
public record RowFileSettings(
    String codec, OptionalInt level, long rowGroupSizeBytes, Map<String, String> metadata) {

  public RowFileSettings {
    metadata = Map.copyOf(metadata);
    codecName(codec);
  }

  /** Zstandard, row groups of 128 MiB. */
  public static RowFileSettings defaults() {
    return new RowFileSettings(
        PARQUET_COMPRESSION_NEW_TABLES,
        OptionalInt.empty(),
        PARQUET_ROW_GROUP_SIZE_BYTES_DEFAULT,
        Map.of());
  }

  /** What {@code write.delete.parquet.*} says, and where it does not, {@code write.parquet.*}. */
  public static RowFileSettings ofDeletes(Map<String, String> tableProperties) {
    Map<String, String> effective = new HashMap<>(tableProperties);
    tableProperties.forEach(
        (key, value) -> {
          if (key.startsWith(DELETE_PARQUET_PREFIX)) {
            effective.put(PARQUET_PREFIX + key.substring(DELETE_PARQUET_PREFIX.length()), value);
          }
        });
    return new RowFileSettings(
        effective.getOrDefault(PARQUET_COMPRESSION, TableProperties.PARQUET_COMPRESSION_DEFAULT),
        TableProperties.optionalInt(effective, PARQUET_COMPRESSION_LEVEL),
        TableProperties.longValue(
            effective, PARQUET_ROW_GROUP_SIZE_BYTES, PARQUET_ROW_GROUP_SIZE_BYTES_DEFAULT),
        Map.of());
  }

  public RowFileSettings withMetadata(Map<String, String> newMetadata) {
    return new RowFileSettings(codec, level, rowGroupSizeBytes, newMetadata);
  }

  CompressionCodecName codecName() {
    return codecName(codec);
  }

  private static CompressionCodecName codecName(String codec) {
    return switch (codec.toLowerCase(Locale.ROOT)) {
      case "zstd" -> CompressionCodecName.ZSTD;
      case "gzip" -> CompressionCodecName.GZIP;
      case "snappy" -> CompressionCodecName.SNAPPY;
      case "lz4_raw" -> CompressionCodecName.LZ4_RAW;
      case "none", "uncompressed" -> CompressionCodecName.UNCOMPRESSED;
      default ->
          throw new InvalidInputException(
              PARQUET_COMPRESSION
                  + " of a delete file must be zstd, gzip, snappy, lz4_raw or uncompressed, not "
                  + codec);
    };
  }
}
