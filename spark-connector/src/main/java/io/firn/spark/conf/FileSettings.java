package io.firn.spark.conf;

import io.firn.error.UnsupportedFeatureException;
import io.firn.model.TableProperties;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;

/**
 * How a write makes its files. Sizes in bytes. {@code parquetProperties} are the table's {@code
 * write.parquet.*} properties (and {@code write.delete.parquet.*}), for settings that no option
 * overrides.
 */
public record FileSettings(
    long targetFileSizeBytes,
    long targetDeleteFileSizeBytes,
    String compressionCodec,
    OptionalInt compressionLevel,
    Map<String, String> parquetProperties) {

  private static final String SESSION = "spark.sql.iceberg.";

  /** What Spark's Parquet writer can compress with, without native libraries of its own. */
  private static final Set<String> CODECS =
      Set.of("zstd", "gzip", "snappy", "lz4", "lz4_raw", "uncompressed", "none");

  static FileSettings resolve(Settings settings) {
    requireParquet(settings.of("write-format", "", TableProperties.DEFAULT_FILE_FORMAT));
    requireNoVariantShredding(settings);
    settings
        .of("compression-strategy", SESSION + "compression-strategy", "")
        .string()
        .ifPresent(
            value -> {
              throw new UnsupportedFeatureException(
                  "compression-strategy="
                      + value
                      + " applies to ORC files; Firn writes Parquet files");
            });
    Setting codec =
        settings.of(
            "compression-codec",
            SESSION + "compression-codec",
            TableProperties.PARQUET_COMPRESSION);
    return new FileSettings(
        settings
            .of("target-file-size-bytes", "", TableProperties.TARGET_FILE_SIZE_BYTES)
            .number(1L, TableProperties.TARGET_FILE_SIZE_BYTES_DEFAULT),
        settings
            .of("target-delete-file-size-bytes", "", TableProperties.DELETE_TARGET_FILE_SIZE_BYTES)
            .number(1L, TableProperties.DELETE_TARGET_FILE_SIZE_BYTES_DEFAULT),
        codec(codec),
        settings
            .of(
                "compression-level",
                SESSION + "compression-level",
                TableProperties.PARQUET_COMPRESSION_LEVEL)
            .optionalInt(Integer.MIN_VALUE),
        parquetProperties(settings.properties()));
  }

  private static String codec(Setting setting) {
    String codec =
        setting
            .string()
            .orElse(TableProperties.PARQUET_COMPRESSION_DEFAULT)
            .toLowerCase(Locale.ROOT);
    if (!CODECS.contains(codec)) {
      throw setting.invalid("zstd, gzip, snappy, lz4, lz4_raw or uncompressed");
    }
    return codec.equals("none") ? "uncompressed" : codec;
  }

  private static void requireParquet(Setting format) {
    String name = format.string().orElse("parquet").toLowerCase(Locale.ROOT);
    if (name.equals("avro") || name.equals("orc")) {
      throw new UnsupportedFeatureException(
          "Cannot write "
              + name
              + " files ("
              + format.source()
              + "="
              + name
              + "): Firn writes data as Parquet; say option write-format=parquet");
    }
    if (!name.equals("parquet")) {
      throw format.invalid("parquet");
    }
  }

  private static void requireNoVariantShredding(Settings settings) {
    Setting shred = settings.of("shred-variants", SESSION + "shred-variants", "");
    if (shred.bool(false)) {
      throw new UnsupportedFeatureException(
          "Shredding variants (" + shred.source() + "=true) is not supported yet");
    }
    Setting buffer = settings.sessionKey(SESSION + "variant-inference-buffer-size");
    if (buffer.string().isPresent()) {
      throw new UnsupportedFeatureException(
          "Shredding variants (" + buffer.source() + ") is not supported yet");
    }
  }

  private static Map<String, String> parquetProperties(Map<String, String> properties) {
    Map<String, String> parquet = new java.util.TreeMap<>();
    properties.forEach(
        (key, value) -> {
          if (key.startsWith(TableProperties.PARQUET_PREFIX)
              || key.startsWith(TableProperties.DELETE_PARQUET_PREFIX)) {
            parquet.put(key, value);
          }
        });
    return java.util.Collections.unmodifiableMap(parquet);
  }
}
