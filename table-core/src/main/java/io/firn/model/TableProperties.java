package io.firn.model;

import io.firn.error.InvalidInputException;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Names and defaults of the table properties that Firn acts on, and their typed reading. A value
 * that does not parse is an {@link InvalidInputException} that names key and value. Sizes in bytes.
 */
public final class TableProperties {
  public static final String FORMAT_VERSION = "format-version";
  public static final String COMMENT = "comment";
  public static final String PROVIDER = "provider";
  public static final String LOCATION = "location";

  public static final String UUID = "uuid";
  public static final String SNAPSHOT_COUNT = "snapshot-count";
  public static final String CURRENT_SNAPSHOT_SUMMARY = "current-snapshot-summary";
  public static final String CURRENT_SNAPSHOT_ID = "current-snapshot-id";
  public static final String CURRENT_SNAPSHOT_TIMESTAMP_MS = "current-snapshot-timestamp-ms";
  public static final String CURRENT_SCHEMA = "current-schema";
  public static final String DEFAULT_PARTITION_SPEC = "default-partition-spec";
  public static final String DEFAULT_SORT_ORDER = "default-sort-order";

  /**
   * Computed from the metadata, so never stored; {@code format-version} is an order to a commit.
   */
  public static final Set<String> RESERVED =
      Set.of(
          FORMAT_VERSION,
          UUID,
          SNAPSHOT_COUNT,
          CURRENT_SNAPSHOT_SUMMARY,
          CURRENT_SNAPSHOT_ID,
          CURRENT_SNAPSHOT_TIMESTAMP_MS,
          CURRENT_SCHEMA,
          DEFAULT_PARTITION_SPEC,
          DEFAULT_SORT_ORDER);

  public static final String GC_ENABLED = "gc.enabled";
  public static final boolean GC_ENABLED_DEFAULT = true;
  public static final String NAME_MAPPING = "schema.name-mapping.default";
  public static final String IDENTIFIER_FIELDS_RELY = "identifier-fields.rely";
  public static final boolean IDENTIFIER_FIELDS_RELY_DEFAULT = false;

  public static final String COMMIT_NUM_RETRIES = "commit.retry.num-retries";
  public static final int COMMIT_NUM_RETRIES_DEFAULT = 4;
  public static final String COMMIT_MIN_WAIT_MS = "commit.retry.min-wait-ms";
  public static final long COMMIT_MIN_WAIT_MS_DEFAULT = 100;
  public static final String COMMIT_MAX_WAIT_MS = "commit.retry.max-wait-ms";
  public static final long COMMIT_MAX_WAIT_MS_DEFAULT = 60_000;
  public static final String COMMIT_TOTAL_TIMEOUT_MS = "commit.retry.total-timeout-ms";
  public static final long COMMIT_TOTAL_TIMEOUT_MS_DEFAULT = 1_800_000;

  /** Firn's own: whether a commit follows what landed meanwhile instead of failing. */
  public static final String COMMIT_REBASE_ENABLED = "commit.rebase.enabled";

  public static final boolean COMMIT_REBASE_ENABLED_DEFAULT = true;
  public static final String COMMIT_REBASE_MAX_BYTES = "commit.rebase.max-bytes";
  public static final long COMMIT_REBASE_MAX_BYTES_DEFAULT = 256L << 20;
  public static final String COMMIT_REBASE_TIMEOUT_MS = "commit.rebase.timeout-ms";
  public static final long COMMIT_REBASE_TIMEOUT_MS_DEFAULT = 60_000;
  public static final String COMMIT_CONFLICT_READ_MAX_BYTES = "commit.conflict-read.max-bytes";
  public static final long COMMIT_CONFLICT_READ_MAX_BYTES_DEFAULT = 64L << 20;
  public static final String COMMIT_CONFLICT_READ_TIMEOUT_MS = "commit.conflict-read.timeout-ms";
  public static final long COMMIT_CONFLICT_READ_TIMEOUT_MS_DEFAULT = 60_000;

  public static final String STATUS_CHECK_NUM_RETRIES = "commit.status-check.num-retries";
  public static final int STATUS_CHECK_NUM_RETRIES_DEFAULT = 3;
  public static final String STATUS_CHECK_MIN_WAIT_MS = "commit.status-check.min-wait-ms";
  public static final long STATUS_CHECK_MIN_WAIT_MS_DEFAULT = 1_000;
  public static final String STATUS_CHECK_MAX_WAIT_MS = "commit.status-check.max-wait-ms";
  public static final long STATUS_CHECK_MAX_WAIT_MS_DEFAULT = 60_000;
  public static final String STATUS_CHECK_TOTAL_TIMEOUT_MS = "commit.status-check.total-timeout-ms";
  public static final long STATUS_CHECK_TOTAL_TIMEOUT_MS_DEFAULT = 1_800_000;

  public static final String MANIFEST_TARGET_SIZE_BYTES = "commit.manifest.target-size-bytes";
  public static final long MANIFEST_TARGET_SIZE_BYTES_DEFAULT = 8L * 1024 * 1024;
  public static final String MANIFEST_MIN_MERGE_COUNT = "commit.manifest.min-count-to-merge";
  public static final int MANIFEST_MIN_MERGE_COUNT_DEFAULT = 100;
  public static final String MANIFEST_MERGE_ENABLED = "commit.manifest-merge.enabled";
  public static final boolean MANIFEST_MERGE_ENABLED_DEFAULT = true;
  public static final String MANIFEST_COMPRESSION = "write.manifest.compression-codec";
  public static final String MANIFEST_COMPRESSION_DEFAULT = "gzip";
  public static final String MANIFEST_COMPRESSION_LEVEL = "write.manifest.compression-level";

  public static final String MAX_SNAPSHOT_AGE_MS = "history.expire.max-snapshot-age-ms";
  public static final long MAX_SNAPSHOT_AGE_MS_DEFAULT = 432_000_000;
  public static final String MIN_SNAPSHOTS_TO_KEEP = "history.expire.min-snapshots-to-keep";
  public static final int MIN_SNAPSHOTS_TO_KEEP_DEFAULT = 1;
  public static final String MAX_REF_AGE_MS = "history.expire.max-ref-age-ms";
  public static final long MAX_REF_AGE_MS_DEFAULT = Long.MAX_VALUE;

  public static final String METADATA_COMPRESSION = "write.metadata.compression-codec";
  public static final String METADATA_COMPRESSION_DEFAULT = "none";
  public static final String METADATA_PREVIOUS_VERSIONS_MAX =
      "write.metadata.previous-versions-max";
  public static final int METADATA_PREVIOUS_VERSIONS_MAX_DEFAULT = 100;
  public static final String METADATA_DELETE_AFTER_COMMIT =
      "write.metadata.delete-after-commit.enabled";
  public static final boolean METADATA_DELETE_AFTER_COMMIT_DEFAULT = false;

  public static final String METRICS_MAX_INFERRED_COLUMNS =
      "write.metadata.metrics.max-inferred-column-defaults";
  public static final int METRICS_MAX_INFERRED_COLUMNS_DEFAULT = 100;
  public static final String METRICS_DEFAULT_MODE = "write.metadata.metrics.default";
  public static final String METRICS_DEFAULT_MODE_DEFAULT = "truncate(16)";

  /** Followed by a column's full name. */
  public static final String METRICS_COLUMN_MODE_PREFIX = "write.metadata.metrics.column.";

  public static final String WRITE_DATA_PATH = "write.data.path";
  public static final String WRITE_METADATA_PATH = "write.metadata.path";
  public static final String LOCATION_PROVIDER_IMPL = "write.location-provider.impl";
  public static final String OBJECT_STORE_ENABLED = "write.object-storage.enabled";
  public static final boolean OBJECT_STORE_ENABLED_DEFAULT = false;
  public static final String OBJECT_STORE_PARTITIONED_PATHS =
      "write.object-storage.partitioned-paths";
  public static final boolean OBJECT_STORE_PARTITIONED_PATHS_DEFAULT = true;

  /** Old names of {@link #WRITE_DATA_PATH}; Iceberg engines reject tables that still have them. */
  public static final String OBJECT_STORE_PATH = "write.object-storage.path";

  public static final String FOLDER_STORAGE_PATH = "write.folder-storage.path";

  public static final String TARGET_FILE_SIZE_BYTES = "write.target-file-size-bytes";
  public static final long TARGET_FILE_SIZE_BYTES_DEFAULT = 512L * 1024 * 1024;
  public static final String DELETE_TARGET_FILE_SIZE_BYTES = "write.delete.target-file-size-bytes";
  public static final long DELETE_TARGET_FILE_SIZE_BYTES_DEFAULT = 64L * 1024 * 1024;
  public static final String DEFAULT_FILE_FORMAT = "write.format.default";
  public static final String DEFAULT_FILE_FORMAT_DEFAULT = "parquet";
  public static final String DELETE_DEFAULT_FILE_FORMAT = "write.delete.format.default";

  /** Followed by {@code row-group-size-bytes} and so on; see the {@code PARQUET_} keys. */
  public static final String PARQUET_PREFIX = "write.parquet.";

  /** As {@link #PARQUET_PREFIX}, for delete files; a key without value here falls back to it. */
  public static final String DELETE_PARQUET_PREFIX = "write.delete.parquet.";

  public static final String PARQUET_ROW_GROUP_SIZE_BYTES = "write.parquet.row-group-size-bytes";
  public static final long PARQUET_ROW_GROUP_SIZE_BYTES_DEFAULT = 128L * 1024 * 1024;
  public static final String PARQUET_PAGE_SIZE_BYTES = "write.parquet.page-size-bytes";
  public static final int PARQUET_PAGE_SIZE_BYTES_DEFAULT = 1024 * 1024;
  public static final String PARQUET_PAGE_ROW_LIMIT = "write.parquet.page-row-limit";
  public static final int PARQUET_PAGE_ROW_LIMIT_DEFAULT = 20_000;
  public static final String PARQUET_PAGE_VERSION = "write.parquet.page-version";
  public static final String PARQUET_PAGE_VERSION_DEFAULT = "v1";
  public static final String PARQUET_DICT_SIZE_BYTES = "write.parquet.dict-size-bytes";
  public static final int PARQUET_DICT_SIZE_BYTES_DEFAULT = 2 * 1024 * 1024;
  public static final String PARQUET_COMPRESSION = "write.parquet.compression-codec";

  /** For tables that do not say; new tables store {@link #PARQUET_COMPRESSION_NEW_TABLES}. */
  public static final String PARQUET_COMPRESSION_DEFAULT = "gzip";

  public static final String PARQUET_COMPRESSION_NEW_TABLES = "zstd";
  public static final String PARQUET_COMPRESSION_LEVEL = "write.parquet.compression-level";
  public static final String PARQUET_ROW_GROUP_CHECK_MIN =
      "write.parquet.row-group-check-min-record-count";
  public static final int PARQUET_ROW_GROUP_CHECK_MIN_DEFAULT = 100;
  public static final String PARQUET_ROW_GROUP_CHECK_MAX =
      "write.parquet.row-group-check-max-record-count";
  public static final int PARQUET_ROW_GROUP_CHECK_MAX_DEFAULT = 10_000;
  public static final String PARQUET_BLOOM_MAX_BYTES = "write.parquet.bloom-filter-max-bytes";
  public static final int PARQUET_BLOOM_MAX_BYTES_DEFAULT = 1024 * 1024;

  /** These four are followed by a column's full name. */
  public static final String PARQUET_BLOOM_ENABLED_PREFIX =
      "write.parquet.bloom-filter-enabled.column.";

  public static final String PARQUET_BLOOM_FPP_PREFIX = "write.parquet.bloom-filter-fpp.column.";
  public static final double PARQUET_BLOOM_FPP_DEFAULT = 0.01;
  public static final String PARQUET_BLOOM_NDV_PREFIX = "write.parquet.bloom-filter-ndv.column.";
  public static final String PARQUET_STATS_ENABLED_PREFIX = "write.parquet.stats-enabled.column.";
  public static final String PARQUET_SHRED_VARIANTS = "write.parquet.shred-variants";
  public static final boolean PARQUET_SHRED_VARIANTS_DEFAULT = false;

  public static final String SPLIT_SIZE = "read.split.target-size";
  public static final long SPLIT_SIZE_DEFAULT = 128L * 1024 * 1024;
  public static final String METADATA_SPLIT_SIZE = "read.split.metadata-target-size";
  public static final long METADATA_SPLIT_SIZE_DEFAULT = 32L * 1024 * 1024;
  public static final String SPLIT_LOOKBACK = "read.split.planning-lookback";
  public static final int SPLIT_LOOKBACK_DEFAULT = 10;
  public static final String SPLIT_OPEN_FILE_COST = "read.split.open-file-cost";
  public static final long SPLIT_OPEN_FILE_COST_DEFAULT = 4L * 1024 * 1024;
  public static final String ADAPTIVE_SPLIT_SIZE_ENABLED = "read.split.adaptive-size.enabled";
  public static final boolean ADAPTIVE_SPLIT_SIZE_ENABLED_DEFAULT = true;
  public static final String PARQUET_VECTORIZATION_ENABLED = "read.parquet.vectorization.enabled";
  public static final boolean PARQUET_VECTORIZATION_ENABLED_DEFAULT = true;
  public static final String PARQUET_BATCH_SIZE = "read.parquet.vectorization.batch-size";
  public static final int PARQUET_BATCH_SIZE_DEFAULT = 5000;

  public static final String DELETE_MODE = "write.delete.mode";
  public static final String UPDATE_MODE = "write.update.mode";
  public static final String MERGE_MODE = "write.merge.mode";
  public static final String ROW_LEVEL_MODE_DEFAULT = "copy-on-write";
  public static final String DELETE_ISOLATION_LEVEL = "write.delete.isolation-level";
  public static final String UPDATE_ISOLATION_LEVEL = "write.update.isolation-level";
  public static final String MERGE_ISOLATION_LEVEL = "write.merge.isolation-level";
  public static final String ISOLATION_LEVEL_DEFAULT = "serializable";
  public static final String DISTRIBUTION_MODE = "write.distribution-mode";
  public static final String DELETE_DISTRIBUTION_MODE = "write.delete.distribution-mode";
  public static final String UPDATE_DISTRIBUTION_MODE = "write.update.distribution-mode";
  public static final String MERGE_DISTRIBUTION_MODE = "write.merge.distribution-mode";
  public static final String DELETE_GRANULARITY = "write.delete.granularity";
  public static final String SPARK_FANOUT_ENABLED = "write.spark.fanout.enabled";
  public static final String SPARK_ACCEPT_ANY_SCHEMA = "write.spark.accept-any-schema";
  public static final boolean SPARK_ACCEPT_ANY_SCHEMA_DEFAULT = false;
  public static final String SPARK_AUTO_SCHEMA_EVOLUTION =
      "write.spark.auto-schema-evolution.enabled";
  public static final boolean SPARK_AUTO_SCHEMA_EVOLUTION_DEFAULT = true;
  public static final String SPARK_ADVISORY_PARTITION_SIZE_BYTES =
      "write.spark.advisory-partition-size-bytes";
  public static final String WAP_ENABLED = "write.wap.enabled";
  public static final boolean WAP_ENABLED_DEFAULT = false;
  public static final String SUMMARY_PARTITION_LIMIT = "write.summary.partition-limit";
  public static final int SUMMARY_PARTITION_LIMIT_DEFAULT = 0;

  /** Row maps that would take more bytes than this before compression are not kept. */
  /** How copy-on-write gets the rows that it leaves as they are into new files. */
  public static final String CARRY_MODE = "write.copy-on-write.carry-mode";

  public static final String ROW_MAP_MAX_BYTES = "write.row-map.max-bytes";

  public static final long ROW_MAP_MAX_BYTES_DEFAULT = 8L * 1024 * 1024;

  public static final String ENCRYPTION_KEY_ID = "encryption.key-id";

  private static final Set<String> INTS =
      Set.of(
          COMMIT_NUM_RETRIES,
          STATUS_CHECK_NUM_RETRIES,
          MANIFEST_MIN_MERGE_COUNT,
          MIN_SNAPSHOTS_TO_KEEP,
          METADATA_PREVIOUS_VERSIONS_MAX,
          METRICS_MAX_INFERRED_COLUMNS,
          PARQUET_PAGE_SIZE_BYTES,
          PARQUET_PAGE_ROW_LIMIT,
          PARQUET_DICT_SIZE_BYTES,
          PARQUET_ROW_GROUP_CHECK_MIN,
          PARQUET_ROW_GROUP_CHECK_MAX,
          PARQUET_BLOOM_MAX_BYTES,
          SPLIT_LOOKBACK,
          PARQUET_BATCH_SIZE,
          SUMMARY_PARTITION_LIMIT);

  private static final Set<String> LONGS =
      Set.of(
          COMMIT_REBASE_MAX_BYTES,
          COMMIT_REBASE_TIMEOUT_MS,
          COMMIT_CONFLICT_READ_MAX_BYTES,
          COMMIT_CONFLICT_READ_TIMEOUT_MS,
          COMMIT_MIN_WAIT_MS,
          COMMIT_MAX_WAIT_MS,
          COMMIT_TOTAL_TIMEOUT_MS,
          STATUS_CHECK_MIN_WAIT_MS,
          STATUS_CHECK_MAX_WAIT_MS,
          STATUS_CHECK_TOTAL_TIMEOUT_MS,
          MANIFEST_TARGET_SIZE_BYTES,
          MAX_SNAPSHOT_AGE_MS,
          MAX_REF_AGE_MS,
          TARGET_FILE_SIZE_BYTES,
          DELETE_TARGET_FILE_SIZE_BYTES,
          PARQUET_ROW_GROUP_SIZE_BYTES,
          SPLIT_SIZE,
          METADATA_SPLIT_SIZE,
          SPLIT_OPEN_FILE_COST,
          SPARK_ADVISORY_PARTITION_SIZE_BYTES,
          ROW_MAP_MAX_BYTES);

  private static final Set<String> BOOLEANS =
      Set.of(
          GC_ENABLED,
          IDENTIFIER_FIELDS_RELY,
          MANIFEST_MERGE_ENABLED,
          METADATA_DELETE_AFTER_COMMIT,
          OBJECT_STORE_ENABLED,
          OBJECT_STORE_PARTITIONED_PATHS,
          PARQUET_SHRED_VARIANTS,
          ADAPTIVE_SPLIT_SIZE_ENABLED,
          PARQUET_VECTORIZATION_ENABLED,
          SPARK_ACCEPT_ANY_SCHEMA,
          SPARK_AUTO_SCHEMA_EVOLUTION,
          WAP_ENABLED,
          SPARK_FANOUT_ENABLED);

  private TableProperties() {}

  /**
   * Refuses values that could not be read back: they would make every later commit or scan fail.
   */
  public static void requireValid(Map<String, String> properties) {
    for (String key : properties.keySet()) {
      if (INTS.contains(key)) {
        optionalInt(properties, key);
      } else if (LONGS.contains(key)) {
        optionalLong(properties, key);
      } else if (BOOLEANS.contains(key)) {
        optionalBoolean(properties, key);
      }
    }
  }

  public static int intValue(Map<String, String> properties, String key, int defaultValue) {
    return optionalInt(properties, key).orElse(defaultValue);
  }

  public static OptionalInt optionalInt(Map<String, String> properties, String key) {
    String text = properties.get(key);
    if (text == null) {
      return OptionalInt.empty();
    }
    try {
      return OptionalInt.of(Integer.parseInt(text.trim()));
    } catch (NumberFormatException e) {
      throw invalid(key, text, "an integer", e);
    }
  }

  public static long longValue(Map<String, String> properties, String key, long defaultValue) {
    return optionalLong(properties, key).orElse(defaultValue);
  }

  public static OptionalLong optionalLong(Map<String, String> properties, String key) {
    String text = properties.get(key);
    if (text == null) {
      return OptionalLong.empty();
    }
    try {
      return OptionalLong.of(Long.parseLong(text.trim()));
    } catch (NumberFormatException e) {
      throw invalid(key, text, "an integer", e);
    }
  }

  public static double doubleValue(
      Map<String, String> properties, String key, double defaultValue) {
    String text = properties.get(key);
    if (text == null) {
      return defaultValue;
    }
    try {
      return Double.parseDouble(text.trim());
    } catch (NumberFormatException e) {
      throw invalid(key, text, "a number", e);
    }
  }

  /** {@code true} or {@code false} in any case; anything else is refused. */
  public static boolean booleanValue(
      Map<String, String> properties, String key, boolean defaultValue) {
    return optionalBoolean(properties, key).orElse(defaultValue);
  }

  public static Optional<Boolean> optionalBoolean(Map<String, String> properties, String key) {
    String text = properties.get(key);
    if (text == null) {
      return Optional.empty();
    }
    return switch (text.trim().toLowerCase(Locale.ROOT)) {
      case "true" -> Optional.of(true);
      case "false" -> Optional.of(false);
      default ->
          throw new InvalidInputException(
              "Invalid value '" + text + "' of " + key + ": expected true or false");
    };
  }

  public static String stringValue(
      Map<String, String> properties, String key, String defaultValue) {
    return properties.getOrDefault(key, defaultValue);
  }

  private static InvalidInputException invalid(
      String key, String text, String expected, NumberFormatException cause) {
    return new InvalidInputException(
        "Invalid value '" + text + "' of " + key + ": expected " + expected, cause);
  }
}
