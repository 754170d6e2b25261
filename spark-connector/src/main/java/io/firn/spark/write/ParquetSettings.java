package io.firn.spark.write;

import static io.firn.model.TableProperties.intValue;
import static io.firn.model.TableProperties.longValue;

import io.firn.codec.parquet.columns.MergeSettings;
import io.firn.error.InvalidInputException;
import io.firn.model.TableProperties;
import io.firn.types.Schema;
import java.util.Locale;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.column.ParquetProperties;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/** The table's {@code write.parquet.*} properties on their way into a Parquet writer. */
final class ParquetSettings {
  /** Names of zlib's levels in Hadoop, by level. */
  private static final String[] ZLIB_LEVELS = {
    "NO_COMPRESSION",
    "BEST_SPEED",
    "TWO",
    "THREE",
    "FOUR",
    "FIVE",
    "SIX",
    "SEVEN",
    "EIGHT",
    "BEST_COMPRESSION"
  };

  private final Map<String, String> properties;
  private final CompressionCodecName codec;
  private final int level;

  /** {@code level} is {@code Integer.MIN_VALUE} for the codec's own default. */
  ParquetSettings(Map<String, String> properties, String codec, int level) {
    this.properties = properties;
    this.codec = CompressionCodecName.valueOf(codec.toUpperCase(Locale.ROOT));
    this.level = level;
  }

  <T, B extends ParquetWriter.Builder<T, B>> B apply(
      B builder, Configuration shared, Schema schema) {
    apply(new ParquetKnobs.OfRows(builder), schema);
    return builder
        .withConf(conf(shared))
        .withCompressionCodec(codec)
        .withRowGroupSize(rowGroupSizeBytes());
  }

  /** For a file that is written column by column; {@code metadata} goes into its footer. */
  MergeSettings ofColumns(Configuration shared, Schema schema, Map<String, String> metadata) {
    ParquetProperties.Builder builder = ParquetProperties.builder();
    apply(new ParquetKnobs.OfColumns(builder), schema);
    return new MergeSettings(builder.build(), codec, conf(shared), rowGroupSizeBytes(), metadata);
  }

  /** A copy takes as long as much of a small file. */
  private Configuration conf(Configuration shared) {
    if (level == Integer.MIN_VALUE) {
      return shared;
    }
    Configuration conf = new Configuration(shared);
    setLevel(conf);
    return conf;
  }

  private long rowGroupSizeBytes() {
    return longValue(
        properties,
        TableProperties.PARQUET_ROW_GROUP_SIZE_BYTES,
        TableProperties.PARQUET_ROW_GROUP_SIZE_BYTES_DEFAULT);
  }

  private void apply(ParquetKnobs knobs, Schema schema) {
    knobs.version(version());
    knobs.pageSize(
        intValue(
            properties,
            TableProperties.PARQUET_PAGE_SIZE_BYTES,
            TableProperties.PARQUET_PAGE_SIZE_BYTES_DEFAULT));
    knobs.pageRowCountLimit(
        intValue(
            properties,
            TableProperties.PARQUET_PAGE_ROW_LIMIT,
            TableProperties.PARQUET_PAGE_ROW_LIMIT_DEFAULT));
    knobs.dictionaryPageSize(
        intValue(
            properties,
            TableProperties.PARQUET_DICT_SIZE_BYTES,
            TableProperties.PARQUET_DICT_SIZE_BYTES_DEFAULT));
    knobs.rowsBetweenSizeChecks(
        intValue(
            properties,
            TableProperties.PARQUET_ROW_GROUP_CHECK_MIN,
            TableProperties.PARQUET_ROW_GROUP_CHECK_MIN_DEFAULT),
        intValue(
            properties,
            TableProperties.PARQUET_ROW_GROUP_CHECK_MAX,
            TableProperties.PARQUET_ROW_GROUP_CHECK_MAX_DEFAULT));
    knobs.maxBloomFilterBytes(
        intValue(
            properties,
            TableProperties.PARQUET_BLOOM_MAX_BYTES,
            TableProperties.PARQUET_BLOOM_MAX_BYTES_DEFAULT));
    applyColumns(knobs, schema);
  }

  private void applyColumns(ParquetKnobs knobs, Schema schema) {
    properties.forEach(
        (key, value) -> {
          column(key, TableProperties.PARQUET_BLOOM_ENABLED_PREFIX, schema)
              .ifPresent(path -> knobs.bloomFilter(path, bool(key, value)));
          column(key, TableProperties.PARQUET_BLOOM_FPP_PREFIX, schema)
              .ifPresent(
                  path ->
                      knobs.bloomFilterFpp(
                          path,
                          TableProperties.doubleValue(
                              properties, key, TableProperties.PARQUET_BLOOM_FPP_DEFAULT)));
          column(key, TableProperties.PARQUET_BLOOM_NDV_PREFIX, schema)
              .ifPresent(path -> knobs.bloomFilterNdv(path, longValue(properties, key, 0)));
          column(key, TableProperties.PARQUET_STATS_ENABLED_PREFIX, schema)
              .ifPresent(path -> knobs.statistics(path, bool(key, value)));
        });
  }

  private boolean bool(String key, String value) {
    return TableProperties.optionalBoolean(Map.of(key, value), key).orElseThrow();
  }

  /** The column's path in the Parquet schema; columns that the table no longer has don't matter. */
  private static java.util.Optional<String> column(String key, String prefix, Schema schema) {
    if (!key.startsWith(prefix)) {
      return java.util.Optional.empty();
    }
    return schema
        .field(key.substring(prefix.length()))
        .map(field -> ParquetColumnPath.of(schema, field.id()));
  }

  private ParquetProperties.WriterVersion version() {
    String text =
        properties.getOrDefault(
            TableProperties.PARQUET_PAGE_VERSION, TableProperties.PARQUET_PAGE_VERSION_DEFAULT);
    return switch (text.toLowerCase(Locale.ROOT)) {
      case "v1" -> ParquetProperties.WriterVersion.PARQUET_1_0;
      case "v2" -> ParquetProperties.WriterVersion.PARQUET_2_0;
      default ->
          throw new InvalidInputException(
              "Invalid value '"
                  + text
                  + "' of "
                  + TableProperties.PARQUET_PAGE_VERSION
                  + ": expected v1 or v2");
    };
  }

  private void setLevel(Configuration conf) {
    switch (codec) {
      case ZSTD -> conf.setInt("parquet.compression.codec.zstd.level", level);
      case GZIP -> {
        if (level < 0 || level >= ZLIB_LEVELS.length) {
          throw new InvalidInputException(
              "Invalid compression level " + level + " for gzip: expected 0 to 9");
        }
        conf.set("zlib.compress.level", ZLIB_LEVELS[level]);
      }
      default ->
          throw new InvalidInputException(
              "The codec "
                  + codec.name().toLowerCase(Locale.ROOT)
                  + " has no compression level, but "
                  + level
                  + " is set; unset "
                  + TableProperties.PARQUET_COMPRESSION_LEVEL
                  + " or the option compression-level");
    }
  }
}
