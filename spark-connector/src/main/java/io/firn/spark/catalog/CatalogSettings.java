package io.firn.spark.catalog;

import io.firn.error.InvalidInputException;
import io.firn.error.UnsupportedFeatureException;
import io.firn.scan.ManifestCache;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * The keys below {@code spark.sql.catalog.NAME.}, checked. {@code backend} is what the catalog of
 * the type reads itself; {@code hadoop} overrides Hadoop's configuration for this catalog only.
 */
public record CatalogSettings(
    String name,
    CatalogType type,
    Map<String, String> backend,
    Map<String, String> hadoop,
    Map<String, String> tableDefaults,
    Map<String, String> tableOverrides,
    List<String> defaultNamespace,
    boolean cacheEnabled,
    long cacheExpirationMillis,
    ManifestCaching manifestCaching,
    boolean nullableQuerySchema) {

  /** Whether and how manifests are kept across statements. */
  record ManifestCaching(
      boolean enabled, long expirationMillis, long maxTotalBytes, long maxContentLength) {

    /** As in Apache Iceberg, a number that allows no file to be kept turns it off, too. */
    Optional<ManifestCache> cache() {
      return enabled && expirationMillis >= 0 && maxTotalBytes > 0 && maxContentLength > 0
          ? Optional.of(
              new ManifestCache(
                  maxTotalBytes, maxContentLength, expirationMillis, InstantSource.system()))
          : Optional.empty();
    }
  }

  private static final String MANIFESTS = "io.manifest.cache";
  private static final String MANIFESTS_ENABLED = MANIFESTS + "-enabled";
  private static final String MANIFESTS_EXPIRATION = MANIFESTS + ".expiration-interval-ms";
  private static final String MANIFESTS_TOTAL = MANIFESTS + ".max-total-bytes";
  private static final String MANIFESTS_LENGTH = MANIFESTS + ".max-content-length";
  private static final String TYPE = "type";
  private static final String CATALOG_IMPL = "catalog-impl";
  private static final String DEFAULT_NAMESPACE = "default-namespace";
  private static final String CACHE_ENABLED = "cache-enabled";
  private static final String CACHE_EXPIRATION = "cache.expiration-interval-ms";
  private static final String CACHE_CASE_SENSITIVE = "cache.case-sensitive";
  private static final String NULLABLE_QUERY_SCHEMA = "use-nullable-query-schema";
  private static final String IO_IMPL = "io-impl";
  private static final String TABLE_DEFAULT = "table-default.";
  private static final String TABLE_OVERRIDE = "table-override.";
  private static final String HADOOP = "hadoop.";
  private static final String HADOOP_FILE_IO = "org.apache.iceberg.hadoop.HadoopFileIO";
  private static final long CACHE_EXPIRATION_DEFAULT = 30_000;

  private static final Set<String> OWN =
      Set.of(
          TYPE,
          CATALOG_IMPL,
          DEFAULT_NAMESPACE,
          CACHE_ENABLED,
          CACHE_EXPIRATION,
          CACHE_CASE_SENSITIVE,
          NULLABLE_QUERY_SCHEMA,
          IO_IMPL,
          MANIFESTS_ENABLED,
          MANIFESTS_EXPIRATION,
          MANIFESTS_TOTAL,
          MANIFESTS_LENGTH);

  private static final Set<String> HADOOP_CATALOG = Set.of("warehouse", "lock-impl");

  private static final Set<String> JDBC_CATALOG =
      Set.of("uri", "warehouse", "clients", "unique-table-location", "retryable_status_codes");

  /** Keys of other Iceberg connectors for what Firn does not have, which change what happens. */
  private static final List<String> NOT_SUPPORTED =
      List.of(
          "metrics-reporter-impl",
          "view-default.",
          "view-override.",
          "rest-",
          "rest.",
          "unique-table-location",
          "suppress-permission-error",
          "lock.",
          "lock-impl",
          "io.manifest.",
          "encryption.",
          "auth.",
          "client.pool.",
          "client-pool-cache-keys",
          "parquet-enabled",
          "avro-enabled",
          "orc-enabled",
          "scan-planning-mode",
          "snapshot-loading-mode");

  /**
   * @throws InvalidInputException for an unknown key, an unknown type or a malformed value
   * @throws UnsupportedFeatureException for what this version does not support
   */
  public static CatalogSettings parse(String name, CaseInsensitiveStringMap options) {
    CatalogType type = type(name, options);
    Map<String, String> backend = new TreeMap<>();
    Map<String, String> hadoop = new TreeMap<>();
    Map<String, String> defaults = new TreeMap<>();
    Map<String, String> overrides = new TreeMap<>();
    for (Map.Entry<String, String> option : options.asCaseSensitiveMap().entrySet()) {
      String key = option.getKey();
      String lower = key.toLowerCase(Locale.ROOT);
      if (lower.startsWith(TABLE_DEFAULT)) {
        defaults.put(key.substring(TABLE_DEFAULT.length()), option.getValue());
      } else if (lower.startsWith(TABLE_OVERRIDE)) {
        overrides.put(key.substring(TABLE_OVERRIDE.length()), option.getValue());
      } else if (lower.startsWith(HADOOP)) {
        hadoop.put(key.substring(HADOOP.length()), option.getValue());
      } else if (isOfBackend(type, lower)) {
        backend.put(lower.startsWith("jdbc.") ? key : lower, option.getValue());
      } else if (!OWN.contains(lower)) {
        throw unknown(name, type, key, option.getValue());
      }
    }
    requireHadoopFiles(name, options.getOrDefault(IO_IMPL, HADOOP_FILE_IO));
    requireCaseSensitiveCache(name, options);
    return new CatalogSettings(
        name,
        type,
        backend,
        hadoop,
        defaults,
        overrides,
        levels(options.getOrDefault(DEFAULT_NAMESPACE, "")),
        bool(name, options, CACHE_ENABLED),
        number(name, options, CACHE_EXPIRATION, CACHE_EXPIRATION_DEFAULT),
        new ManifestCaching(
            bool(name, options, MANIFESTS_ENABLED, "false"),
            number(name, options, MANIFESTS_EXPIRATION, 60_000),
            number(name, options, MANIFESTS_TOTAL, 100L << 20),
            number(name, options, MANIFESTS_LENGTH, 8L << 20)),
        bool(name, options, NULLABLE_QUERY_SCHEMA));
  }

  private static CatalogType type(String name, CaseInsensitiveStringMap options) {
    String type = options.get(TYPE);
    String className = options.get(CATALOG_IMPL);
    if (type != null && className != null) {
      throw new InvalidInputException(
          "Cannot create catalog "
              + name
              + ", both type and catalog-impl are set: type="
              + type
              + ", catalog-impl="
              + className);
    }
    if (className != null) {
      return CatalogType.ofClass(name, className);
    }
    if (type == null) {
      throw new InvalidInputException(
          "The catalog "
              + name
              + " has no type: set spark.sql.catalog."
              + name
              + ".type to hadoop or jdbc");
    }
    return CatalogType.parse(name, type);
  }

  private static boolean isOfBackend(CatalogType type, String key) {
    return switch (type) {
      case HADOOP -> HADOOP_CATALOG.contains(key);
      case JDBC -> JDBC_CATALOG.contains(key) || key.startsWith("jdbc.");
      case PATH -> false;
    };
  }

  private static RuntimeException unknown(String name, CatalogType type, String key, String value) {
    String setting = "spark.sql.catalog." + name + "." + key + "=" + value;
    String lower = key.toLowerCase(Locale.ROOT);
    if (NOT_SUPPORTED.stream().anyMatch(lower::startsWith)) {
      return new UnsupportedFeatureException(
          setting + " is not supported for a catalog of type " + lowerCase(type));
    }
    return new InvalidInputException(
        "Unknown setting " + setting + " of a catalog of type " + lowerCase(type));
  }

  private static String lowerCase(CatalogType type) {
    return type.name().toLowerCase(Locale.ROOT);
  }

  private static void requireHadoopFiles(String name, String ioClass) {
    if (!ioClass.equals(HADOOP_FILE_IO)) {
      throw new UnsupportedFeatureException(
          "spark.sql.catalog."
              + name
              + ".io-impl="
              + ioClass
              + " is not supported: files are read and written through Hadoop's file systems ("
              + HADOOP_FILE_IO
              + ")");
    }
  }

  private static void requireCaseSensitiveCache(String name, CaseInsensitiveStringMap options) {
    if (!bool(name, options, CACHE_CASE_SENSITIVE)) {
      throw new UnsupportedFeatureException(
          "spark.sql.catalog." + name + "." + CACHE_CASE_SENSITIVE + "=false is not supported");
    }
  }

  private static List<String> levels(String text) {
    return text.isBlank() ? List.of() : Arrays.asList(text.trim().split("\\."));
  }

  private static boolean bool(String name, CaseInsensitiveStringMap options, String key) {
    return bool(name, options, key, "true");
  }

  private static boolean bool(
      String name, CaseInsensitiveStringMap options, String key, String defaultValue) {
    String text = options.getOrDefault(key, defaultValue).trim().toLowerCase(Locale.ROOT);
    return switch (text) {
      case "true" -> true;
      case "false" -> false;
      default -> throw new InvalidInputException(invalid(name, key, text, "true or false"));
    };
  }

  private static long number(
      String name, CaseInsensitiveStringMap options, String key, long defaultValue) {
    String text = options.get(key);
    if (text == null) {
      return defaultValue;
    }
    try {
      return Long.parseLong(text.trim());
    } catch (NumberFormatException e) {
      throw new InvalidInputException(invalid(name, key, text, "a whole number"), e);
    }
  }

  private static String invalid(String name, String key, String value, String expected) {
    return "Invalid value '"
        + value
        + "' of spark.sql.catalog."
        + name
        + "."
        + key
        + ": expected "
        + expected;
  }
}
